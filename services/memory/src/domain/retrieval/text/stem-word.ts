import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.js';

/** Words remembered before the memo starts over: about 12 MB at worst, and far more words than English uses. */
const MEMO_LIMIT = 100_000;

const memo = new Map<string, string>();

/**
 * The index term of one lower-case word: its Porter stem without a possessive "'s", or '' for a stop word.
 * Words are looked up in a memo, because stemming costs some 2 µs and texts repeat their words.
 */
export function stemWord(word: string): string {
  const known = memo.get(word);
  if (known !== undefined) return known;
  const term = STOP_WORDS.has(word) ? '' : stemPlain(word.replace(/'s?$|'(?=\w)/g, ''));
  if (memo.size >= MEMO_LIMIT) memo.clear();
  // A slice of a long text would keep that text alive: store a copy of the characters.
  memo.set(detached(word), detached(term));
  return term;
}

function stemPlain(word: string): string {
  if (STOP_WORDS.has(word)) return '';
  return /^[a-z]{3,40}$/.test(word) ? stemmer(word) : word;
}

/** V8 keeps the parent of a sliced string of 13 characters and more alive. */
function detached(text: string): string {
  return text.length < 13 ? text : JSON.parse(JSON.stringify(text));
}
