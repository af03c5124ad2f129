/** Number of typical observations that are mixed into a deviation; they matter for few rows. */
const PRIOR_ROWS = 8;

export interface Spread {
  mean: number;
  deviation: number;
}

/**
 * Returns the mean and the standard deviation, which is drawn towards `typical`: sqrt((n s² + 8 typical²) /
 * (n + 8)). Otherwise a random difference among few rows would look as large as a real one.
 */
export function spreadOf(values: ArrayLike<number>, typical: number): Spread {
  const count = values.length;
  if (count === 0) return { mean: 0, deviation: typical || 1 };
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < count; at++) {
    const value = values[at]!;
    sum += value;
    squares += value * value;
  }
  const mean = sum / count;
  const variance = Math.max(0, squares / count - mean * mean);
  const deviation = Math.sqrt((count * variance + PRIOR_ROWS * typical * typical) / (count + PRIOR_ROWS));
  return { mean, deviation: deviation || 1 };
}

/** Replaces each value by its z-score. */
export function standardise(values: Float32Array, typical: number): Float32Array {
  const { mean, deviation } = spreadOf(values, typical);
  const scale = 1 / deviation;
  for (let at = 0; at < values.length; at++) values[at] = (values[at]! - mean) * scale;
  return values;
}

/** Standard deviation of bge-small cosines of a query and some hundred memories (LoCoMo-dev, notes). */
export const TYPICAL_COSINE_DEVIATION = 0.06;

/** Returns the typical standard deviation of BM25: 0.18 of the highest (LoCoMo-dev: 0.12 to 0.2). */
export function typicalKeywordDeviation(scores: Float32Array): number {
  return 0.18 * highestOf(scores);
}

function highestOf(values: Float32Array): number {
  let highest = 0;
  for (let at = 0; at < values.length; at++) if (values[at]! > highest) highest = values[at]!;
  return highest;
}
