import type { UpdateMeasures } from './measure-update.js';

/**
 * A logistic regression over the measures of two hits. Printed by benchmarks/src/truth/fit-updates.ts, which fits it to
 * changed facts, to pairs about different subjects and to compatible facts.
 */
export const UPDATE_INTERCEPT = -2.18;
export const UPDATE_WEIGHTS: UpdateMeasures = {
  nearness: 1.46,
  behindBest: -1.47,
  olderBehindBest: -3.43,
  shared: 0.65,
  lost: -0.80,
  lostVerb: 1.04,
  lostName: -1.69,
  exchanges: -0.82,
  otherWords: -0.42,
  addition: -1.10,
  severalAsked: -2.19,
  revoked: 3.73,
  changed: 2.99,
  valueExchanged: 1.06,
  restated: 2.54,
};
/** Score from which the newer hit ranks before the older one. */
export const MIN_UPDATE_SCORE = -1.2;
