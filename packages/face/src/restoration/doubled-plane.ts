import { LOBES, lanczos } from './lanczos.js';

/** Makes planes of bytes twice as wide and high. */
export type PlaneDoubler = (from: Uint8Array, to: Uint8ClampedArray) => void;

const TAPS = 2 * LOBES;
/** Rows that are there at full width at a time: those that a row of the result needs. */
const RING = 8;

/**
 * Lanczos of three lobes, columns of a row first, then rows; beyond the edge the last samples are repeated. Where everything
 * doubles, samples lie a quarter to the left and to the right of one that was there: two sets of six weights do. `shift`, in
 * samples of `from`, moves all to the right; it is under a quarter.
 */
export function createPlaneDoubler(width: number, height: number, shift: number): PlaneDoubler {
  const left = weightsAt(-0.25 - shift);
  const right = weightsAt(0.25 - shift);
  const upper = weightsAt(-0.25);
  const lower = weightsAt(0.25);
  const rows = Array.from({ length: RING }, () => new Float32Array(2 * width));
  const padded = new Float32Array(width + 2 * LOBES);

  const widen = (from: Uint8Array, line: number, out: Float32Array): void => {
    const start = line * width;
    for (let x = 0; x < width; x++) padded[LOBES + x] = from[start + x]!;
    padded.fill(from[start]!, 0, LOBES);
    padded.fill(from[start + width - 1]!, LOBES + width);
    const [a0, a1, a2, a3, a4, a5] = left;
    const [b0, b1, b2, b3, b4, b5] = right;
    for (let x = 0; x < width; x++) {
      const p1 = padded[x + 1]!;
      const p2 = padded[x + 2]!;
      const p3 = padded[x + 3]!;
      const p4 = padded[x + 4]!;
      const p5 = padded[x + 5]!;
      out[2 * x] = a0 * padded[x]! + a1 * p1 + a2 * p2 + a3 * p3 + a4 * p4 + a5 * p5;
      out[2 * x + 1] = b0 * p1 + b1 * p2 + b2 * p3 + b3 * p4 + b4 * p5 + b5 * padded[x + 6]!;
    }
  };

  return (from, to) => {
    const rowAt = (line: number): Float32Array => rows[Math.max(0, Math.min(height - 1, line)) % RING]!;
    let widened = 0;
    for (let row = 0; row < height; row++) {
      for (; widened < Math.min(height, row + LOBES + 1); widened++) widen(from, widened, rowAt(widened));
      const around = Array.from({ length: TAPS + 1 }, (_, i) => rowAt(row - LOBES + i));
      mixRows(around.slice(0, TAPS), upper, to.subarray(4 * row * width, (4 * row + 2) * width));
      mixRows(around.slice(1), lower, to.subarray((4 * row + 2) * width, (4 * row + 4) * width));
    }
  };
}

type Six = readonly [number, number, number, number, number, number];

function mixRows(rows: readonly Float32Array[], weights: Six, out: Uint8ClampedArray): void {
  const [r0, r1, r2, r3, r4, r5] = rows as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const [w0, w1, w2, w3, w4, w5] = weights;
  for (let x = 0; x < out.length; x++)
    out[x] = w0 * r0[x]! + w1 * r1[x]! + w2 * r2[x]! + w3 * r3[x]! + w4 * r4[x]! + w5 * r5[x]!;
}

/** Of six neighbours for a place beside one of them: the fourth when the place lies before it, else the third. They add up to 1. */
function weightsAt(place: number): Six {
  const first = place < 0 ? -LOBES : 1 - LOBES;
  const weights = Array.from({ length: TAPS }, (_, i) => lanczos(place - first - i));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total) as unknown as Six;
}
