/** 1.5 x 2^23: a whole number that is added to it is in the last bits of the sum. */
const BASE: f32 = 12582912;

/**
 * Converts four whole numbers within 2^22 of 0 to integers. The conversion instruction takes three times as
 * long, because it checks the range.
 */
export function toIntegers(whole: v128): v128 {
  return i32x4.sub(f32x4.add(whole, f32x4.splat(BASE)), i32x4.splat(reinterpret<i32>(BASE)));
}
