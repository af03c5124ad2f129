import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOfFace } from './face-box.js';
import { fillLowerFaceMask } from './mouth-painter.js';
import { drawnFace } from './testing/drawn-face.js';

const SIZE = { width: 640, height: 480 };

function maskOf(face: Parameters<typeof drawnFace>[0]): Float32Array {
  const points = drawnFace(face);
  const mask = new Float32Array(96 * 96).fill(7);
  fillLowerFaceMask(points, boxOfFace(points, SIZE)!, mask);
  return mask;
}

describe('fillLowerFaceMask', () => {
  const mask = maskOf({ x: 320, y: 260, height: 200 });
  const at = (x: number, y: number): number => mask[y * 96 + x]!;

  it('covers the mouth and the chin, and nothing above the middle or beside the jaw', () => {
    expect(mask.subarray(0, 96 * 48).every((value) => value === 0)).toBe(true);
    for (let x = 30; x < 66; x++) for (let y = 58; y < 80; y++) expect(at(x, y)).toBe(1);
    expect(at(48, 88)).toBeGreaterThan(0.9);
    for (const [x, y] of [
      [4, 80],
      [92, 80],
      [14, 90],
      [80, 92],
    ] as const)
      expect(at(x, y)).toBe(0);
  });

  it('fades without a step', () => {
    for (let y = 1; y < 96; y++)
      for (let x = 1; x < 96; x++) {
        expect(Math.abs(at(x, y) - at(x - 1, y))).toBeLessThan(0.3);
        expect(Math.abs(at(x, y) - at(x, y - 1))).toBeLessThan(0.45);
      }
    for (let i = 0; i < 96; i++)
      for (const edge of [at(0, i), at(95, i), at(i, 95)]) expect(edge).toBeLessThan(0.05);
  });

  it('is the same wherever the face stands and however large it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 150, max: 490 }),
        fc.integer({ min: 200, max: 300 }),
        fc.integer({ min: 60, max: 250 }),
        (x, y, height) => {
          const other = maskOf({ x, y, height });
          expect(other.every((value, i) => Math.abs(value - mask[i]!) < 1e-3)).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });
});
