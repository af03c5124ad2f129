import type { NearKey } from '../../ports/memory-search.js';
import type { RelatedCalibration } from '../calibration/calibration.js';
import { createSubjectMetric, type PlacedText } from './subject-nearness.js';

/** As many as the score looks at: the nearest by the plain cosine. Beyond them next to none speaks of the same thing. */
export const LOOKED_AT = 32;

/** The first three may all be versions of one thing; how dense the neighbourhood is, those behind them tell. */
const CROWD_FROM = 3;
const CROWD_TO = 13;

/**
 * How surely each of the memories nearest to a text speaks of the same thing: how near it is in its subject; how far it stands out of
 * what else is near to the text, and of what is near to itself (what is near to everything is near to nothing); and how far it
 * stays behind the nearest one. On the scale of a logit, in order of `near`.
 */
export function scoreRelated(near: readonly NearKey[], calibration: RelatedCalibration): number[] {
  const { place, nearness } = createSubjectMetric(calibration);
  const asked = new Map<Float32Array, PlacedText>();
  const found = near.map((each) => {
    const known = asked.get(each.asked) ?? place(each.asked);
    asked.set(each.asked, known);
    const placed = place(each.found);
    return { placed, nearness: nearness(known, placed) };
  });
  const between = nearnessBetween(
    found.map(({ placed }) => placed),
    nearness,
  );
  const all = found.map((each) => each.nearness);
  const highest = Math.max(...all);
  const crowd = crowdOf(all, calibration.usualCrowd);
  return found.map(({ nearness: own }, i) => {
    const theirCrowd = crowdOf(between[i]!, calibration.usualCrowd);
    return (
      calibration.intercept +
      calibration.nearness * own +
      calibration.aboveCrowd * (own - crowd) +
      calibration.aboveTheirCrowd * (own - theirCrowd) +
      calibration.behindNearest * (own - highest)
    );
  });
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
