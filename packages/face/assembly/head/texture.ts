/**
 * Texels are stored in columns of 16. The rows of a column are consecutive, with the first texel of the next
 * column repeated. The texels of a triangle are then in few pages and different sets of the cache.
 */
const COLUMN_BITS: i32 = 4;
const COLUMN_PITCH: i32 = 17 * 4;

/** Added to a number below 2^22, it leaves the nearest whole number in the lower bits of the sum. */
const ROUNDING: f32 = 12582912;
/**
 * Added number and mask of the sum, in four lanes: texel centres are at halves, and the border shifts them by
 * one.
 */
const ADDED: i32 = i32(
  memory.data<f32>([ROUNDING + 128, ROUNDING + 128, ROUNDING + 128, ROUNDING + 128], 16),
);
const WHOLE: i32 = i32(memory.data<i32>([0x3fffff, 0x3fffff, 0x3fffff, 0x3fffff], 16));
const HALF: i32 = i32(memory.data<i16>([128, 128, 128, 128, 128, 128, 128, 128], 16));

/**
 * Returns the reading position in a level: x, y in 1/256 texels (i32 in lanes 1 and 2), from u, v in 1/256
 * texels in lanes 1 and 2. A level is stored with a border of one texel (the edge again, or the other side if
 * it repeats), so no neighbour is outside.
 */
export function findTexel(level: i32, size: v128, place: v128): v128 {
  if (load<i32>(level + 24) !== 0) {
    const turns = f32x4.div(place, size);
    place = f32x4.mul(f32x4.sub(turns, f32x4.floor(turns)), size);
  }
  const inside = f32x4.pmin(f32x4.pmax(place, f32x4.splat(0)), size);
  return v128.and(f32x4.add(inside, v128.load(ADDED)), v128.load(WHOLE));
}

/** Returns the colour at the position from findTexel: bilinear, RGBA as u16 in the lower four lanes. */
export function sampleTexture(texels: i32, columnBytes: i32, place: i32): v128 {
  const x = load<i32>(place + 4);
  const y = load<i32>(place + 8);
  const at =
    texels +
    (x >> (8 + COLUMN_BITS)) * columnBytes +
    (y >> 8) * COLUMN_PITCH +
    ((x >> 8) & ((1 << COLUMN_BITS) - 1)) * 4;
  const upper = v128.load_ext<u8>(at);
  const lower = v128.load_ext<u8>(at, COLUMN_PITCH);
  const half = v128.load(HALF);
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
