import { STOP_WORDS } from '../retrieval/text/stem-word.js';
import { shippedData, wordsOf } from './lexicon-data.js';

const FUNCTION_WORDS: ReadonlySet<string> = new Set([...STOP_WORDS, ...wordsOf('functionWords')]);
const NEGATIONS: ReadonlySet<string> = new Set(wordsOf('negations'));

/** Carries no topic when two texts are compared: stop words of the search, and what frames a question. `word` is folded. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word) || (word.endsWith("'s") && FUNCTION_WORDS.has(word.slice(0, -2)));
}

/** Turns a statement round; "except" and "barely" exclude as "not" does. `word` is folded. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || word.endsWith("n't");
}

/** "zero" to "nineteen", "twenty" to "ninety", "dozen". */
export const CARDINALS: ReadonlyMap<string, number> = new Map([
  ...wordsOf('cardinals').map((word, value): [string, number] => [word, value]),
  ...wordsOf('tens').map((word, at): [string, number] => [word, (at + 2) * 10]),
  ['dozen', 12],
]);
export const ORDINAL_WORDS: ReadonlyMap<string, number> = new Map(
  wordsOf('ordinals').map((word, value) => [word, value]),
);
/** Words that multiply the number before them: "five hundred", "2 million". */
export const MAGNITUDES: ReadonlyMap<string, number> = new Map(Object.entries(shippedData.magnitudes));

/** Function words of other languages written in Latin letters that are none in English, and those that English alone has. */
export const FOREIGN_FUNCTION_WORDS: ReadonlySet<string> = new Set(wordsOf('foreign'));
export const ENGLISH_FUNCTION_WORDS: ReadonlySet<string> = new Set(wordsOf('english'));
