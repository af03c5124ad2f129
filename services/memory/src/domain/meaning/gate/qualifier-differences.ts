import { type Difference, difference } from '../difference.js';
import {
  FILLERS,
  IMPLIED_FIELDS,
  LIMITING_PREPOSITIONS,
  LIMITING_WORDS,
  PRAISE,
} from '../lists/qualifiers.js';
import type { Word } from '../word.js';
import type { Unmatched } from './unmatched-words.js';

/** How far behind a preposition its thing may stand: "on a big remote server". */
const REACH = 4;

const DETERMINER = /^(?:an?|the|my|your|our|his|her|their|this|that)$/;

/**
 * A condition that only one of two otherwise equal questions has: a limiting word ("cheap phones") or a thing behind a
 * preposition ("after pregnancy"). Where the other question has words of its own, those may say the same, and the score
 * decides.
 */
export function qualifierDifferences(
  left: readonly Word[],
  right: readonly Word[],
  unmatched: Unmatched,
): Difference[] {
  const [a, b] = [unmatched.left.filter(saysSomething), unmatched.right.filter(saysSomething)];
  if (a.length > 0 && b.length === 0) {
    const found = a.filter((word) => limits(word, left, a));
    return found.length === 0 ? [] : [difference('qualifier', found, [])];
  }
  if (b.length > 0 && a.length === 0) {
    const found = b.filter((word) => limits(word, right, b));
    return found.length === 0 ? [] : [difference('qualifier', [], found)];
  }
  return [];
}

function saysSomething({ isContent, text, stem }: Word): boolean {
  return isContent && !FILLERS.has(text) && !FILLERS.has(stem);
}

function limits(word: Word, words: readonly Word[], open: readonly Word[]): boolean {
  const at = words.indexOf(word);
  if (IMPLIED_FIELDS.has(word.text)) return false;
  // "how long" measures.
  if (LIMITING_WORDS.has(word.text) || word.thing?.kinds.some(({ role }) => role !== 'action'))
    return words[at - 1]?.text !== 'how';
  // "after finishing school": the school counts, when it is new.
  const next = words[at + 1];
  if (word.text.endsWith('ing') && next?.isContent && !open.includes(next)) return false;
  return isBehindPreposition(at, words, open) || isModifier(at, words, open) || isListed(at, words);
}

/** "a vacuum filter" where the other question has the filter alone; not "the largest list", which is praise or degree. */
function isModifier(at: number, words: readonly Word[], open: readonly Word[]): boolean {
  const [before, word, next] = [words[at - 1], words[at]!, words[at + 1]];
  if (before === undefined || !DETERMINER.test(before.text) || !next?.isContent || open.includes(next))
    return false;
  return !PRAISE.has(word.text) && !word.text.endsWith('est');
}

/** Only articles and other unmatched words between the preposition and the word. */
function isBehindPreposition(at: number, words: readonly Word[], open: readonly Word[]): boolean {
  for (let place = at - 1; place >= Math.max(0, at - REACH); place--) {
    const before = words[place]!;
    if (LIMITING_PREPOSITIONS.has(before.text)) return true;
    if (before.isContent && !open.includes(before)) return false;
    if (!before.isContent && !DETERMINER.test(before.text) && !/^(?:some|any|very)$/.test(before.text))
      return false;
  }
  return false;
}

/** "incandescent and fluorescent" where the other question has one of the two. */
function isListed(at: number, words: readonly Word[]): boolean {
  return [words[at - 1], words[at + 1]].some((word) => word?.text === 'and' || word?.text === 'or');
}
