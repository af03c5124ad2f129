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

describe('subject metric', () => {
  const { nearness } = createSubjectMetric(metric);
  const between = (one: Float32Array, other: Float32Array) => nearness([one, other])[0]![1]!;

  it('is the cosine with weighted axes', () => {
    expect(between(unit(1, 1), unit(1, 1))).toBeCloseTo(1, 5);
    expect(between(unit(1, 1), unit(1, -1))).toBeCloseTo(1 / 3, 5);
    expect(between(unit(0, 1, 0, 5), unit(0, 1, 0, -5))).toBeCloseTo(1, 4);
    expect(between(unit(0, 1), unit(0, 0, 1))).toBeCloseTo(0, 5);
  });

  it('returns 0 for a vector along an axis with zero weight', () => {
    expect(between(unit(0, 0, 0, 1), unit(1))).toBe(0);
  });
});

describe('related features', () => {
  const query = unit(0, 1);
  const measure = (...found: Float32Array[]) =>
    measureRelated(
      found.map((each) => ({ asked: query, found: each })),
      metric,
    );

  it('computes the nearness and its difference from the crowds and the nearest memory', () => {
    const [near, far] = measure(unit(0, 1), unit(0, 1, 1));
    expect(near!.nearness).toBeCloseTo(1, 5);
    // There are no ten memories after the first three, so the calibrated crowd applies.
    expect(near!.aboveCrowd).toBeCloseTo(1, 5);
    expect(near!.behindNearest).toBeCloseTo(0, 5);
    expect(far!.behindNearest).toBeCloseTo(Math.SQRT1_2 - 1, 5);
  });

  it('excludes the first three memories from the crowd', () => {
    const versions = measure(...Array.from({ length: 3 }, () => unit(0, 1)));
    expect(versions[0]!.aboveCrowd).toBeCloseTo(1, 5);
    const crowd = measure(...Array.from({ length: 20 }, () => unit(0, 1)));
    expect(crowd[0]!.aboveCrowd).toBeCloseTo(0, 5);
    expect(crowd[0]!.aboveTheirCrowd).toBeCloseTo(0, 5);
  });

  it('returns an empty list for no memories and adds the features to the score', () => {
    expect(measure()).toEqual([]);
    const weights = {
      intercept: -1,
      nearness: 2,
      aboveCrowd: 3,
      aboveTheirCrowd: 4,
      behindNearest: 5,
      score: 0,
    };
    const near = [{ key: 1, similarity: 1, asked: query, found: query }];
    expect(scoreRelated(near, { ...metric, ...weights })[0]).toBeCloseTo(
      -1 + 2 + 3 + 4 + Math.log(NEIGHBOUR_COUNT),
      4,
    );
  });
});
