import type { NearKey } from '../../ports/memory-search.js';
import type { RelatedCalibration } from '../calibration/calibration.js';
import { createSubjectMetric, type SubjectMetric } from './subject-nearness.js';

/** As many as the score looks at: the nearest by the plain cosine. Beyond them next to none speaks of the same thing. */
export const NEIGHBOUR_COUNT = 32;

/** The first three may all be versions of one thing; how dense the neighbourhood is, those behind them tell. */
const CROWD_FROM = 3;
const CROWD_TO = 13;

/** What is known of a memory that is near to a text. */
export interface RelatedMeasures {
  /** In what both are about. */
  nearness: number;
  /** Beyond what else is near to the text. */
  aboveCrowd: number;
  /** Beyond what is near to the memory: one that is near to everything is near to nothing. */
  aboveTheirCrowd: number;
  /** At most 0: how far it stays behind the nearest one. */
  behindNearest: number;
}

export const relatedMeasures = ['nearness', 'aboveCrowd', 'aboveTheirCrowd', 'behindNearest'] as const;

/** How surely each of the memories nearest to a text speaks of the same thing, as a logit; in order of `near`. */
export function scoreRelated(near: readonly NearKey[], calibration: RelatedCalibration): number[] {
  // The fewer there are, the likelier each of them is the one that is looked for.
  const intercept =
    calibration.intercept + Math.log(NEIGHBOUR_COUNT / Math.min(NEIGHBOUR_COUNT, near.length || 1));
  return measureRelated(near, calibration).map((measures) =>
    relatedMeasures.reduce((sum, name) => sum + calibration[name] * measures[name], intercept),
  );
}

/** In order of `near`. */
export function measureRelated(
  near: readonly Pick<NearKey, 'asked' | 'found'>[],
  calibration: Pick<RelatedCalibration, 'directions' | 'weights' | 'usualCrowd'>,
): RelatedMeasures[] {
  const { usualCrowd } = calibration;
  const asked = [...new Set(near.map((each) => each.asked))];
  const between = metricOf(calibration).nearness([...near.map(({ found }) => found), ...asked]);
  const own = Float32Array.from(near, (each, i) => between[i]![near.length + asked.indexOf(each.asked)]!);
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
let kept: (Learned & { metric: SubjectMetric }) | null = null;

/** A service has one calibration: its metric is made once. */
function metricOf({ directions, weights }: Learned): SubjectMetric {
  if (kept?.directions !== directions || kept.weights !== weights)
    kept = { directions, weights, metric: createSubjectMetric({ directions, weights }) };
  return kept.metric;
}

/** The first `count` without one of them. */
function others(values: Float32Array, count: number, without: number): Float32Array {
  const rest = values.slice(0, count - 1);
  if (without < count - 1) rest[without] = values[count - 1]!;
  return rest;
}

/** The mean of the fourth to thirteenth nearest; those that are not there count as usual. Sorts what it is given. */
function crowdOf(nearnesses: Float32Array, usual: number): number {
  const crowd = nearnesses.sort().reverse().subarray(CROWD_FROM, CROWD_TO);
  const missing = CROWD_TO - CROWD_FROM - crowd.length;
  return (crowd.reduce((sum, value) => sum + value, 0) + missing * usual) / (CROWD_TO - CROWD_FROM);
}
