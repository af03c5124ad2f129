/** What the score of a turn in a conversation is made of; `conversation-signals.ts` defines each. */
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
 * Fitted on LoCoMo-dev only (five conversations, 997 questions) as listwise logistic regression with a ridge of 2
 * over the 160 likeliest turns of each question: benchmarks/src/retrieval/offline.ts --dump, then fit-weights.ts.
 *
 * | turn level | R@5 | R@10 | MRR |
 * |---|---|---|---|
 * | plain z-fusion | .633 | .717 | .542 |
 * | the 14 / 21 weights of reference/conversation-ranking.md | .782 / .797 | .853 / .864 | .666 / .690 |
 * | these, each conversation with weights fitted on the other four | .800 | .863 | .697 |
 * | these, fitted on all five | .803 | .865 | .700 |
 *
 * They say how turns of a conversation compare, nothing about memories outside one.
 */
/**
 * Fitted on LoCoMo-dev only (five conversations, 997 questions): listwise logistic regression with a ridge of 2 over
 * the 160 likeliest turns of each question. To repeat it: benchmarks/src/retrieval/offline.ts --dump, fit-weights.ts.
 *
 * | turn level | R@5 | R@10 | MRR |
 * |---|---|---|---|
 * | z-fusion of BM25 and cosine | .633 | .717 | .542 |
 * | the 14 / 21 weights of reference/conversation-ranking.md | .782 / .797 | .853 / .864 | .666 / .690 |
 * | these signals, each conversation with weights fitted on the other four | .803 | .866 | .704 |
 * | these weights, fitted on all five | .808 | .869 | .708 |
 *
 * Which signals to take was decided by cross-validation over the same five conversations, so the third row flatters
 * a little; standard error .011. They say how turns of a conversation compare, nothing about other memories.
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
