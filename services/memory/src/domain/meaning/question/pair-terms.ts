import { isSameThing } from '../../lexicon/thing.js';
import type { Word } from '../word.js';
import { isSameWord } from '../word-similarity.js';
import type { Term } from './read-terms.js';

/** Two words of which one stands for the other. */
export interface TermPair<W extends Word = Word> {
  readonly left: Term<W>;
  readonly right: Term<W>;
}

/** The words of two questions, each with at most one of the other, and what is left over. */
export interface Pairing<W extends Word = Word> {
  readonly pairs: readonly TermPair<W>[];
  readonly left: readonly Term<W>[];
  readonly right: readonly Term<W>[];
}

/** Pairs the same words. */
export function pairTerms<W extends Word>(left: readonly Term<W>[], right: readonly Term<W>[]): Pairing<W> {
  const pairs: TermPair<W>[] = [];
  const restRight = [...right];
  const restLeft = left.filter((term) => {
    const at = restRight.findIndex((other) => isForm(term.word, other.word));
    if (at >= 0) pairs.push({ left: term, right: restRight.splice(at, 1)[0]! });
    return at < 0;
  });
  // Of numbers and units another rule knows more.
  return { pairs, left: restLeft.filter(isNoQuantity), right: restRight.filter(isNoQuantity) };
}

function isNoQuantity({ word }: Term): boolean {
  return word.number === null && word.unit === null;
}

/** The same word in another form: its stem, as it is written in the United States, its beginning. */
function isForm(a: Word, b: Word): boolean {
  return (
    isSameWord(a, b) ||
    a.stem === b.stem ||
    isSameThing(a.thing, b.thing) ||
    inAmerican(a.text) === inAmerican(b.text) ||
    isShortFor(a.text, b.text)
  );
}

/** Shorter words are too often others: "hour" is no "hor". */
const SHORTEST_BRITISH = 6;

/** "colour", "anaemia", "summarise", "centre" as they are written in the United States. */
function inAmerican(text: string): string {
  if (text.length < SHORTEST_BRITISH) return text;
  return text
    .replace(/[ao]e/, 'e')
    .replace('our', 'or')
    .replace(/is(?=e|ing|ation)/, 'iz')
    .replace(/tre$/, 'ter');
}

/** "func" and "function", "env" and "environment", "config": the beginning of a long word, ending in a consonant. */
function isShortFor(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    short.length >= 3 &&
    long.length >= short.length + 4 &&
    long.startsWith(short) &&
    /^[a-z]+[bcdfglmnpqrstvxz]$/.test(short)
  );
}
