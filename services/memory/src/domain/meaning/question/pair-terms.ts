import { isSameThing } from '../../lexicon/thing.js';
import { isSameWord } from '../align.js';
import type { Word } from '../word.js';
import { comparable } from './comparable.js';
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

/** Pairs the same words, those with the same part first. */
export function pairTerms<W extends Word>(left: readonly Term<W>[], right: readonly Term<W>[]): Pairing<W> {
  const pairs: TermPair<W>[] = [];
  let restLeft = [...left];
  const restRight = [...right];
  for (const sameRole of [true, false]) {
    restLeft = restLeft.filter((term) => {
      const at = restRight.findIndex(
        (other) => (!sameRole || other.role === term.role) && isForm(term.word, other.word),
      );
      if (at < 0) return true;
      pairs.push({ left: term, right: restRight[at]! });
      restRight.splice(at, 1);
      return false;
    });
  }
  // Of numbers and units another rule knows more.
  return { pairs, left: restLeft.filter(isNoQuantity), right: restRight.filter(isNoQuantity) };
}

function isNoQuantity({ word }: Term): boolean {
  return word.number === null && word.unit === null;
}

/** The same word in another form: its stem, with a hyphen or without, misspelt, the beginning of a name ("India", "Indian"). */
export function isForm(a: Word, b: Word): boolean {
  if (isSameWord(a, b) || a.stem === b.stem || isSameThing(a.thing, b.thing)) return true;
  const [one, other] = [comparable(a.text), comparable(b.text)];
  return (
    one === other ||
    isSlip(one, other) ||
    inAmerican(one) === inAmerican(other) ||
    isOfName(one, other) ||
    isShortFor(one, other)
  );
}

/** Two neighbouring letters exchanged ("Quroa"), or a letter doubled or not ("Hilary"): no two words differ so. */
export function isSlip(a: string, b: string): boolean {
  if (a === b || !/^\p{L}{3,}$/u.test(a) || !/^\p{L}{3,}$/u.test(b) || Math.abs(a.length - b.length) > 1)
    return false;
  if (a.length > 4 && undoubled(a) === undoubled(b)) return true;
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function undoubled(text: string): string {
  return text.replace(/(.)\1/gu, '$1');
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

/** Letters two forms of a name share at their beginning: "India" and "Indian", not "Iran" and "Iraq". */
const SHORTEST_SHARED_NAME = 4;

function isOfName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    short.length >= SHORTEST_SHARED_NAME &&
    long.startsWith(short) &&
    /^(?:s|n|an|ian|ns|ans|ians|ese|ish|i)$/.test(long.slice(short.length))
  );
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
