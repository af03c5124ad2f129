import type { UnrelatedCosines } from '../search/ranking/relevance.js';
import { dot } from './vector-math.js';

/** Number of nearest texts whose cosines are averaged. */
const NEAREST = 8;
/** The first texts are in English; a language of its own would increase the deviation. */
const SAME_LANGUAGE = 16;

/** Measures how near an embedding model puts unrelated texts; `vectors` are those of UNRELATED_TEXTS. */
export function createUnrelatedCosines(
  vectors: readonly Float32Array[],
): (query: Float32Array) => UnrelatedCosines {
  const pairs = vectors
    .slice(0, SAME_LANGUAGE)
    .flatMap((vector, at) => vectors.slice(0, at).map((other) => dot(vector, other)));
  const mean = average(pairs);
  const deviation = Math.sqrt(average(pairs.map((cosine) => (cosine - mean) ** 2)));
  return (query) => {
    const cosines = vectors.map((vector) => dot(query, vector)).sort((a, b) => b - a);
    return { nearest: average(cosines.slice(0, NEAREST)), deviation: Math.max(deviation, 0.001) };
  };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
