import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import type { TermPair } from './pair-terms.js';
import { NEUTRAL_ROLES } from './question-words.js';

/** The same things with other parts in what is asked. */
export function roleDifferences<W extends Word>(pairs: readonly TermPair<W>[]): Difference[] {
  return [...pairs.flatMap(roleDifference), ...passiveDifferences(pairs)];
}

/** The same thing with another part: "a letter to Anna", "a letter from Anna". */
function roleDifference<W extends Word>({ left, right }: TermPair<W>): Difference[] {
  if (left.role === right.role || left.isLight) return [];
  if (NEUTRAL_ROLES.has(left.role) || NEUTRAL_ROLES.has(right.role)) return [];
  return [
    {
      kind: 'direction',
      left: [left.role, left.word.text].filter((part) => part !== ''),
      right: [right.role, right.word.text].filter((part) => part !== ''),
    },
  ];
}

/** "Is Ann believed by Bea", "Does Ann believe Bea": the doer changes, and nobody changes places. */
function passiveDifferences<W extends Word>(pairs: readonly TermPair<W>[]): Difference[] {
  for (const { left, right } of pairs) {
    if ((left.role === 'by') === (right.role === 'by') || (left.role !== '' && right.role !== '')) continue;
    const others = pairs.filter((other) => other.left.word.isContent && other.left !== left);
    const moves = others.some((other) => other.left.at < left.at !== other.right.at < right.at);
    const stays = others.some(
      (other) => !isVerbForm(other) && other.left.at < left.at && other.right.at < right.at,
    );
    if (stays && !moves) return [difference('direction', [left.word], [right.word])];
  }
  return [];
}

/** The same stem in two forms: "believe" and "believed". */
function isVerbForm<W extends Word>({ left, right }: TermPair<W>): boolean {
  return left.word.text !== right.word.text;
}
