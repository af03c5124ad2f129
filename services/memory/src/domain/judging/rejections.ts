import type { Word } from '../meaning/word.js';
import { GENERIC_WORDS } from './language.js';
import { nameOf, type Statement } from './read-statement.js';
import { isVerbAt } from './verb-places.js';

/** What `one` names only to reject it and `other` still holds, else null. The rest of what both speak of must agree. */
export function rejectedWords(one: Statement, other: Statement): string | null {
  const { rejection, words } = one;
  if (rejection === null || other.isDenied || other.scope !== one.scope) return null;
  const said = words
    .slice(rejection.first, rejection.end)
    .filter(({ isContent, number, text }) => (isContent && !GENERIC_WORDS.has(text)) || number !== null);
  const names = new Set(said.map(nameOf));
  if (said.length === 0 || ![...names].every((name) => other.keys.has(name))) return null;
  const lone = one.topics.filter((at) => !other.keys.has(nameOf(words[at]!)));
  const isMet = (word: Word): boolean => names.has(nameOf(word)) || one.keys.has(nameOf(word));
  if (lone.length > 1 || !other.topics.every((at) => isMet(other.words[at]!) || isVerbAt(other.words, at)))
    return null;
  return said.map(({ text }) => text).join(' ');
}
