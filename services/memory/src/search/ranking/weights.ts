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
 * Weights of the signals, fitted only on LoCoMo-dev (five conversations, 997 queries): listwise logistic regression with
 * a ridge of 2 over the 160 likeliest turns of each query. benchmarks/src/retrieval/fit-weights.ts fits
 * them on LoCoMo-dev and RealMem together.
 *
 * | turn level | R@5 | R@10 | MRR |
 * |---|---|---|---|
 * | z-fusion of BM25 and cosine | 0.633 | 0.717 | 0.542 |
 * | the 14 / 21 weights of reference/conversation-ranking.md | 0.782 / 0.797 | 0.853 / 0.864 | 0.666 / 0.690 |
 * | these signals, each conversation with weights fitted on the other four | 0.803 | 0.866 | 0.704 |
 * | these weights, fitted on all five | 0.808 | 0.869 | 0.708 |
 *
 * The signals were selected by cross-validation over the same five conversations, so the third row is slightly
 * optimistic; the standard error is 0.011. The weights compare turns of a conversation only with each other.
 */
export const CONVERSATION_WEIGHTS: Readonly<Record<Signal, number>> = {
  covered: 0.17,
  semantic: 0.52,
  context: 0.46,
  nextContext: 0.22,
  window: 0.35,
  session: 0.48,
  bothMatch: -0.2,
  inMonth: 2.52,
  onDay: 1.82,
  laterOrYear: 0.22,
  speaker: 0.51,
  asks: -0.65,
  answersMatch: 0.42,
  answersWhen: -0.8,
  whenTime: 1.89,
  manyNumber: 1.18,
  wherePlace: 1.2,
  nameTitle: 1.26,
  nameCapital: 0.56,
  firstPerson: 0.48,
  generic: -0.67,
  specific: 0.91,
};
