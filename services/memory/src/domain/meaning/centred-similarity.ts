import type { DescribedWord } from './describe-text.js';
import { dot } from './dot.js';
import { withForms } from './word-similarity.js';

/** How alike words that the model read are, without the part all word vectors share. */
export interface CentredSimilarity {
  /** Of two words: 1 for the same, at least SAME_STEM for the same stem, otherwise the centred cosine. */
  ofWords(a: DescribedWord, b: DescribedWord): number;
}

/** `common` is what all word vectors share. Remembers what it computed: one for each pair of texts. */
export function createCentredSimilarity(common: Float32Array): CentredSimilarity {
  const ownLength = dot(common, common);
  const shares = new Map<DescribedWord, number>();
  const shareOf = (word: DescribedWord): number => {
    let share = shares.get(word);
    if (share === undefined) {
      share = dot(word.vector!, common);
      shares.set(word, share);
    }
    return share;
  };
  // (a - c)(b - c) = ab - ac - bc + cc, so that no centred vector has to be made.
  const cosine = (product: number, a: number, b: number): number =>
    (product - a - b + ownLength) /
    Math.sqrt(Math.max(1e-9, (1 - 2 * a + ownLength) * (1 - 2 * b + ownLength)));
  const known = new Map<DescribedWord, Map<DescribedWord, number>>();
  return {
    ofWords: (a: DescribedWord, b: DescribedWord): number => {
      const row = known.get(a) ?? new Map<DescribedWord, number>();
      known.set(a, row);
      let similarity = row.get(b);
      if (similarity === undefined) {
        similarity = withForms(a, b, () => cosine(dot(a.vector!, b.vector!), shareOf(a), shareOf(b)));
        row.set(b, similarity);
      }
      return similarity;
    },
  };
}
