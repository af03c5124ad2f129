import { describe, expect, it } from 'vitest';
import { measureRelated, NEIGHBOUR_COUNT, scoreRelated } from './score-related.js';
import { createSubjectMetric } from './subject-nearness.js';

const DIMENSIONS = 4;
const unit = (...values: number[]) => {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => values[i] ?? 0);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
/** The first axis has double weight, the last axis has zero weight. */
const metric = {
  directions: Float32Array.from([...unit(1), ...unit(0, 0, 0, 1)]),
  weights: [1, -1],
  usualCrowd: 0,
};

describe('the metric', () => {
  const { nearness } = createSubjectMetric(metric);
  const between = (one: Float32Array, other: Float32Array) => nearness([one, other])[0]![1]!;

  it('is the cosine with each axis as heavy as its weight says', () => {
    expect(between(unit(1, 1), unit(1, 1))).toBeCloseTo(1, 5);
    expect(between(unit(1, 1), unit(1, -1))).toBeCloseTo(1 / 3, 5);
    expect(between(unit(0, 1, 0, 5), unit(0, 1, 0, -5))).toBeCloseTo(1, 4);
    expect(between(unit(0, 1), unit(0, 0, 1))).toBeCloseTo(0, 5);
  });

  it('gives a number for what lies wholly along an axis that does not count', () => {
    expect(between(unit(0, 0, 0, 1), unit(1))).toBe(0);
  });
});

describe('what is measured', () => {
  const asked = unit(0, 1);
  const measure = (...found: Float32Array[]) =>
    measureRelated(
      found.map((each) => ({ asked, found: each })),
      metric,
    );

  it('is the nearness, beyond both crowds, and behind the nearest', () => {
    const [near, far] = measure(unit(0, 1), unit(0, 1, 1));
    expect(near!.nearness).toBeCloseTo(1, 5);
    // There are no ten memories after the first three, so the calibrated crowd applies.
    expect(near!.aboveCrowd).toBeCloseTo(1, 5);
    expect(near!.behindNearest).toBeCloseTo(0, 5);
    expect(far!.behindNearest).toBeCloseTo(Math.SQRT1_2 - 1, 5);
  });

  it('counts as a crowd what stands behind the first three', () => {
    const versions = measure(...Array.from({ length: 3 }, () => unit(0, 1)));
    expect(versions[0]!.aboveCrowd).toBeCloseTo(1, 5);
    const crowd = measure(...Array.from({ length: 20 }, () => unit(0, 1)));
    expect(crowd[0]!.aboveCrowd).toBeCloseTo(0, 5);
    expect(crowd[0]!.aboveTheirCrowd).toBeCloseTo(0, 5);
  });

  it('is nothing of nothing, and the score adds it up', () => {
    expect(measure()).toEqual([]);
    const weights = {
      intercept: -1,
      nearness: 2,
      aboveCrowd: 3,
      aboveTheirCrowd: 4,
      behindNearest: 5,
      score: 0,
    };
    const near = [{ key: 1, similarity: 1, asked, found: asked }];
    expect(scoreRelated(near, { ...metric, ...weights })[0]).toBeCloseTo(
      -1 + 2 + 3 + 4 + Math.log(NEIGHBOUR_COUNT),
      4,
    );
  });
});
