import type { Word } from '../meaning/word.js';
import { isChangeWord } from './changes.js';
import { nameOf, type Statement } from './read-statement.js';
import { isVerbAt } from './verb-places.js';

/**
 * When `change` tells that something was replaced which `other` still holds: the words for it, else null. The rest of
 * what both speak of must agree.
 */
export function supersededWords(change: Statement, other: Statement): string | null {
  const found = change.change;
  if (found === null || other.scopes.join() !== change.scopes.join() || other.isDenied) return null;
  const wordsAt = (places: readonly number[]): Word[] => places.map((at) => change.words[at]!);
  const old = wordsAt(found.before);
  const names = new Set(old.map(nameOf));
  if (old.length === 0 || !old.every((word) => occurs(word, other))) return null;
  if (
    found.after.length > 0 &&
    wordsAt(found.after).every((word) => names.has(nameOf(word)) || occurs(word, other))
  )
    return null;

  const spoken = new Set([...found.before, ...found.after]);
  const rest = wordsAt(change.topics.filter((at) => !spoken.has(at))).filter((word) => !isChangeWord(word));
  const met = rest.filter((word) => occurs(word, other));
  const isMet = (at: number): boolean =>
    names.has(nameOf(other.words[at]!)) || occurs(other.words[at]!, change);
  if (!other.topics.every((at) => isMet(at) || isVerbAt(other.words, at)) || rest.length - met.length > 1)
    return null;
  const purposes = other.choices.flatMap((at) => other.words[at]!.thing!.kinds);
  const isOnTopic =
    met.length > 0 || rest.some(({ stem }) => purposes.some(({ labels }) => labels.has(stem)));
  return isOnTopic ? old.map(({ text }) => text).join(' ') : null;
}

function occurs(word: Word, { words }: Statement): boolean {
  return words.some(
    (other) => nameOf(other) === nameOf(word) || (other.number !== null && other.number === word.number),
  );
}
