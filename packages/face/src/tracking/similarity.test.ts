import { describe, expect, it } from 'vitest';
import { applyAffine } from '../image/affine.js';
import { alignFace, fitSimilarity } from './alignment.js';
import { LEFT_EYE, LEFT_MOUTH_CORNER, NOSE_TIP, RIGHT_EYE, RIGHT_MOUTH_CORNER } from './face-geometry.js';
import { LANDMARKS } from './face-track.js';
import { moveBy, seededRandom } from './testing/portraits.js';

const random = seededRandom(5);
const between = (low: number, high: number): number => low + (high - low) * random();
const COUNT = 7;
const ALL = Array.from({ length: COUNT }, (_, i) => i);
const somePoints = (): number[] => Array.from({ length: 2 * COUNT }, () => between(-100, 100));
const anyMove = () =>
  moveBy(1, 1, { x: between(-99, 99), y: between(-99, 99), turn: between(-3, 3), scale: between(0.1, 5) });

describe('fitSimilarity', () => {
  it('finds the transform that was used', () => {
    for (let round = 0; round < 100; round++) {
      const from = somePoints();
      const used = anyMove();
      const to = ALL.flatMap((i) =>
        Object.values(applyAffine(used, { x: from[2 * i]!, y: from[2 * i + 1]! })),
      );
      const found = fitSimilarity(from, to, 2, ALL);
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f'] as const) expect(found[key]).toBeCloseTo(used[key], 6);
    }
  });

  it('leaves the least squared error: any small change of it is worse', () => {
    for (let round = 0; round < 50; round++) {
      const [from, to] = [somePoints(), somePoints()];
      const error = (a: number, d: number, c: number, f: number): number =>
        ALL.reduce((sum, i) => {
          const [x, y] = [from[2 * i]!, from[2 * i + 1]!];
          return sum + (a * x - d * y + c - to[2 * i]!) ** 2 + (d * x + a * y + f - to[2 * i + 1]!) ** 2;
        }, 0);
      const { a, d, c, f } = fitSimilarity(from, to, 2, ALL);
      const least = error(a, d, c, f);
      for (const change of [-0.01, 0.01]) {
        expect(error(a + change, d, c, f)).toBeGreaterThan(least);
        expect(error(a, d + change, c, f)).toBeGreaterThan(least);
        expect(error(a, d, c + change, f)).toBeGreaterThan(least);
        expect(error(a, d, c, f + change)).toBeGreaterThan(least);
      }
    }
  });

  it('takes only the points it is told to', () => {
    const from = somePoints();
    const to = from.map((value, i) => (i < 8 ? value + 5 : -999));
    const found = fitSimilarity(from, to, 2, [0, 1, 2, 3]);
    expect([found.a, found.d, found.c, found.f].map((value) => Number(value.toFixed(6)))).toEqual([
      1, 0, 5, 5,
    ]);
  });

  it('refuses points that fall together', () => {
    expect(() => fitSimilarity([1, 1, 1, 1], [0, 0, 1, 1], 2, [0, 1])).toThrow(RangeError);
  });
});

describe('alignFace', () => {
  const points = new Float32Array(3 * LANDMARKS);
  const used = moveBy(512, 700, { x: 120, y: -40, turn: 0.4, scale: 0.7 });
  const put = (index: number, x: number, y: number): void => {
    const place = applyAffine(used, { x: 512 * x, y: 512 * y });
    points.set([place.x, place.y], 3 * index);
  };
  for (const index of RIGHT_EYE) put(index, 0.37691676, 0.46864664);
  for (const index of LEFT_EYE) put(index, 0.62285697, 0.46912813);
  put(NOSE_TIP, 0.50123859, 0.61331904);
  put(RIGHT_MOUTH_CORNER, 0.39308822, 0.725411);
  put(LEFT_MOUTH_CORNER, 0.61150205, 0.72490465);

  it('lays the five places on the template of FFHQ, and back', () => {
    const { toFrame, toPatch } = alignFace(points, 512);
    for (const key of ['a', 'b', 'd', 'e'] as const) expect(toFrame[key]).toBeCloseTo(used[key], 4);
    const nose = applyAffine(toPatch, { x: points[3 * NOSE_TIP]!, y: points[3 * NOSE_TIP + 1]! });
    expect(nose.x).toBeCloseTo(512 * 0.50123859, 2);
    expect(nose.y).toBeCloseTo(512 * 0.61331904, 2);
    const there = applyAffine(toFrame, applyAffine(toPatch, { x: 10, y: 20 }));
    expect(there.x).toBeCloseTo(10, 6);
    expect(there.y).toBeCloseTo(20, 6);
  });
});
