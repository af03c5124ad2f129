/** Number of tabulated fractions of a pixel, as a power of two. */
export const PHASE_BITS: i32 = 7;
const PHASE_MASK: i32 = 127;
/**
 * Bytes of the weights of a phase: [8] i16, four for a row twice; [8] i32, each of four rows twice. 1,024 is
 * one.
 */
export const WEIGHTS: i32 = 48;
/** Scale of sums over sixteen neighbours as a power of two. */
export const WEIGHT_BITS: i32 = 20;
export const HALF: i32 = 1 << 19;

/** Returns the address of the weights of a position in phases. */
export function weightsOf(weights: usize, place: i32): usize {
  return weights + WEIGHTS * (place & PHASE_MASK);
}

/** Returns the sum over the sixteen neighbours of an inner position in phases. `HALF` is half a byte. */
export function bicubic(from: usize, width: i32, x: i32, y: i32, weights: usize): i32 {
  const wx = weightsOf(weights, x);
  const wy = weightsOf(weights, y);
  const corner = from + ((y >> PHASE_BITS) - 1) * width + (x >> PHASE_BITS) - 1;
  let bytes = v128.load32_zero(corner);
  bytes = v128.load_lane<u32>(corner + width, bytes, 1);
  bytes = v128.load_lane<u32>(corner + 2 * width, bytes, 2);
  bytes = v128.load_lane<u32>(corner + 3 * width, bytes, 3);
  const across = v128.load(wx);
  const upper = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), across);
  const lower = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), across);
  let sum = i32x4.add(i32x4.mul(upper, v128.load(wy, 16)), i32x4.mul(lower, v128.load(wy, 32)));
  sum = i32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 0, 1));
  return i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1);
}
