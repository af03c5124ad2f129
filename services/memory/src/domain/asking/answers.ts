import type { Choice } from '../../ports/choice-model.js';

/** Nobody is surer than this: further than it, a probability of a model means nothing. */
const SUREST = 0.99;

/** A choice that came without its probability is trusted this far, where both orders agree on it. */
const UNMEASURED = 0.9;

/** By what the probabilities of these answers are lowered: a model that does not tell how sure it is, is not quite sure. */
export function confidenceFactor(answers: readonly Choice[]): number {
  return answers.every(({ isMeasured }) => isMeasured) ? 1 : UNMEASURED;
}

/** Of the first of two choices, 0 where both are as probable. */
export function logit({ probabilities }: Choice): number {
  const [yes = 0] = probabilities;
  const within = Math.min(Math.max(yes, 1 - SUREST), SUREST);
  return Math.log(within / (1 - within));
}

/** Where the two orders disagree, they take one another back. */
export function meanLogit(there: Choice, back: Choice): number {
  return (logit(there) + logit(back)) / 2;
}

export function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
