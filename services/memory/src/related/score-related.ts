import type { RelatedCalibration } from '../embedding/calibration/calibration.js';
import type { NearKey } from '../search/memory-search.js';
import { createSubjectMetric, type SubjectMetric } from './subject-nearness.js';

/**
 * Number of nearest memories by cosine that are scored. Memories beyond them are hardly ever about the same
 * subject.
 */
export const NEIGHBOUR_COUNT = 32;

/**
 * Ranks of the crowd. The first three neighbours may be versions of one fact; the neighbours after them show
 * how dense the neighbourhood is.
 */
const CROWD_FROM = 3;
const CROWD_TO = 13;

/** Features of a memory that is near to a text. */
export interface RelatedMeasures {
  /** Nearness of the subjects, -1 to 1: see SubjectMetric. */
  nearness: number;
  /** Nearness minus the average nearness of the crowd around the text. */
  aboveCrowd: number;
  /**
   * Nearness minus the average nearness of the crowd around the memory. It is low for a memory that is near
   * to every text.
   */
  aboveTheirCrowd: number;
  /** Nearness minus the nearness of the nearest memory; at most 0. */
  behindNearest: number;
}

export const relatedMeasures = ['nearness', 'aboveCrowd', 'aboveTheirCrowd', 'behindNearest'] as const;

/**
 * Returns, in the order of `near`, the logit of the probability that a memory is about the same subject as
 * the text.
 */
export function scoreRelated(near: readonly NearKey[], calibration: RelatedCalibration): number[] {
  // With fewer candidates, each is more likely to be the related memory.
  const intercept =
    calibration.intercept + Math.log(NEIGHBOUR_COUNT / Math.min(NEIGHBOUR_COUNT, near.length || 1));
  return measureRelated(near, calibration).map((measures) =>
    relatedMeasures.reduce((sum, name) => sum + calibration[name] * measures[name], intercept),
  );
}

/** Computes the features in the order of `near`. */
export function measureRelated(
  near: readonly Pick<NearKey, 'asked' | 'found'>[],
  calibration: Pick<RelatedCalibration, 'directions' | 'weights' | 'usualCrowd'>,
): RelatedMeasures[] {
  const { usualCrowd } = calibration;
  const query = [...new Set(near.map((each) => each.asked))];
  const between = metricOf(calibration).nearness([...near.map(({ found }) => found), ...query]);
  const own = Float32Array.from(near, (each, i) => between[i]![near.length + query.indexOf(each.asked)]!);
  const nearest = Math.max(...own);
  const crowd = crowdOf(own.slice(), usualCrowd);
  return near.map((_, i) => ({
    nearness: own[i]!,
    aboveCrowd: own[i]! - crowd,
    aboveTheirCrowd: own[i]! - crowdOf(others(between[i]!, near.length, i), usualCrowd),
    behindNearest: own[i]! - nearest,
  }));
}

type Learned = Pick<RelatedCalibration, 'directions' | 'weights'>;
let best: (Learned & { metric: SubjectMetric }) | null = null;

/** Returns the metric of a calibration. A service has one calibration, so its metric is created once. */
function metricOf({ directions, weights }: Learned): SubjectMetric {
  if (best?.directions !== directions || best.weights !== weights)
    best = { directions, weights, metric: createSubjectMetric({ directions, weights }) };
  return best.metric;
}

/** Returns the first `count` values except the value at index `without`, in any order. */
function others(values: Float32Array, count: number, without: number): Float32Array {
  const rest = values.slice(0, count - 1);
  if (without < count - 1) rest[without] = values[count - 1]!;
  return rest;
}

/**
 * Returns the mean of the fourth to thirteenth highest values. Missing values count as `usual`. Sorts the
 * given array.
 */
function crowdOf(nearnesses: Float32Array, usual: number): number {
  const crowd = nearnesses.sort().reverse().subarray(CROWD_FROM, CROWD_TO);
  const missing = CROWD_TO - CROWD_FROM - crowd.length;
  return (crowd.reduce((sum, value) => sum + value, 0) + missing * usual) / (CROWD_TO - CROWD_FROM);
}
