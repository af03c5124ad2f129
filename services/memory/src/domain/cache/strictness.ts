/** How much two questions may differ in their wording to be answered alike. */
export const strictnesses = ['strict', 'normal', 'loose'] as const;
export type Strictness = (typeof strictnesses)[number];

/**
 * The confidence from which a cached response is answered. What each lets through on which set stands in docs/judging.md:
 * strict takes the same words in another order or form and plain synonyms, loose words that only seem to say the same.
 */
export const HIT_THRESHOLDS: Readonly<Record<Strictness, number>> = {
  strict: 0.95,
  normal: 0.82,
  loose: 0.7,
};
