import type { Spread } from '../search/ranking/standardise.js';
import { dot } from './vector-math.js';

/** Returns mean and deviation of the cosines of all pairs of vectors; the vectors are those of UNRELATED_TEXTS. */
export function unrelatedCosines(vectors: readonly Float32Array[]): Spread {
  const cosines = vectors.flatMap((vector, at) => vectors.slice(0, at).map((other) => dot(vector, other)));
  const mean = average(cosines);
  const deviation = Math.sqrt(average(cosines.map((cosine) => (cosine - mean) ** 2)));
  return { mean, deviation: Math.max(deviation, MIN_DEVIATION) };
}

/** Prevents a division by zero for a model that gives the same vector to all texts. */
const MIN_DEVIATION = 0.001;

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
