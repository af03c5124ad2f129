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
  'laterOrYear',
  'speaker',
  'asks',
  'answersMatch',
  'answersWhen',
  'whenTime',
  'manyNumber',
  'wherePlace',
  'nameTitle',
  'nameCapital',
  'firstPerson',
  'generic',
  'specific',
] as const;

export type Signal = (typeof SIGNALS)[number];

/**
 * Weights of the signals, fitted on the chats of LoCoMo-dev (two people, 997 queries) and RealMem (a user and an
 * assistant, 728 queries), each set with the same weight in total: listwise logistic regression with a ridge of 0.002
 * over the 160 likeliest turns of each query. To repeat it: benchmarks/src/retrieval/fit-weights.ts.
 *
 * | R@10 / MRR | LoCoMo-dev | RealMem, by session |
 * |---|---|---|
 * | z-fusion of BM25 and cosine | 0.717 / 0.542 | 0.635 / 0.530 |
 * | weights that were fitted on LoCoMo-dev only | 0.869 / 0.708 | 0.603 / 0.523 |
 * | each conversation or user with weights fitted on the others | 0.864 / 0.699 | 0.615 / 0.526 |
 * | these weights, fitted on all | 0.865 / 0.702 | 0.623 / 0.530 |
 *
 * The signals were selected on LoCoMo-dev; the standard error is 0.011 to 0.015. The weights compare turns of a
 * conversation only with each other.
 */
export const CONVERSATION_WEIGHTS: Readonly<Record<Signal, number>> = {
  covered: 0.18,
  semantic: 0.41,
  context: 0.46,
  nextContext: 0.3,
  window: 0.34,
  session: 0.25,
  bothMatch: -0.19,
  inMonth: 1.49,
  onDay: 2.04,
  laterOrYear: -0.22,
  speaker: 0.52,
  asks: -0.47,
  answersMatch: 0.46,
  answersWhen: -0.71,
  whenTime: 1.88,
  manyNumber: 1.22,
  wherePlace: 1.24,
  nameTitle: 0.62,
  nameCapital: 0.33,
  firstPerson: 0.28,
  generic: -0.66,
  specific: 0.98,
};
