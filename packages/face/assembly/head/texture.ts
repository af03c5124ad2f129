/**
 * Texels lie in columns of 32, each row of a column beside the next one, with the first texels of the next column repeated: what
 * a triangle needs lies together, in few pages and not in the same few sets of the cache.
 */
const COLUMN_BITS: i32 = 5;
const COLUMN_PITCH: i32 = 36 * 4;

/** Added to a number below 2^22 it leaves the nearest whole number in the lower bits of the sum. */
const ROUNDING: f32 = 12582912;
const WHOLE: i32 = 0x3fffff;

/**
 * The colour of a texture: bilinear, RGBA as u16 in the lower four lanes; u, v in 1/256 texels in lanes 1 and 2. A level is
 * stored with a border of one texel (the edge again, or the other side where it repeats), so no neighbour lies outside.
 */
export function sampleTexture(level: i32, place: v128): v128 {
  const size = v128.load(level);
  if (load<i32>(level + 24) !== 0) {
    const turns = f32x4.div(place, size);
    place = f32x4.mul(f32x4.sub(turns, f32x4.floor(turns)), size);
  }
  const inside = f32x4.pmin(f32x4.pmax(place, f32x4.splat(0)), size);
  // Texel centres lie at halves; the border moves them by one.
  const fixed = v128.and(f32x4.add(inside, f32x4.splat(ROUNDING + 128)), i32x4.splat(WHOLE));
  const x = i32x4.extract_lane(fixed, 1);
  const y = i32x4.extract_lane(fixed, 2);
  const at =
    load<i32>(level + 16) +
    (x >> (8 + COLUMN_BITS)) * load<i32>(level + 20) +
    (y >> 8) * COLUMN_PITCH +
    ((x >> 8) & ((1 << COLUMN_BITS) - 1)) * 4;
  const upper = v128.load_ext<u8>(at);
  const lower = v128.load_ext<u8>(at, COLUMN_PITCH);
  const half = i16x8.splat(128);
  const rows = i16x8.add(
    i16x8.add(i16x8.shl(upper, 8), half),
    i16x8.mul(i16x8.sub(lower, upper), i16x8.splat(i16(y & 255))),
  );
  const mixed = i16x8.shr_u(rows, 8);
  const other = i64x2.shuffle(mixed, mixed, 1, 0);
  const across = i16x8.add(
    i16x8.add(i16x8.shl(mixed, 8), half),
    i16x8.mul(i16x8.sub(other, mixed), i16x8.splat(i16(x & 255))),
  );
  return i16x8.shr_u(across, 8);
}
