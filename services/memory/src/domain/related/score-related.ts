import type { NearKey } from '../../ports/memory-search.js';
import type { RelatedCalibration } from '../calibration/calibration.js';
import { createSubjectMetric, type PlacedText } from './subject-nearness.js';

/** As many as the score looks at: the nearest by the plain cosine. Beyond them next to none speaks of the same thing. */
export const LOOKED_AT = 32;

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
  const intercept = calibration.intercept + Math.log(LOOKED_AT / Math.min(LOOKED_AT, near.length || 1));
  return measureRelated(near, calibration).map((measures) =>
    relatedMeasures.reduce((sum, name) => sum + calibration[name] * measures[name], intercept),
  );
}

/** In order of `near`. */
export function measureRelated(
  near: readonly Pick<NearKey, 'asked' | 'found'>[],
  { usualCrowd, ...metric }: Pick<RelatedCalibration, 'directions' | 'weights' | 'usualCrowd'>,
): RelatedMeasures[] {
  const { place, nearness } = createSubjectMetric(metric);
  const asked = new Map(near.map((each) => [each.asked, place(each.asked)]));
  const placed = near.map(({ found }) => place(found));
  const own = near.map((each, i) => nearness(asked.get(each.asked)!, placed[i]!));
  const between = nearnessBetween(placed, nearness);
  const nearest = Math.max(...own);
  const crowd = crowdOf(own, usualCrowd);
  return own.map((value, i) => ({
    nearness: value,
    aboveCrowd: value - crowd,
    aboveTheirCrowd: value - crowdOf(between[i]!, usualCrowd),
    behindNearest: value - nearest,
  }));
}

/** Of each of the others, without itself. */
function nearnessBetween(
  placed: readonly PlacedText[],
  nearness: (one: PlacedText, other: PlacedText) => number,
): number[][] {
  const between = placed.map((): number[] => []);
  for (let i = 0; i < placed.length; i++) {
    for (let j = 0; j < i; j++) {
      const value = nearness(placed[i]!, placed[j]!);
      between[i]!.push(value);
      between[j]!.push(value);
    }
  }
  return between;
}

/** The mean of the fourth to thirteenth nearest; those that are not there count as usual. */
function crowdOf(nearnesses: readonly number[], usual: number): number {
  const crowd = nearnesses.toSorted((a, b) => b - a).slice(CROWD_FROM, CROWD_TO);
  const missing = CROWD_TO - CROWD_FROM - crowd.length;
  return (crowd.reduce((sum, value) => sum + value, 0) + missing * usual) / (CROWD_TO - CROWD_FROM);
}
