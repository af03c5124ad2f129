import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import { FREE_MARKS } from './question-words.js';
import type { Mark } from './read-terms.js';

/** Words that count, bound or tell apart, and that only one side has. */
export function markDifferences(left: readonly Mark[], right: readonly Mark[]): Difference[] {
  const rest = [...right];
  const onlyLeft = left.filter(({ kind }) => {
    const at = rest.findIndex((other) => kind === other.kind);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  const isFirm =
    onlyLeft.length > 0 && rest.length > 0
      ? () => true
      : ({ kind, words }: Mark) => !FREE_MARKS.has(kind) && words[0]!.text !== 'just';
  const [a, b] = [onlyLeft.filter(isFirm), rest.filter(isFirm)];
  if (a.length + b.length === 0) return [];
  return [
    difference(
      'qualifier',
      a.flatMap(({ words }) => words),
      b.flatMap(({ words }) => words),
    ),
  ];
}

const NOW = /^(?:is|are|am|do|does)(?:n't)?$/;
const THEN = /^(?:was|were|did)(?:n't)?$/;

/** "Who is the king", "Who was the king": by the first auxiliary of each. */
export function tenseDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  const [a, b] = [left, right].map((words) => words.find(({ text }) => NOW.test(text) || THEN.test(text)));
  if (a === undefined || b === undefined || NOW.test(a.text) === NOW.test(b.text)) return [];
  const isBe = ({ text }: Word): boolean => /^[iaw]/.test(text);
  return isBe(a) === isBe(b) ? [difference('question-word', [a], [b])] : [];
}

/** "read and write" and "read or write". */
export function conjunctionDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  const [a, b] = [left, right].map((words) => words.filter(({ text }) => text === 'or' || text === 'and'));
  const has = (words: readonly Word[], wanted: string) => words.some(({ text }) => text === wanted);
  const isOther = has(a!, 'or')
    ? !has(b!, 'or') && has(b!, 'and') && !has(a!, 'and')
    : has(b!, 'or') && has(a!, 'and') && !has(b!, 'and');
  return isOther ? [difference('qualifier', a!.slice(0, 1), b!.slice(0, 1))] : [];
}

/** One text negated and the other not. */
export function negationDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  const [a, b] = [left.filter(isNegating), right.filter(isNegating)];
  return a.length % 2 === b.length % 2 ? [] : [difference('negation', a, b)];
}

/** Not the "not" of "or not", "why or why not". */
function isNegating(word: Word, at: number, words: readonly Word[]): boolean {
  const isAlternative =
    words[at - 1]?.text === 'or' || (words[at - 1]?.text === 'why' && words[at - 2]?.text === 'or');
  return word.isNegation && !isAlternative;
}
