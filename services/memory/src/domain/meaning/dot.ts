/**
 * The dot product of two vectors of equal length; the cosine when both have length 1. Four sums side by side take half the
 * time of one.
 */
export function dot(a: Float32Array, b: Float32Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const even = a.length - (a.length % 4);
  for (let at = 0; at < even; at += 4) {
    first += a[at]! * b[at]!;
    second += a[at + 1]! * b[at + 1]!;
    third += a[at + 2]! * b[at + 2]!;
    fourth += a[at + 3]! * b[at + 3]!;
  }
  for (let at = even; at < a.length; at++) first += a[at]! * b[at]!;
  return first + second + (third + fourth);
}
