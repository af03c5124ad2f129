import { describe, expect, it } from 'vitest';
import { addNoise, seededRandom } from '../tracking/testing/portraits.js';
import { shareForWidth } from './face-crop.js';
import { MASK_SIZE } from './face-mask.js';
import { createFaceMixer } from './mixed-face.js';
import { mixingShares } from './mixing-shares.js';
import { skinTexture } from './skin-texture.js';
import { createYuvPatch, patchPlanes } from './yuv-patch.js';

describe('mixingShares', () => {
  it.each(['close', 'ffhq'] as const)('is nothing at 0, all at 1, and grows between: %s', (kind) => {
    for (const texture of [0, 0.4, 6]) {
      const at = (strength: number): number[] => Object.values(mixingShares(strength, kind, texture, 1));
      expect(at(0)).toEqual([0, 0, 0, 0]);
      for (const share of at(1)) expect(share).toBeCloseTo(1, 6);
      for (const [i, share] of at(0.6).entries()) expect(share).toBeGreaterThan(at(0.2)[i]!);
    }
  });

  it('keeps pores, and what a network saw too few pixels of, and takes noise away', () => {
    const { fine } = mixingShares(0.55, 'close', 0.2, 1.6);
    expect(mixingShares(0.55, 'close', 1.5, 1.6).fine).toBeLessThan(0.5 * fine);
    expect(mixingShares(0.55, 'close', 0.2, 4).fine).toBeLessThan(0.6 * fine);
    expect(mixingShares(0.55, 'close', 5, 1.6).fine).toBeGreaterThan(0.9);
  });
});

describe('shareForWidth', () => {
  it.each([
    [200, 1],
    [40, 1],
    [30, 0.5],
    [20, 0],
    [8, 0],
  ])('of a face %d pixels wide', (width, share) => {
    expect(shareForWidth(width)).toBeCloseTo(share, 6);
  });
});

describe('skinTexture', () => {
  it.each([0.5, 2, 5])('is the deviation of noise on even skin: %d', (deviation) => {
    const side = 120;
    const noisy = addNoise(new Uint8Array(side * side).fill(128), 8 * deviation, seededRandom(2));
    const luma = Float32Array.from(noisy, (value) => 128 + (value - 128) / 8);
    const everywhere = new Float32Array(MASK_SIZE * MASK_SIZE).fill(1);
    expect(Math.abs(skinTexture(luma, side, everywhere) / deviation - 1)).toBeLessThan(0.12);
  });
});

describe('createFaceMixer', () => {
  const side = 96;
  const ALL = { fine: 1, coarse: 1, fineColour: 1, coarseColour: 1 };
  const NONE = { fine: 0, coarse: 0, fineColour: 0, coarseColour: 0 };
  const random = seededRandom(8);
  const patch = (base: number) => {
    const made = createYuvPatch(side);
    for (const { values } of patchPlanes(made)) values.set(values.map(() => base + 8 * random()));
    return made;
  };
  const shownMask = (): Float32Array => new Float32Array(MASK_SIZE * MASK_SIZE).fill(1);

  it('is what came without shares, and what the network made but for large areas with all', () => {
    const [own, made] = [patch(120), patch(126)];
    const mixer = createFaceMixer(side);
    const shown = shownMask();
    for (const [i, value] of mixer.mix(own, made, NONE, shown).y.entries())
      expect(value).toBeCloseTo(own.y[i]!, 4);
    const mean = (values: Float32Array): number => values.reduce((sum, v) => sum + v, 0) / values.length;
    const { y } = mixer.mix(own, made, ALL, shown);
    expect(Math.abs(mean(y) - mean(own.y))).toBeLessThan(0.05);
    let worst = 0;
    for (const [i, value] of y.entries())
      worst = Math.max(worst, Math.abs(value - mean(own.y) - (made.y[i]! - mean(made.y))));
    expect(worst).toBeLessThan(1.5);
    expect(shown.every((share) => share === 1)).toBe(true);
  });

  it('does not show a face that was made over something else', () => {
    const own = patch(60);
    const made = patch(60);
    // A hand over the left half, which the network took away.
    for (let row = 0; row < side; row++) made.y.fill(150, row * side, row * side + side / 2);
    const shown = shownMask();
    createFaceMixer(side).mix(own, made, ALL, shown);
    const middle = (MASK_SIZE / 2) * MASK_SIZE;
    expect(shown[middle + 8]).toBe(0);
    expect(shown[middle + MASK_SIZE - 8]).toBe(1);
  });
});
