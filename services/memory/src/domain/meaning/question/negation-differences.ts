import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';

/** One text negated and the other not, or one that wants to end or avoid what the other only names. */
export function negationDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  const a = left.filter(isNegating);
  const b = right.filter(isNegating);
  if (a.length % 2 !== b.length % 2) return [difference('negation', a, b)];
  return [];
}

/** Not the "not" of "or not", "why or why not". */
function isNegating(word: Word, at: number, words: readonly Word[]): boolean {
  const isAlternative =
    words[at - 1]?.text === 'or' || (words[at - 1]?.text === 'why' && words[at - 2]?.text === 'or');
  return word.isNegation && !isAlternative;
}
