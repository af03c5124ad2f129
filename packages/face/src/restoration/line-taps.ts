import { LOBES, lanczos } from './lanczos.js';

/**
 * Which samples of a line make each sample of another: `taps` from `first` on, which may lie outside, with weights [samples x
 * taps]; the last ones may be nought.
 */
export interface LineTaps {
  readonly taps: number;
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

/** Samples that are weighed at once. */
const TAPS_AT_ONCE = 4;

/** Of Lanczos' kernel; the edges of both lines fall together. `taps` is a multiple of four. */
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
