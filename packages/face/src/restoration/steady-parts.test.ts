import { describe, expect, it } from 'vitest';
import { fillFaceMask, MASK_SIZE } from './face-mask.js';
import { createSteadyParts } from './steady-parts.js';
import { drawnFace, STILL, WIDTH } from './testing/drawn-face.js';

const cell = (x: number, y: number): number =>
  Math.floor(y * MASK_SIZE) * MASK_SIZE + Math.floor(x * MASK_SIZE);

describe('createSteadyParts', () => {
  it('keeps the mean off a mouth that opens, and only off it, and only while it moves', () => {
    const parts = createSteadyParts();
    const out = new Float32Array(MASK_SIZE * MASK_SIZE);
    parts.next(drawnFace(0.03), STILL, WIDTH, out);
    expect(out.every((share) => share === 1)).toBe(true);
    parts.next(drawnFace(0.05), STILL, WIDTH, out);
    expect(out[cell(0.5, 0.7)]).toBe(0);
    for (const [x, y] of [
      [0.35, 0.4],
      [0.65, 0.4],
      [0.3, 0.6],
      [0.5, 0.2],
    ] as const)
      expect(out[cell(x, y)]).toBe(1);
    parts.next(drawnFace(0.05), STILL, WIDTH, out);
    expect(out[cell(0.5, 0.7)]).toBe(1);
  });
});

describe('fillFaceMask', () => {
  it('is 1 inside, 0 outside, and soft between', () => {
    const mask = new Float32Array(MASK_SIZE * MASK_SIZE);
    fillFaceMask(drawnFace(0.03), STILL, WIDTH, mask);
    expect(mask[cell(0.5, 0.5)]).toBe(1);
    expect(mask[cell(0.5, 0.03)]).toBe(0);
    expect(mask[cell(0.02, 0.5)]).toBe(0);
    const row = mask.subarray(32 * MASK_SIZE, 33 * MASK_SIZE);
    for (let x = 1; x < MASK_SIZE; x++) expect(Math.abs(row[x]! - row[x - 1]!)).toBeLessThan(0.4);
  });
});
