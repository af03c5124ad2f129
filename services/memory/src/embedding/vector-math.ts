/**
 * Calculates the dot product of two vectors of equal length, which is their cosine if both have length 1. Four
 * independent sums take half the time of one.
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

export interface WindowPair {
  asked: Float32Array;
  found: Float32Array;
  /** Their cosine. */
  similarity: number;
}

/** Finds the two windows of two texts that are nearest to one another. Each text has at least one window. */
export function nearestPair(asked: readonly Float32Array[], windows: readonly Float32Array[]): WindowPair {
  let best = { asked: asked[0]!, found: windows[0]!, similarity: Number.NEGATIVE_INFINITY };
  for (const vector of asked) {
    for (const found of windows) {
      const similarity = dot(vector, found);
      if (similarity > best.similarity) best = { asked: vector, found, similarity };
    }
  }
  return best;
}
