import type { UpdateMeasures } from './measure-update.js';

/**
 * A logistic regression over the measures of two hits. Printed by benchmarks/src/truth/fit-updates.ts, which fits it to
 * changed facts, to pairs about different subjects and to compatible facts.
 */
export const UPDATE_INTERCEPT = -1.64;
export const UPDATE_WEIGHTS: UpdateMeasures = {
  nearness: 1.2,
  behindBest: -1.57,
  olderBehindBest: -3.47,
  shared: 0.83,
  lostVerb: 0.82,
  lostName: -1.18,
  exchanges: -0.49,
  otherWords: -0.16,
  otherKind: -2.26,
  missing: -0.88,
  stated: 0.93,
  addition: -1.68,
  severalAsked: -3.32,
  revoked: 2.7,
  changed: 1.58,
  valueExchanged: 0.29,
  restated: 1.68,
};
/** Score from which the newer hit ranks before the older one. */
export const MIN_UPDATE_SCORE = -1.5;
