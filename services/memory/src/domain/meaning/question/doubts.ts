import type { CentredSimilarity } from '../centred-similarity.js';
import type { DescribedText, DescribedWord } from '../describe-text.js';
import { comparedWords } from '../word-similarity.js';
import type { Term } from './read-terms.js';
import type { Replacements } from './replacements.js';

/** Something that both have to share, and that only seems so. */
export interface Doubt {
  /** 0 to 1: how surely it makes no difference. */
  readonly sureness: number;
  readonly line: string;
}

/** How fast sureness falls with what a word that is left over adds: a rare one that is like no other word adds most. */
const LOSS_WEIGHT = 3;

/** All that two questions without a plain difference do not share to the word. */
export function doubtsOf(
  left: DescribedText,
  right: DescribedText,
  { replaced, left: onlyLeft, right: onlyRight }: Replacements,
  similarity: CentredSimilarity,
): Doubt[] {
  const doubts = replaced
    .filter((one) => !one.left.isLight || !one.right.isLight)
    .map((one) => ({
      sureness: Math.max(0, one.sureness),
      line: `'${one.left.word.text}' stands for '${one.right.word.text}'`,
    }));
  const leftOver = (terms: readonly Term<DescribedWord>[], others: DescribedText): Doubt[] =>
    terms.filter(({ isLight }) => !isLight).map(({ word }) => alone(word, comparedWords(others), similarity));
  return [...doubts, ...leftOver(onlyLeft, right), ...leftOver(onlyRight, left)];
}

function alone(word: DescribedWord, others: readonly DescribedWord[], { ofWords }: CentredSimilarity): Doubt {
  const isRead = word.isContent && word.vector !== null;
  const nearest = isRead ? Math.max(0, ...others.map((other) => ofWords(word, other))) : 0;
  // Common as a single letter is, it names something.
  const rarity = word.text.length === 1 ? 1 : word.rarity;
  return {
    sureness: Math.max(0, 1 - LOSS_WEIGHT * rarity * (1 - nearest)),
    line: `'${word.text}' stands in one of them alone`,
  };
}
