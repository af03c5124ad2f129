import type { UpdateMeasures } from './measure-update.js';

/**
 * A logistic regression over the measures of two hits. Printed by benchmarks/src/truth/fit-updates.ts, which fits it to
 * changed facts, to pairs about different subjects and to compatible facts.
 */
export const UPDATE_INTERCEPT = -1.60;
export const UPDATE_WEIGHTS: UpdateMeasures = {
  nearness: 1.05,
  behindBest: -1.74,
  olderBehindBest: -3.64,
  shared: 0.50,
  lost: -0.20,
  lostVerb: 1.21,
  lostName: -1.33,
  exchanges: -1.09,
  otherWords: -0.27,
  sameKind: 0.33,
  otherKind: -1.15,
  missing: -1.73,
  addition: -1.04,
  severalAsked: -2.01,
  revoked: 3.95,
  changed: 3.15,
  valueExchanged: 1.19,
  restated: 2.48,
};
/** Score from which the newer hit ranks before the older one. */
export const MIN_UPDATE_SCORE = -1.4;
