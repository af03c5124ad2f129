import type { UpdateMeasures } from './measure-update.js';

/**
 * A logistic regression over the measures of two hits. Printed by benchmarks/src/truth/fit-updates.ts, which fits it to
 * changed facts, to pairs about different subjects and to compatible facts.
 */
export const UPDATE_INTERCEPT = -1.38;
export const UPDATE_WEIGHTS: UpdateMeasures = {
  nearness: 1.0,
  behindBest: -1.65,
  olderBehindBest: -3.38,
  shared: 0.86,
  lostVerb: 0.67,
  lostName: -1.24,
  exchanges: -0.2,
  otherWords: -0.17,
  otherKind: -2.19,
  missing: -0.9,
  stated: 0.92,
  addition: -1.88,
  severalAsked: -2.92,
  revoked: 2.61,
  changed: 1.31,
  valueExchanged: -0.04,
  restated: 1.39,
};
/** Score from which the newer hit ranks before the older one. */
export const MIN_UPDATE_SCORE = -1.2;
/** The same for turns of conversations, which mostly report events. */
export const MIN_TURN_SCORE = 1.5;
