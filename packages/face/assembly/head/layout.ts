/**
 * Records in memory that both sides use. src/head/triangle-levels.ts and src/head/renderer.ts write them.
 *
 * Vertex, rest and morphed: x, y, z, weight of the head (f32 x 4). On the screen: x, y in pixels, 1 / distance,
 * light (f32 x 4). Texture coordinates: u, v (f32 x 2).
 * Triangle: three vertices and the address of its Level (u32 x 4); the neighbours across its three edges from
 * corner 0 to 1, 1 to 2, 2 to 0 (addresses, all 0 if an edge has no neighbour); its orientation in this frame (i32).
 * Level of a texture: 1, width and height in 1/256 texels, 1 (f32 x 4); address of its texels (RGBA, see texture.ts),
 * bytes of a column of texels, 1 if it repeats (i32 x 3, padded).
 */
export const VERTEX: i32 = 16;
export const COORDINATE: i32 = 8;
export const TRIANGLE: i32 = 32;
export const TRIANGLE_NEIGHBOURS: i32 = 16;
export const TRIANGLE_FACES: i32 = 28;
export const TOWARDS: i32 = 1;
export const AWAY: i32 = 2;

/**
 * Part: first triangle, number of triangles, flags, alpha offset (128 minus the cut-off of a mask; i32),
 * depth bias, gain of the alpha of blended parts, sharpness of its highlight (power / 16), shift of the
 * highlight by the green of a texel (f32); factor and colour of a lit texel: texel x factor x light + colour;
 * light that a highlight adds, and its share of the texel (f32 x 4 each).
 */
export const PART: i32 = 96;
export const PART_FLAGS: i32 = 8;
export const PART_CUTOFF: i32 = 12;
export const PART_BIAS: i32 = 16;
export const PART_GAIN: i32 = 20;
export const PART_SHARPNESS: i32 = 24;
export const PART_SHIFT: i32 = 28;
export const PART_FACTOR: i32 = 32;
export const PART_COLOUR: i32 = 48;
export const PART_SHINE: i32 = 64;
export const PART_TINT: i32 = 80;

export const DOUBLE_SIDED: i32 = 1;
export const MASKED: i32 = 2;
export const BLENDED: i32 = 4;
export const LIT: i32 = 8;
/** The part has a highlight; the highlight is scaled by the alpha of the texel. */
export const SHINES: i32 = 16;
export const SHINES_BY_ALPHA: i32 = 32;

/**
 * Visible triangle: address of the triangle, address of its part, first column, first row, last column, last
 * row (i32), 1 / distance of its nearest point (f32); padded to 32.
 */
export const VISIBLE: i32 = 32;

/** Rows that are drawn together, so that their samples stay in the cache. */
export const BAND: i32 = 32;
/** Side of a tile in pixels, and of a block of a triangle. */
export const TILE: i32 = 8;
/** Bytes of the samples of a pixel, and of its farthest sample. */
export const SAMPLES: i32 = 16;
export const FAR: i32 = 4;

/** Returns the number of tiles in a row. */
export function tilesAcross(width: i32): i32 {
  return (width + TILE - 1) / TILE;
}
/** Returns the pixels of a row of a band, with space for a block and different cache sets for the rows. */
export function pitchOf(width: i32): i32 {
  return ((width + 63) & ~63) + TILE;
}
/**
 * A band has three consecutive planes in rows: 1 / distance of the four samples of each pixel (f32 x 4, 0 for
 * undrawn samples); their colours (RGBA x 4); 1 / distance of the farthest sample of each pixel (f32), or
 * less. Returns the bytes of each of the first two, padded so that the samples of a pixel use different sets
 * of the cache.
 */
export function bandPlane(width: i32): i32 {
  return pitchOf(width) * BAND * SAMPLES + 192;
}
