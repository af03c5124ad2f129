import { describe, expect, it } from 'vitest';
import { seededRandom } from '../tracking/testing/portraits.js';
import { shareForWidth } from './face-crop.js';
import type { FaceDamage } from './face-damage.js';
import { MASK_SIZE } from './face-mask.js';
import { mixingShares } from './face-treatment.js';
import { createFaceMixer } from './mixed-face.js';
import { UNDAMAGED } from './testing/undamaged.js';
import { createYuvPatch, patchPlanes } from './yuv-patch.js';

describe('mixingShares', () => {
  const SOFT: FaceDamage = { ...UNDAMAGED, softness: 1, colourLoss: 1 };
  const NOISY: FaceDamage = { ...UNDAMAGED, noise: 1, colourNoise: 1 };

  it.each([
    ['close', UNDAMAGED],
    ['close', SOFT],
    ['close', NOISY],
    ['ffhq', UNDAMAGED],
  ] as const)('is nothing at 0, all at 1, and does not fall between: %s', (kind, damage) => {
    const at = (strength: number): number[] => Object.values(mixingShares(strength, kind, damage, 1));
    expect(at(0)).toEqual([0, 0, 0]);
    for (const share of at(1)) expect(share).toBeCloseTo(1, 6);
    for (const [i, share] of at(0.6).entries()) expect(share).toBeGreaterThanOrEqual(at(0.2)[i]!);
  });

  it('takes no more than what happened to the face calls for, nor of what a network saw too few pixels of', () => {
    const of = (damage: FaceDamage, shrink = 1.6) => mixingShares(0.55, 'close', damage, shrink);
    for (const share of Object.values(of(UNDAMAGED))) expect(share).toBeLessThan(0.01);
    expect(of(SOFT).fine).toBeCloseTo(0.38, 2);
    expect(of({ ...UNDAMAGED, colourLoss: 1 })).toMatchObject({
      fine: of(UNDAMAGED).fine,
      colour: expect.closeTo(0.3, 2),
    });
    expect(of({ ...UNDAMAGED, softness: 0.2 }).fine).toBeLessThan(0.1);
    expect(of(SOFT, 6).fine).toBeLessThan(0.6 * of(SOFT).fine);
    expect(of(NOISY).fine).toBeGreaterThan(0.9);
    expect(of(NOISY).coarse).toBeLessThan(0.5);
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

describe('createFaceMixer', () => {
  const side = 96;
  const ALL = { fine: 1, coarse: 1, colour: 1 };
  const NONE = { fine: 0, coarse: 0, colour: 0 };
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
