/** Steps of a fraction of a pixel that the weights are tabulated for. */
export const CUBIC_PHASES = 128;

/** [CUBIC_PHASES + 1][4]: what four neighbours in a row count between the two in the middle (Catmull and Rom 1974, tension .5). */
export function cubicWeights(): Float32Array {
  return Float32Array.from({ length: 4 * (CUBIC_PHASES + 1) }, (_, i) => {
    const t = (i >> 2) / CUBIC_PHASES;
    switch (i & 3) {
      case 0:
        return (((2 - t) * t - 1) * t) / 2;
      case 1:
        return ((3 * t - 5) * t * t + 2) / 2;
      case 2:
        return (((4 - 3 * t) * t + 1) * t) / 2;
      default:
        return ((t - 1) * t * t) / 2;
    }
  });
}
