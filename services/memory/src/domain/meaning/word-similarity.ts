import type { DescribedText, DescribedWord } from './describe-text.js';
import { dot } from './dot.js';
import type { Word } from './word.js';

/** "deploy" and "deploys" mean the same whatever their neighbours do to their vectors. */
const SAME_STEM = 0.95;

/** Content words that the model read. */
export function comparedWords({ words }: DescribedText): DescribedWord[] {
  return words.filter(({ isContent, vector }) => isContent && vector !== null);
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
