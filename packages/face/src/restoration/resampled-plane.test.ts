import { describe, expect, it } from 'vitest';
import { seededRandom } from '../tracking/testing/portraits.js';
import { createPlaneResampler } from './patch-planes.js';

const random = seededRandom(2);

function plainLanczos(x: number): number {
  if (x === 0) return 1;
  const sinc = (t: number): number => Math.sin(Math.PI * t) / (Math.PI * t);
  return Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0;
}

/** One sample, by the definition: every sample of the plane that the filter reaches. */
function plainSample(from: Float32Array, side: number, toSide: number, column: number, row: number): number {
  const step = side / toSide;
  const width = Math.max(1, step);
  const weights = (at: number): Map<number, number> => {
    const centre = (at + 0.5) * step - 0.5;
    const found = new Map<number, number>();
    for (let i = Math.floor(centre - 3 * width); i <= centre + 3 * width + 1; i++)
      found.set(i, plainLanczos((i - centre) / width));
    return found;
  };
  let sum = 0;
  let total = 0;
  for (const [y, wy] of weights(row))
    for (const [x, wx] of weights(column)) {
      const held = (i: number): number => Math.min(side - 1, Math.max(0, i));
      sum += wx * wy * from[held(y) * side + held(x)]!;
      total += wx * wy;
    }
  return sum / total;
}

describe('createPlaneResampler', () => {
  it.each([
    [20, 31],
    [31, 20],
    [48, 13],
    [16, 16],
  ])('from %d to %d is the plain sum', (side, toSide) => {
    const from = Float32Array.from({ length: side * side }, () => 255 * random());
    const to = new Float32Array(toSide * toSide);
    createPlaneResampler(side, toSide)(from, to);
    for (const [at, value] of to.entries())
      expect(value).toBeCloseTo(plainSample(from, side, toSide, at % toSide, Math.floor(at / toSide)), 2);
  });

  it('gives the same when it is used again', () => {
    const resample = createPlaneResampler(24, 17);
    const from = Float32Array.from({ length: 24 * 24 }, random);
    const [first, again] = [new Float32Array(289), new Float32Array(289)];
    resample(from, first);
    resample(new Float32Array(24 * 24), again);
    resample(from, again);
    expect(again).toEqual(first);
  });
});
