import { describe, expect, it } from 'vitest';
import { FACE_OVAL, LEFT_EYE, OUTER_LIP, RIGHT_EYE } from '../tracking/face-geometry.js';
import { LANDMARKS } from '../tracking/face-track.js';
import { fillFaceMask, MASK_SIZE } from './face-mask.js';
import { createSteadyParts } from './steady-parts.js';

const STILL = { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 };
const WIDTH = 0.7;

/** Outlines as ellipses in the unit square: what the masks are made of. */
function drawnFace(mouthHeight: number): Float32Array {
  const points = new Float32Array(3 * LANDMARKS);
  const ellipse = (landmarks: readonly number[], x: number, y: number, wide: number, high: number): void => {
    for (const [i, index] of landmarks.entries()) {
      const turn = (2 * Math.PI * i) / landmarks.length;
      points[3 * index] = x + wide * Math.cos(turn);
      points[3 * index + 1] = y + high * Math.sin(turn);
    }
  };
  ellipse(FACE_OVAL, 0.5, 0.5, 0.35, 0.42);
  ellipse(RIGHT_EYE, 0.35, 0.4, 0.06, 0.02);
  ellipse(LEFT_EYE, 0.65, 0.4, 0.06, 0.02);
  ellipse(OUTER_LIP, 0.5, 0.7, 0.12, mouthHeight);
  return points;
}

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
  it('is 1 inside, 0 on the outline and outside, and soft between', () => {
    const mask = new Float32Array(MASK_SIZE * MASK_SIZE);
    fillFaceMask(drawnFace(0.03), STILL, WIDTH, mask);
    expect(mask[cell(0.5, 0.5)]).toBe(1);
    expect(mask[cell(0.5, 0.06)]).toBe(0);
    expect(mask[cell(0.02, 0.5)]).toBe(0);
    const row = mask.subarray(32 * MASK_SIZE, 33 * MASK_SIZE);
    for (let x = 1; x < MASK_SIZE; x++) expect(Math.abs(row[x]! - row[x - 1]!)).toBeLessThan(0.5);
  });
});
