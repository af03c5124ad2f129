import { describe, expect, it } from 'vitest';
import { seededRandom } from '../tracking/testing/portraits.js';
import { MASK_SIZE } from './face-mask.js';
import { createRunningMean } from './running-mean.js';
import { createYuvPatch, patchPlanes, type YuvPatch } from './yuv-patch.js';

const SIDE = 96;
const EVERYWHERE = new Float32Array(MASK_SIZE * MASK_SIZE).fill(1);

/** Skin with a dark mouth over 12 rows from `top` on, and compression noise. */
function faceWithMouth(top: number, time: number, deviation: number): YuvPatch {
  const random = seededRandom(time + 1);
  const patch = createYuvPatch(SIDE);
  for (const { values, side } of patchPlanes(patch)) values.fill(side === SIDE ? 150 : 120);
  for (let row = top; row < top + 12; row++) patch.y.fill(60, row * SIDE + 30, row * SIDE + 66);
  for (let i = 0; i < patch.y.length; i++) patch.y[i]! += deviation * Math.sqrt(12) * (random() - 0.5);
  return patch;
}

function largest(one: Float32Array, other: Float32Array): number {
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0);
}

const spread = (values: Float32Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - 150) ** 2, 0) / values.length);

describe('createRunningMean', () => {
  it('takes most of the noise from what is still', () => {
    const mean = createRunningMean(SIDE);
    let last = createYuvPatch(SIDE);
    for (let time = 0; time < 20; time++) last = mean.next(faceWithMouth(40, time, 3), EVERYWHERE);
    const cheek = last.y.subarray(0, 20 * SIDE);
    expect(spread(cheek)).toBeLessThan(0.45 * spread(faceWithMouth(40, 20, 3).y.subarray(0, 20 * SIDE)));
  });

  it('does not smear a mouth that moves: its old place is skin at once', () => {
    const mean = createRunningMean(SIDE);
    for (let time = 0; time < 10; time++) {
      const patch = faceWithMouth(30 + 3 * time, 0, 0);
      const { y } = mean.next(patch, EVERYWHERE);
      expect(largest(y, patch.y)).toBeLessThan(3);
    }
  });

  it('leaves alone what is not to be steadied', () => {
    const mean = createRunningMean(SIDE);
    const nowhere = new Float32Array(MASK_SIZE * MASK_SIZE);
    mean.next(faceWithMouth(40, 0, 3), nowhere);
    const patch = faceWithMouth(40, 1, 3);
    expect(largest(mean.next(patch, nowhere).y, patch.y)).toBe(0);
  });

  it('knows nothing after a reset', () => {
    const mean = createRunningMean(SIDE);
    mean.next(faceWithMouth(40, 0, 3), EVERYWHERE);
    mean.reset();
    const patch = faceWithMouth(40, 1, 3);
    expect(largest(mean.next(patch, EVERYWHERE).y, patch.y)).toBe(0);
  });
});
