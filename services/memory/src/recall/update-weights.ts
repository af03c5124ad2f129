import type { UpdateMeasures } from './measure-update.js';

/**
 * A logistic regression over the measures of two hits. Printed by benchmarks/src/truth/fit-updates.ts, which fits it to
 * changed facts, to pairs about different subjects and to compatible facts.
 */
export const UPDATE_INTERCEPT = -1.39;
export const UPDATE_WEIGHTS: UpdateMeasures = {
  nearness: 0.98,
  behindBest: -1.65,
  olderBehindBest: -3.36,
  shared: 0.87,
  lostVerb: 0.66,
  lostName: -1.23,
  exchanges: -0.18,
  otherWords: -0.17,
  otherKind: -2.19,
  missing: -0.89,
  stated: 0.8,
  oldValue: 0.67,
  addition: -1.87,
  severalAsked: -2.99,
  revoked: 2.49,
  changed: 1.4,
  valueExchanged: -0.03,
  restated: 1.42,
};
/** Score from which a newer hit that states a change, or exchanges a value, ranks before the older one. */
export const MIN_UPDATE_SCORE = -1.2;
/**
 * The same for another sentence. A lower score puts fewer outdated statements first, but also more statements that only
 * share words with the answer (docs/lab/evaluation.md).
 */
export const MIN_RESTATED_SCORE = 0.2;
/** The same for turns of conversations, which mostly report events. */
export const MIN_TURN_SCORE = 1.5;
