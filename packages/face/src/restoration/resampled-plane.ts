import { LOBES, lanczos } from './lanczos.js';

/**
 * Makes square planes of one size from square planes of another: [toSide x toSide] from [fromSide x fromSide]; neither is the
 * other.
 */
export type PlaneResampler = (from: Float32Array, to: Float32Array) => void;

/**
 * Which samples of a line make each sample of another: `taps` from `first` on, which may lie outside, with weights [samples x
 * taps]; the last ones may be nought.
 */
interface LineTaps {
  readonly taps: number;
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

/**
 * Lanczos of three lobes, rows of a column first, then columns; the edges of both planes fall together. Where it shrinks, the filter
 * widens, so that nothing folds back. Beyond the edge the last samples are repeated.
 */
export function createPlaneResampler(fromSide: number, toSide: number): PlaneResampler {
  const line = lanczosTaps(fromSide, toSide);
  const { taps, first, weights } = line;
  const padded = new Float32Array(fromSide + 2 * taps);
  const middle = padded.subarray(taps, taps + fromSide);

  return (from, to) => {
    for (let row = 0; row < toSide; row++) {
      middle.fill(0);
      for (let tap = 0; tap < taps; tap += TAPS_AT_ONCE)
        addRows(from, fromSide, first[row]! + tap, weights, row * taps + tap, middle);
      padded.fill(middle[0]!, 0, taps);
      padded.fill(middle[fromSide - 1]!, taps + fromSide);
      resampleLine(padded, line, to, row * toSide);
    }
  };
}

/** A sum of this many is kept in registers. */
const TAPS_AT_ONCE = 4;

function addRows(
  from: Float32Array,
  side: number,
  row: number,
  weights: Float32Array,
  at: number,
  out: Float32Array,
): void {
  const start = (tap: number): number => Math.max(0, Math.min(side - 1, row + tap)) * side;
  const r0 = start(0);
  const r1 = start(1);
  const r2 = start(2);
  const r3 = start(3);
  const w0 = weights[at]!;
  const w1 = weights[at + 1]!;
  const w2 = weights[at + 2]!;
  const w3 = weights[at + 3]!;
  for (let x = 0; x < side; x++)
    out[x]! += w0 * from[r0 + x]! + w1 * from[r1 + x]! + w2 * from[r2 + x]! + w3 * from[r3 + x]!;
}

/** `padded` begins `taps` samples before the line, which is written from `to` on. */
function resampleLine(
  padded: Float32Array,
  { taps, first, weights }: LineTaps,
  out: Float32Array,
  to: number,
): void {
  for (let x = 0, at = 0; x < first.length; x++) {
    let value = 0;
    let from = first[x]! + taps;
    for (const end = at + taps; at < end; at += TAPS_AT_ONCE, from += TAPS_AT_ONCE)
      value +=
        weights[at]! * padded[from]! +
        weights[at + 1]! * padded[from + 1]! +
        weights[at + 2]! * padded[from + 2]! +
        weights[at + 3]! * padded[from + 3]!;
    out[to + x] = value;
  }
}

function lanczosTaps(fromLength: number, toLength: number): LineTaps {
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
