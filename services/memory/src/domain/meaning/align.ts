import type { DescribedText, DescribedWord } from './describe-text.js';
import { dot } from './dot.js';
import type { Word } from './word.js';

/** A word with the word of the other text that means most nearly the same. */
export interface Match {
  readonly word: DescribedWord;
  /** Null where the other text has no word to compare with. */
  readonly best: DescribedWord | null;
  /** Of the two words, see `wordSimilarity`; 0 without a match. */
  readonly similarity: number;
}

/** The words of one text against the other text. */
export interface Side {
  readonly matches: readonly Match[];
  /** Mean similarity weighted by rarity, 0..1; 1 for a text without words to compare. */
  readonly coverage: number;
  /** The match with the largest `lossOf`; null for a text without words to compare. */
  readonly worst: Match | null;
}

export interface Alignment {
  readonly left: Side;
  readonly right: Side;
}

/** "deploy" and "deploys" mean the same whatever their neighbours do to their vectors. */
export const SAME_STEM = 0.95;

/**
 * Each content word of both texts with its best match in the other; two words may share a match. Words the model did not
 * read (behind its first 512 tokens) take no part.
 */
export function align(left: DescribedText, right: DescribedText): Alignment {
  return alignWords(comparedWords(left), comparedWords(right), wordSimilarity);
}

/** Content words that the model read. */
export function comparedWords({ words }: DescribedText): DescribedWord[] {
  return words.filter(({ isContent, vector }) => isContent && vector !== null);
}

/** The same for any words and any symmetric measure; each pair is measured once. */
export function alignWords(
  left: readonly DescribedWord[],
  right: readonly DescribedWord[],
  similarity: (a: DescribedWord, b: DescribedWord) => number,
): Alignment {
  const table = left.map((word) => right.map((other) => similarity(word, other)));
  return {
    left: sideOf(left, right, (at, other) => table[at]![other]!),
    right: sideOf(right, left, (at, other) => table[other]![at]!),
  };
}

/** How nearly two words mean the same where they stand, -1..1: their cosine, 1 for the same word, at least SAME_STEM for the same stem. */
export function wordSimilarity(a: DescribedWord, b: DescribedWord): number {
  return withForms(a, b, () => (a.vector === null || b.vector === null ? 0 : dot(a.vector, b.vector)));
}

/** A measure of meaning, overruled where the forms of two words already say that they mean the same. */
export function withForms(a: DescribedWord, b: DescribedWord, meaning: () => number): number {
  if (isSameWord(a, b)) return 1;
  return a.stem === b.stem ? Math.max(SAME_STEM, meaning()) : meaning();
}

/** The same characters, or the same number: "3" and "three", not "3" and "third". */
export function isSameWord(a: Word, b: Word): boolean {
  if (a.number !== null && b.number !== null && a.version === null && b.version === null) {
    return a.number === b.number && a.isOrdinal === b.isOrdinal && a.unit?.dimension === b.unit?.dimension;
  }
  return a.text === b.text;
}

/** What a match leaves unsaid: rare words weigh most. */
export function lossOf({ word, similarity }: Match): number {
  return word.rarity * (1 - similarity);
}

function sideOf(
  words: readonly DescribedWord[],
  others: readonly DescribedWord[],
  similarity: (at: number, other: number) => number,
): Side {
  let weight = 0;
  let covered = 0;
  let worst: Match | null = null;
  const matches = words.map((word, at): Match => {
    let best: DescribedWord | null = null;
    let highest = 0;
    for (const [place, other] of others.entries()) {
      const value = similarity(at, place);
      if (best === null || value > highest) {
        best = other;
        highest = value;
      }
    }
    const match: Match = { word, best, similarity: highest };
    weight += word.rarity;
    covered += word.rarity * Math.max(0, highest);
    if (worst === null || lossOf(match) > lossOf(worst)) worst = match;
    return match;
  });
  return { matches, coverage: weight === 0 ? 1 : covered / weight, worst };
}
