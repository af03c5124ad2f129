import type { UpdateMeasures } from './measure-update.js';

/**
 * A logistic regression over the measures of two hits. Printed by benchmarks/src/truth/fit-updates.ts, which fits it to
 * changed facts, to pairs about different subjects and to compatible facts.
 */
export const UPDATE_INTERCEPT = -1.78;
export const UPDATE_WEIGHTS: UpdateMeasures = {
  nearness: 1.12,
  behindBest: -1.53,
  olderBehindBest: -3.39,
  shared: 0.84,
  lostVerb: 0.77,
  lostName: -1.30,
  exchanges: -0.50,
  otherWords: -0.13,
  otherKind: -2.16,
  missing: -0.89,
  stated: 0.79,
  addition: -1.58,
  severalAsked: -3.14,
  revoked: 2.87,
  changed: 1.84,
  valueExchanged: 0.43,
  restated: 1.91,
};
/** Score from which the newer hit ranks before the older one. */
export const MIN_UPDATE_SCORE = -1.6;
