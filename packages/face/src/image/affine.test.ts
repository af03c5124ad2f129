import { describe, expect, it } from 'vitest';
import { seededRandom } from '../tracking/testing/portraits.js';
import { type Affine, applyAffine, areaScale, composeAffine, invertAffine } from './affine.js';

const random = seededRandom(1);
const between = (low: number, high: number): number => low + (high - low) * random();
const anyAffine = (): Affine => ({
  a: between(-3, 3),
  b: between(-3, 3),
  c: between(-500, 500),
  d: between(-3, 3),
  e: between(-3, 3),
  f: between(-500, 500),
});

describe('affine transforms', () => {
  it('go there and back', () => {
    for (let round = 0; round < 200; round++) {
      const transform = anyAffine();
      if (Math.abs(areaScale(transform)) < 0.01) continue;
      const point = { x: between(-500, 500), y: between(-500, 500) };
      const back = applyAffine(invertAffine(transform), applyAffine(transform, point));
      expect(back.x).toBeCloseTo(point.x, 6);
      expect(back.y).toBeCloseTo(point.y, 6);
    }
  });

  it('follow one another as composed, and areas multiply', () => {
    for (let round = 0; round < 200; round++) {
      const [inner, outer] = [anyAffine(), anyAffine()];
      const both = composeAffine(outer, inner);
      const point = { x: between(-9, 9), y: between(-9, 9) };
      const expected = applyAffine(outer, applyAffine(inner, point));
      expect(applyAffine(both, point).x).toBeCloseTo(expected.x, 6);
      expect(applyAffine(both, point).y).toBeCloseTo(expected.y, 6);
      expect(areaScale(both)).toBeCloseTo(areaScale(outer) * areaScale(inner), 6);
    }
  });

  it('cannot be undone when flat', () => {
    expect(() => invertAffine({ a: 1, b: 2, c: 0, d: 2, e: 4, f: 0 })).toThrow(RangeError);
  });
});
