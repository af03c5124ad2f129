/** The signals of the score of a turn; `conversation-signals.ts` defines each of them. */
export const SIGNALS = [
  'covered',
  'semantic',
  'context',
  'nextContext',
  'window',
  'session',
  'bothMatch',
  'inMonth',
  'onDay',
  'speaker',
  'asks',
  'answersMatch',
  'whenTime',
  'manyNumber',
  'wherePlace',
  'generic',
  'specific',
] as const;

export type Signal = (typeof SIGNALS)[number];

/**
 * Weights of the signals, fitted on the chats of LoCoMo-dev (two people, 997 queries) and RealMem (a user and an
 * assistant, 728 queries), each set with the same weight in total: listwise logistic regression with a ridge of 0.002
 * over the 60 likeliest turns of each query. To repeat it: benchmarks/src/retrieval/fit-weights.ts;
 * its weights differ from these by at most 0.06, with the same result within 0.001.
 *
 * | R@10 / MRR | LoCoMo-dev | RealMem, by session |
 * |---|---|---|
 * | z-fusion of BM25 and cosine | 0.717 / 0.542 | 0.635 / 0.530 |
 * | 22 signals, fitted on LoCoMo-dev only, without a penalty of followers | 0.869 / 0.708 | 0.603 / 0.523 |
 * | 17 signals, each conversation or user with weights fitted on the others | 0.858 / 0.694 | 0.668 / 0.542 |
 * | these weights, fitted on all | 0.863 / 0.695 | 0.665 / 0.539 |
 *
 * The signals were selected on both sets (docs/lab/retrieval.md); the standard error is 0.011 to 0.015. The weights compare turns of a
 * conversation only with each other.
 */
export const CONVERSATION_WEIGHTS: Readonly<Record<Signal, number>> = {
  covered: 0.17,
  semantic: 0.41,
  context: 0.44,
  nextContext: 0.24,
  window: 0.32,
  session: 0.23,
  bothMatch: -0.18,
  inMonth: 1.44,
  onDay: 1.93,
  speaker: 0.5,
  asks: -0.57,
  answersMatch: 0.45,
  whenTime: 1.85,
  manyNumber: 1.12,
  wherePlace: 1.3,
  generic: -0.53,
  specific: 1.09,
};
