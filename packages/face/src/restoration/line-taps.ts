/** Number of samples on each side, in the finer of the two sizes. */
export const LOBES = 3;

/** Lanczos kernel with three lobes (Duchon, "Lanczos filtering in one and two dimensions", 1979). */
export function lanczos(x: number): number {
  if (Math.abs(x) < 1e-9) return 1;
  if (Math.abs(x) >= LOBES) return 0;
  const turn = Math.PI * x;
  return (LOBES * Math.sin(turn) * Math.sin(turn / LOBES)) / (turn * turn);
}

/** Number of tabulated fractions of a pixel. */
export const STEPS = 256;

/**
 * [STEPS + 1][4]: weights of four neighbours in a row for a position between the middle two (Keys, "Cubic
 * convolution", 1981, a = -1/2).
 */
export const CUBIC: Float32Array = Float32Array.from({ length: 4 * (STEPS + 1) }, (_, i) => {
  const t = (i >> 2) / STEPS;
  const away = [1 + t, t, 1 - t, 2 - t][i & 3]!;
  return away <= 1 ? (1.5 * away - 2.5) * away * away + 1 : ((2.5 - 0.5 * away) * away - 4) * away + 2;
});

/**
 * Samples of a line for each sample of another line: `taps` samples from `first` on, which may be outside,
 * with weights [samples x taps]. The last weights may be 0.
 */
export interface LineTaps {
  readonly taps: number;
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

/** Number of samples in a vector operation. */
const TAPS_AT_ONCE = 4;

/** Computes taps of the Lanczos kernel. The ends of both lines coincide. `taps` is a multiple of four. */
export function lanczosTaps(fromLength: number, toLength: number): LineTaps {
  const step = fromLength / toLength;
  const width = Math.max(1, step);
  const taps = TAPS_AT_ONCE * Math.ceil((2 * LOBES * width) / TAPS_AT_ONCE);
  const first = new Int32Array(toLength);
  const weights = new Float32Array(toLength * taps);
  for (let i = 0; i < toLength; i++) {
    const centre = (i + 0.5) * step - 0.5;
    first[i] = Math.ceil(centre - LOBES * width);
    let total = 0;
    for (let tap = 0; tap < taps; tap++) total += lanczos((first[i]! + tap - centre) / width);
    for (let tap = 0; tap < taps; tap++)
      weights[i * taps + tap] = lanczos((first[i]! + tap - centre) / width) / total;
  }
  return { taps, first, weights };
}
