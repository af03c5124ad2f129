/** Steps of a fraction of a pixel. */
export const STEPS = 256;

/**
 * [STEPS + 1][4]: what four neighbours in a row count for a place between the two in the middle (Keys, "Cubic convolution", 1981,
 * a = -1/2).
 */
export const CUBIC: Float32Array = Float32Array.from({ length: 4 * (STEPS + 1) }, (_, i) => {
  const t = (i >> 2) / STEPS;
  const away = [1 + t, t, 1 - t, 2 - t][i & 3]!;
  return away <= 1 ? (1.5 * away - 2.5) * away * away + 1 : ((2.5 - 0.5 * away) * away - 4) * away + 2;
});
