import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import { type Question, readQuestion } from './question-kind.js';

/** Questions that want different things. `only` is what each has of its own, that may stand for a question word. */
export function questionDifferences(
  left: readonly Word[],
  right: readonly Word[],
  only: { readonly left: readonly unknown[]; readonly right: readonly unknown[] },
): Difference[] {
  const [a, b] = [readQuestion(left), readQuestion(right)];
  const isOther =
    areIncompatible(a.kind, b.kind) ||
    (!differ(left) && !differ(right) && (isBare(a, b, only.left) || isBare(b, a, only.right)));
  if (isOther) return [difference('question-word', a.words, b.words)];
  const isExchanged = asksForDoer(left, right) || asksForDoer(right, left);
  return isExchanged ? [difference('direction', a.words, b.words)] : [];
}

/** "What is rust" says nothing that could stand for the "why" of another question. */
function isBare({ kind }: Question, other: Question, own: readonly unknown[]): boolean {
  return kind === 'what' && own.length === 0 && other.kind !== 'what' && other.kind !== 'none';
}

/** "What is the difference", "How do they differ". */
function differ(words: readonly Word[]): boolean {
  return words.some(({ stem }) => stem === 'differ');
}

/** "Who owes Anna money" when the other text asks "Who does Anna owe money": the parts are exchanged. */
function asksForDoer(words: readonly Word[], others: readonly Word[]): boolean {
  const [word, verb] = words;
  const [other, auxiliary] = others;
  if (
    (word?.text !== other?.text && other?.text !== 'whom') ||
    !/^(?:do|does|did)$/.test(auxiliary?.text ?? '') ||
    !verb?.isContent
  )
    return false;
  if (word?.text === 'who') return true;
  return (
    word?.text === 'what' && verb.stem !== 'mean' && others.slice(2).some(({ stem }) => stem === verb.stem)
  );
}

function areIncompatible(a: string, b: string): boolean {
  return a !== b && ![a, b].some((kind) => kind === 'what' || kind === 'none');
}
