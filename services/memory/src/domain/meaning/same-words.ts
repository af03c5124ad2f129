import { ENGLISH_FUNCTION_WORDS, FOREIGN_FUNCTION_WORDS } from '../lexicon/words-of-english.js';
import type { DescribedText } from './describe-text.js';
import { areSameSigns } from './signs.js';
import type { Word } from './word.js';
import type { ReadText } from './words.js';

/** Most words of a text that is compared by meaning; longer ones must be the same word for word. */
export const LONGEST_COMPARED = 200;

/** Accented letters English has hardly any of, and opening question marks. */
const FOREIGN_SIGNS = /[à-öø-ÿāăąćčďđęěğıłńňőœřśşšťůűźżž¿¡]/iu;
const PLAIN = /^[\s -~]*$/;
const OTHER_SCRIPT = /(?!\p{sc=Latin})\p{L}/u;

/**
 * Whether only the same words can be trusted: the lists and the model know English alone. Another script, or function
 * words or accents of another language and no English function words.
 */
export function needsSameWords({ text, words }: ReadText): boolean {
  if (words.length > LONGEST_COMPARED) return true;
  const isPlain = PLAIN.test(text);
  if (!isPlain && OTHER_SCRIPT.test(text)) return true;
  const foreign = words.filter(({ text: word }) => FOREIGN_FUNCTION_WORDS.has(word)).length;
  if (foreign === 0 && (isPlain || !FOREIGN_SIGNS.test(text))) return false;
  const english = words.filter(({ text: word }) => ENGLISH_FUNCTION_WORDS.has(word)).length;
  return foreign > english || english === 0;
}

/** From this share of words the model knows only in pieces, a text without English function words is not English. */
const UNKNOWN_SHARE = 0.4;

/** Whether a text is in a language the model hardly knows, by its words rather than by a list. */
export function isHardlyKnown({ words }: DescribedText): boolean {
  if (words.length < 3 || words.some(({ text }) => ENGLISH_FUNCTION_WORDS.has(text))) return false;
  const inPieces = words.filter(
    ({ rarity, isName, isIdentifier }) => rarity === 1 && !isName && !isIdentifier,
  ).length;
  return inPieces >= UNKNOWN_SHARE * words.length;
}

/** The same words and signs as they are written, but for case and punctuation: accents make other words in many languages. */
export function areSameWords(left: ReadText, right: ReadText): boolean {
  if (left.words.length === 0 || right.words.length === 0) return left.text.trim() === right.text.trim();
  return (
    left.words.length === right.words.length &&
    left.words.every((word, at) => {
      const other = right.words[at]!;
      return (
        writtenIn(left, word) === writtenIn(right, other) &&
        word.number === other.number &&
        isSameUnit(word, other)
      );
    }) &&
    areSameSigns(left, right)
  );
}

function writtenIn({ text }: ReadText, { start, end }: Word): string {
  return text.slice(start, end).replaceAll('’', "'").normalize('NFC').toLowerCase();
}

/** "$5" and "€5" have the same digits. */
function isSameUnit(a: Word, b: Word): boolean {
  return a.unit?.dimension === b.unit?.dimension && a.unit?.factor === b.unit?.factor;
}
