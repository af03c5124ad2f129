/** One and a half times 2^23: a whole number that is added to it stands in the last bits of the sum. */
const BASE: f32 = 12582912;

/** Four whole numbers, each within 2^22 of nought, as integers. A conversion takes three times as long: it looks for what has no place in one. */
export function toIntegers(whole: v128): v128 {
  return i32x4.sub(f32x4.add(whole, f32x4.splat(BASE)), i32x4.splat(reinterpret<i32>(BASE)));
}
