/**
 * Records in memory that both sides know; src/head/memory-layout.ts writes them.
 *
 * Vertex, rest and morphed: x, y, z, weight of the head (f32 x 4). On the screen: x, y in pixels, 1 / distance, light (f32 x 4).
 * Texture coordinates: u, v (f32 x 2).
 * Triangle: three vertices, level (u32 x 4), the level being the address of a Level; the triangles beyond its three
 * edges from corner 0 to 1, 1 to 2, 2 to 0 (addresses, 0 where one of them has none); which way it faces in this frame (i32).
 * Level of a texture: 1, width and height in 1/256 texels, 1 (f32 x 4); address of its texels (RGBA, see texture.ts), bytes
 * of a column of texels, 1 where it repeats (i32 x 3, padded).
 */
export const VERTEX: i32 = 16;
export const COORDINATE: i32 = 8;
export const TRIANGLE: i32 = 32;
export const TRIANGLE_NEIGHBOURS: i32 = 16;
export const TRIANGLE_FACES: i32 = 28;
export const TOWARDS: i32 = 1;
export const AWAY: i32 = 2;

/**
 * Part: first triangle, triangles, flags, alpha offset (128 less the cut-off of a mask; i32), depth bias, gain of alpha where it
 * is blended, sharpness of its highlight (power / 16), how far a texel's green moves it (f32); factor and colour that are applied to a
 * lit texel: texel x factor x light + colour; what a highlight adds, and how much of the texel (f32 x 4 each).
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
/** Has a highlight; as strong as the texel's alpha. */
export const SHINES: i32 = 16;
export const SHINES_BY_ALPHA: i32 = 32;

/**
 * Visible triangle: address of the triangle, address of its part, first column, first row, last column, last row (i32),
 * 1 / distance of its nearest point (f32); padded to 32.
 */
export const VISIBLE: i32 = 32;

/** Rows drawn together: their samples stay in the cache. */
export const BAND: i32 = 32;
/** Side of a tile in pixels, and of what is drawn of a triangle at a time. */
export const TILE: i32 = 8;
/** Bytes of the samples of a pixel, and of its farthest sample. */
export const SAMPLES: i32 = 16;
export const FAR: i32 = 4;

/** Tiles side by side. */
export function tilesAcross(width: i32): i32 {
  return (width + TILE - 1) / TILE;
}
/**
 * Pixels from a row of a band to the next: there is room beside the last column for what is drawn at a time, and the rows of it do
 * not fall on the same sets of the cache.
 */
export function pitchOf(width: i32): i32 {
  return ((width + 63) & ~63) + TILE;
}
/**
 * A band has three planes, one behind the other, each row by row: 1 / distance of the four samples of each pixel (f32 x 4, 0 where
 * nothing is); their colours (RGBA x 4); 1 / distance of the farthest sample of each pixel (f32), or less. Returns the bytes of each
 * of the first two: so many that a pixel's samples do not fall on the same set of the cache.
 */
export function bandPlane(width: i32): i32 {
  return pitchOf(width) * BAND * SAMPLES + 192;
}
