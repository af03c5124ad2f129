/** Steps of a fraction of a pixel that the weights are tabulated for. */
export const CUBIC_PHASES = 128;
/** What the weights of a step add up to. */
export const CUBIC_ONE = 1024;

/**
 * [CUBIC_PHASES][4]: what four neighbours in a row count for a place between the two in the middle (Catmull and Rom 1974,
 * tension .5). Whole numbers that add up to CUBIC_ONE: what is even stays even.
 */
export function cubicWeights(): Int32Array {
  const weights = new Int32Array(4 * CUBIC_PHASES);
  for (let phase = 0; phase < CUBIC_PHASES; phase++) {
    const t = phase / CUBIC_PHASES;
    const [before, after, last] = [
      (((2 - t) * t - 1) * t) / 2,
      (((4 - 3 * t) * t + 1) * t) / 2,
      ((t - 1) * t * t) / 2,
    ].map((weight) => Math.round(weight * CUBIC_ONE)) as [number, number, number];
    weights.set([before, CUBIC_ONE - before - after - last, after, last], 4 * phase);
  }
  return weights;
}
