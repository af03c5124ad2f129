import { describe, expect, it } from 'vitest';
import { seededRandom } from '../index-scan/synthetic-memories.js';
import { areaUnderCurve, fitLogistic, probabilityOf } from './fit-logistic.js';

describe('fitLogistic', () => {
  it('finds the weights that created the labels', () => {
    const random = seededRandom(3);
    const truth = Float64Array.of(-0.5, 2, -1);
    const examples = Array.from({ length: 20_000 }, () => {
      const features = [1, random() * 4 - 2, random() * 4 - 2];
      return { features, label: random() < probabilityOf(features, truth), weight: 1 };
    });
    const fitted = fitLogistic(examples, 0.01);
    for (const [at, weight] of truth.entries()) expect(Math.abs(fitted[at]! - weight)).toBeLessThan(0.15);
  });
});

describe('areaUnderCurve', () => {
  it('is the share of pairs in the right order, ties counted half', () => {
    expect(areaUnderCurve([3, 2], [1, 0])).toBe(1);
    expect(areaUnderCurve([1, 0], [1, 0])).toBe(0.5);
    expect(areaUnderCurve([2, 0], [1])).toBe(0.5);
  });
});
