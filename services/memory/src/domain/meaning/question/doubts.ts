import { alignWords, comparedWords } from '../align.js';
import type { CentredSimilarity } from '../centred-similarity.js';
import type { DescribedText, DescribedWord } from '../describe-text.js';
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
  const rest = [...onlyLeft, ...onlyRight].filter(({ isLight }) => !isLight);
  if (rest.length === 0) return doubts;
  const { left: a, right: b } = alignWords(comparedWords(left), comparedWords(right), similarity.ofWords);
  const nearest = new Map(
    [...a.matches, ...b.matches].map((match) => [match.word, match.similarity] as const),
  );
  return [...doubts, ...rest.map((term) => leftOver(term, nearest.get(term.word) ?? 0))];
}

function leftOver({ word }: Term<DescribedWord>, nearest: number): Doubt {
  // Common as a single letter is, it names something.
  const rarity = word.text.length === 1 ? 1 : word.rarity;
  const loss = rarity * (1 - Math.max(0, nearest));
  return {
    sureness: Math.max(0, 1 - LOSS_WEIGHT * loss),
    line: `'${word.text}' stands in one of them alone`,
  };
}
