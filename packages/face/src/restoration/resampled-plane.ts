import { LOBES, lanczos } from './lanczos.js';

/** Makes square planes of one size from square planes of another: [toSide x toSide] from [fromSide x fromSide]; neither is the other. */
export type PlaneResampler = (from: Float32Array, to: Float32Array) => void;

/** Which samples of a line make each sample of another: `taps` from `first` on, which may lie outside, with weights [samples x taps]. */
interface LineTaps {
  readonly taps: number;
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

/**
 * Lanczos of three lobes, columns of a row first, then rows; the edges of both planes fall together. Where it shrinks, the filter
 * widens, so that nothing folds back. Beyond the edge the last samples are repeated.
 */
export function createPlaneResampler(fromSide: number, toSide: number): PlaneResampler {
  const line = lanczosTaps(fromSide, toSide);
  const { taps, first, weights } = line;
  const padded = new Float32Array(fromSide + 2 * taps);
  /** Rows at the new width, as many as a row of the result needs and no more. */
  const ring = Array.from({ length: taps }, () => new Float32Array(toSide));
  const held = new Int32Array(taps);

  return (from, to) => {
    held.fill(-1);
    for (let row = 0; row < toSide; row++) {
      const out = to.subarray(row * toSide, (row + 1) * toSide);
      out.fill(0);
      for (let tap = 0; tap < taps; tap++) {
        const weight = weights[row * taps + tap]!;
        const place = Math.max(0, Math.min(fromSide - 1, first[row]! + tap));
        const slot = place % taps;
        const values = ring[slot]!;
        if (held[slot] !== place) {
          const start = place * fromSide;
          padded.fill(from[start]!, 0, taps);
          padded.set(from.subarray(start, start + fromSide), taps);
          padded.fill(from[start + fromSide - 1]!, taps + fromSide);
          resampleLine(padded, line, values);
          held[slot] = place;
        }
        for (let x = 0; x < toSide; x++) out[x]! += weight * values[x]!;
      }
    }
  };
}

/** `padded` begins `taps` samples before the line. */
function resampleLine(padded: Float32Array, { taps, first, weights }: LineTaps, out: Float32Array): void {
  for (let x = 0, at = 0; x < out.length; x++) {
    let value = 0;
    let from = first[x]! + taps;
    for (const end = at + taps; at < end; at++, from++) value += weights[at]! * padded[from]!;
    out[x] = value;
  }
}

function lanczosTaps(fromLength: number, toLength: number): LineTaps {
  const step = fromLength / toLength;
  const width = Math.max(1, step);
  const taps = Math.ceil(2 * LOBES * width);
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
