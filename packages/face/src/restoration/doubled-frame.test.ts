import { describe, expect, it } from 'vitest';
import { createFrame, planesOf } from '../image/frame.js';
import { seededRandom } from '../tracking/testing/portraits.js';
import { createFrameDoubler } from './doubled-frame.js';

const random = seededRandom(6);

function plainLanczos(x: number): number {
  if (x === 0) return 1;
  const sinc = (t: number): number => Math.sin(Math.PI * t) / (Math.PI * t);
  return Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0;
}

/** The value at a place of a plane, by the definition, as a byte. */
function plainSample(plane: Uint8Array, width: number, height: number, x: number, y: number): number {
  let sum = 0;
  let total = 0;
  for (let row = Math.floor(y) - 3; row <= y + 4; row++)
    for (let column = Math.floor(x) - 3; column <= x + 4; column++) {
      const weight = plainLanczos(x - column) * plainLanczos(y - row);
      const held = (i: number, length: number): number => Math.min(length - 1, Math.max(0, i));
      sum += weight * plane[held(row, height) * width + held(column, width)]!;
      total += weight;
    }
  return Math.min(255, Math.max(0, sum / total));
}

describe('createFrameDoubler', () => {
  it.each([
    ['left', [22, 18]],
    ['centre', [22, 18]],
    // The planes of colour begin and end within a group of four.
    ['left', [2, 6]],
    ['centre', [30, 4]],
  ] as const)('is the plain sum, colour %s, %j', (siting, size) => {
    const [width, height] = size;
    const frame = createFrame(width, height);
    // Includes runs of equal values, for which the filter exceeds the range of a byte.
    frame.bytes.forEach((_, i) => {
      frame.bytes[i] = i % 37 < 12 ? 255 : i % 37 < 24 ? 0 : 255 * random();
    });
    const into = createFrame(2 * width, 2 * height);
    createFrameDoubler(width, height, siting)(frame, into);
    const [from, to] = [planesOf(frame), planesOf(into)];
    const worst = (
      own: Uint8Array,
      made: Uint8Array,
      ownWidth: number,
      ownHeight: number,
      place: (i: number) => number,
    ): number =>
      made.reduce((most, value, at) => {
        const column = at % (2 * ownWidth);
        const row = Math.floor(at / (2 * ownWidth));
        const expected = plainSample(own, ownWidth, ownHeight, place(column), (row + 0.5) / 2 - 0.5);
        return Math.max(most, Math.abs(value - expected));
      }, 0);
    const middle = (i: number): number => (i + 0.5) / 2 - 0.5;
    // A sample at the left pixel of pair i is at 2 i pixels, and at 4 i + 0.5 of the doubled pixels.
    const left = (i: number): number => (2 * i - 0.5) / 4;
    expect(worst(from.y, to.y, width, height, middle)).toBeLessThan(0.51);
    for (const plane of ['u', 'v'] as const)
      expect(
        worst(from[plane], to[plane], width / 2, height / 2, siting === 'left' ? left : middle),
      ).toBeLessThan(0.51);
  });
});
