/** What the score of a turn in a conversation is made of; see `conversation-signals.ts` for each. */
export const SIGNALS = [
  'keyword',
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
 * Fitted on LoCoMo-dev only (five conversations, 997 questions) as listwise logistic regression with a ridge of 2
 * over the 160 likeliest turns of each question: benchmarks/src/retrieval/offline.ts --dump, then fit-weights.ts.
 *
 * | turn level | R@5 | R@10 | MRR |
 * |---|---|---|---|
 * | plain z-fusion | .633 | .717 | .542 |
 * | the 14 weights of reference/conversation-ranking.md | .787 | .856 | .673 |
 * | these, each conversation with weights fitted on the other four | .800 | .863 | .697 |
 * | these, fitted on all five | .803 | .865 | .700 |
 *
 * They say how turns of a conversation compare, nothing about memories outside one.
 */
export const CONVERSATION_WEIGHTS: Readonly<Record<Signal, number>> = {
  keyword: 0.21,
  semantic: 0.43,
  context: 0.44,
  nextContext: 0.23,
  window: 0.37,
  session: 0.53,
  bothMatch: -0.14,
  inMonth: 2.46,
  onDay: 1.85,
  laterOrYear: 0.19,
  speaker: 0.49,
  asks: -0.67,
  answersMatch: 0.41,
  answersWhen: -0.82,
  whenTime: 1.96,
  manyNumber: 1.2,
  wherePlace: 1.12,
  nameTitle: 1.29,
  nameCapital: 0.55,
  firstPerson: 0.54,
  generic: -0.53,
  specific: 1.05,
};
