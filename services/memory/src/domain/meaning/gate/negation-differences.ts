import { type Difference, difference } from '../difference.js';
import { ENDING_VERBS, OTHER_ENDINGS } from '../lists/endings.js';
import type { Word } from '../word.js';

/** One text negated and the other not, or one that wants to end or avoid what the other only names. */
export function negationDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  const a = left.filter(isNegating);
  const b = right.filter(isNegating);
  if (a.length % 2 !== b.length % 2) return [difference('negation', a, b)];
  if (a.length + b.length > 0) return [];
  const [aEnds, bEnds] = [endings(left), endings(right)];
  if (aEnds.length > 0 && bEnds.length === 0 && !right.some(mayEnd))
    return [difference('negation', aEnds, [])];
  if (bEnds.length > 0 && aEnds.length === 0 && !left.some(mayEnd))
    return [difference('negation', [], bEnds)];
  return [];
}

/** Not the "not" of "or not", "why or why not". */
function isNegating(word: Word, at: number, words: readonly Word[]): boolean {
  const isAlternative =
    words[at - 1]?.text === 'or' || (words[at - 1]?.text === 'why' && words[at - 2]?.text === 'or');
  return word.isNegation && !isAlternative;
}

function endings(words: readonly Word[]): Word[] {
  return words.filter(({ text, stem }) => ENDING_VERBS.has(text) || ENDING_VERBS.has(stem));
}

function mayEnd({ text, stem }: Word): boolean {
  return OTHER_ENDINGS.has(text) || OTHER_ENDINGS.has(stem);
}
