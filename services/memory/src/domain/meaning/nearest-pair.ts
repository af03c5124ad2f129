import { dot } from './dot.js';

export interface WindowPair {
  asked: Float32Array;
  found: Float32Array;
  /** Their cosine. */
  similarity: number;
}

/** Of the windows of two texts those that are nearest to one another; each text has one at least. */
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
