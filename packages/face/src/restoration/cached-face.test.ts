import { describe, expect, it } from 'vitest';
import { createCachedFace, type PartBox, type Refresh } from './cached-face.js';
import { drawnFace, STILL, WIDTH } from './testing/drawn-face.js';
import { squareOf } from './testing/square-of.js';

const SIZE = 128;
const SMALL = 32;

/** Brightness that rises from left to right, brighter by `more` everywhere. */
function picture(more = 0): Float32Array {
  return Float32Array.from({ length: SIZE * SIZE }, (_, at) => (at % SIZE) / (2 * SIZE) + more);
}

const plans = (...faces: readonly [points: Float32Array, pixels?: Float32Array][]): Refresh[] => {
  const cached = createCachedFace(SIZE, 4 * SIZE, true);
  return faces.map(([points, pixels = picture()]) => cached.plan(pixels, points, STILL, WIDTH));
};

describe('createKeptFace', () => {
  it('asks for the whole face first, and every third frame', () => {
    const still = drawnFace(0.03);
    expect(plans([still], [still], [still], [still], [still])).toEqual(['whole', null, null, 'whole', null]);
  });

  it('asks for lips and chin where lips moved', () => {
    const [, part] = plans([drawnFace(0.03)], [drawnFace(0.05)]) as [Refresh, PartBox];
    for (const value of Object.values(part)) expect(value % 2).toBe(0);
    expect(part.size ** 2).toBeLessThan(0.45 * SIZE * SIZE);
    // The drawn mouth is in the lower middle.
    expect(part.y).toBeGreaterThan(0.4 * SIZE);
    expect(part.x).toBeGreaterThan(0);
    expect(part.x + part.size).toBeLessThan(SIZE);
  });

  it('asks for all of a face that has changed elsewhere', () => {
    const still = drawnFace(0.03);
    expect(plans([still], [still, picture(0.05)])).toEqual(['whole', 'whole']);
  });

  it('asks for the whole face each time where a network takes no parts', () => {
    const cached = createCachedFace(SIZE, 4 * SIZE, false);
    const plan = () => cached.plan(picture(), drawnFace(0.03), STILL, WIDTH);
    expect([plan(), plan()]).toEqual(['whole', 'whole']);
  });

  it('pastes a part at its place with a fade, and keeps the rest', () => {
    const cached = createCachedFace(SMALL, SMALL, true);
    const pixels = Float32Array.from({ length: 3 * SMALL * SMALL }, (_, at) => at / 4096);
    cached.take('whole', pixels.slice());
    const box: PartBox = { x: 0, y: 0, size: 24 };
    const brighter = squareOf(pixels, SMALL, box).map((value) => value + 1);
    const whole = cached.take(box, brighter);
    const more = (row: number, column: number, plane: number): number => {
      const at = (plane * SMALL + row) * SMALL + column;
      return whole[at]! - pixels[at]!;
    };
    for (const plane of [0, 1, 2]) {
      expect(more(0, 0, plane)).toBeCloseTo(1, 5);
      expect(more(11, 11, plane)).toBeCloseTo(1, 5);
      // The network had too little to go by for the last eight rows of the part.
      expect([12, 13, 14, 15, 16].map((row) => more(row, 9, plane))).toEqual([
        expect.closeTo(0.875, 5),
        expect.closeTo(0.625, 5),
        expect.closeTo(0.375, 5),
        expect.closeTo(0.125, 5),
        0,
      ]);
      expect(more(31, 31, plane)).toBe(0);
    }
    expect(cached.take(null, null)).toBe(whole);
  });
});
