import type { CentredSimilarity } from '../centred-similarity.js';
import type { DescribedWord } from '../describe-text.js';
import type { Pairing, TermPair } from './pair-terms.js';
import type { Term } from './read-terms.js';
import { relationOf, type WordRelation } from './word-senses.js';

/** A word that stands where the other question has another one. */
export interface Replacement extends TermPair<DescribedWord> {
  /** How surely both say the same, 0 to 1. */
  readonly sureness: number;
}

export interface Replacements {
  readonly replaced: readonly Replacement[];
  readonly left: readonly Term<DescribedWord>[];
  readonly right: readonly Term<DescribedWord>[];
}

const LEAST = 0.35;
const BONUS: Readonly<Record<WordRelation, number>> = {
  synonyms: 0.25,
  near: 0.15,
  none: 0,
  sisters: -0.12,
  unknown: -0.05,
};
/** Of a word the model knows only in pieces: its vector says little. */
const IN_PIECES = -0.2;

/** Pairs what is left over, the likeliest first: a word may stand for one other. */
export function replaceTerms(
  { left, right }: Pairing<DescribedWord>,
  similarity: CentredSimilarity,
): Replacements {
  const candidates = left.flatMap((one) => right.map((other) => compare(one, other, similarity)));
  candidates.sort((a, b) => b.sureness - a.sureness);
  const taken = new Set<Term<DescribedWord>>();
  const replaced: Replacement[] = [];
  for (const candidate of candidates) {
    if (candidate.sureness < LEAST || taken.has(candidate.left) || taken.has(candidate.right)) continue;
    taken.add(candidate.left);
    taken.add(candidate.right);
    replaced.push(candidate);
  }
  return {
    replaced,
    left: left.filter((term) => !taken.has(term)),
    right: right.filter((term) => !taken.has(term)),
  };
}

function compare(
  left: Term<DescribedWord>,
  right: Term<DescribedWord>,
  { ofWords }: CentredSimilarity,
): Replacement {
  const [a, b] = [left.word, right.word];
  const similarity = a.vector === null || b.vector === null ? 0 : ofWords(a, b);
  const relation = a.groups.some((group) => b.groups.includes(group))
    ? 'synonyms'
    : relationOf(a.text, b.text);
  const bonus = relation === 'unknown' && (a.rarity === 1 || b.rarity === 1) ? IN_PIECES : BONUS[relation];
  return { left, right, sureness: Math.min(1, similarity + bonus) };
}
