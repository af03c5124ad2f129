import { isSameThing, sharedKind } from '../../lexicon/thing.js';
import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import { comparable, type Unmatched } from './unmatched-words.js';

/** Letters two forms of a name share at their beginning: "India" and "Indian", not "Iran" and "Iraq". */
const SHORTEST_SHARED_NAME = 4;

/** Names that often only repeat what the rest implies ("center a div in CSS"): alone on one side they decide nothing. */
const IMPLIED_NAMES: ReadonlySet<string> = new Set(
  'css html sql http https url api pc ram cpu os id ip ui tv usb gui ide cli dom atm pm ceo phd it'.split(
    ' ',
  ),
);

/**
 * Other names on both sides, a name on one side only, other identifiers or signs, other members of one category.
 * `left` and `right` are all words, to find the words initials stand for.
 */
export function nameDifferences(
  left: readonly Word[],
  right: readonly Word[],
  unmatched: Unmatched,
): Difference[] {
  const [leftSpelledOut, rightSpelledOut] = [spelledOut(left, right), spelledOut(right, left)];
  const a = unmatched.left.filter(
    (word) => isNaming(word) && !leftSpelledOut.has(word) && !isWritten(word, right),
  );
  const b = unmatched.right.filter(
    (word) => isNaming(word) && !rightSpelledOut.has(word) && !isWritten(word, left),
  );
  const found: Difference[] = [];
  const [aSigns, bSigns] = [a.filter(isSign), b.filter(isSign)];
  if (aSigns.length + bSigns.length > 0) found.push(difference('symbol', aSigns, bSigns));
  const [aNames, bNames] = [a.filter((word) => !isSign(word)), b.filter((word) => !isSign(word))];
  if (aNames.length > 0 && bNames.length > 0) found.push(difference('name', aNames, bNames));
  else if ([...aNames, ...bNames].some(({ text }) => !IMPLIED_NAMES.has(text))) {
    found.push(difference('qualifier', aNames, bNames));
  }
  return [...found, ...alternatives(unmatched)];
}

function isNaming(word: Word): boolean {
  return (
    (word.isName || word.isIdentifier) && word.version === null && (word.number === null || word.isIdentifier)
  );
}

function isSign({ text }: Word): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/** Whether a name stands in the other text in another form: longer, shorter, misspelt, or as the words behind its initials. */
function isWritten(name: Word, others: readonly Word[]): boolean {
  const text = comparable(name.text);
  return (
    others.some((other) => isSameThing(name.thing, other.thing) || isForm(text, comparable(other.text))) ||
    behindInitials(text, others).length > 0
  );
}

function isForm(a: string, b: string): boolean {
  if (isSlip(a, b)) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    short.length >= SHORTEST_SHARED_NAME &&
    long.startsWith(short) &&
    /^(?:s|n|an|ian|ns|ans|ians|ese|ish|i)$/.test(long.slice(short.length))
  );
}

/** Two neighbouring letters exchanged ("Quroa"), or a letter doubled or not ("Hilary"): no two names differ so. */
function isSlip(a: string, b: string): boolean {
  if (!/^\p{L}{5,}$/u.test(a) || !/^\p{L}{5,}$/u.test(b) || Math.abs(a.length - b.length) > 1) return false;
  const undoubled = (text: string): string => text.replace(/(.)\1/gu, '$1');
  if (undoubled(a) === undoubled(b)) return true;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return (
    a.length === b.length && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  );
}

/** The words that another text gives by their initials. */
function spelledOut(words: readonly Word[], others: readonly Word[]): ReadonlySet<Word> {
  return new Set(others.flatMap(({ text, isName }) => (isName ? behindInitials(text, words) : [])));
}

/** "natural language processing" behind "nlp": content words in a row, or words of any kind. */
function behindInitials(initials: string, words: readonly Word[]): readonly Word[] {
  if (!/^\p{L}{3,6}$/u.test(initials)) return [];
  for (const row of [words.filter(({ isContent }) => isContent), words]) {
    const at = row
      .map(({ text }) => text[0])
      .join('')
      .indexOf(initials);
    if (at >= 0) return row.slice(at, at + initials.length);
  }
  return [];
}

/** Unmatched members of the same category: months, colours, tools, places, ... */
function alternatives({ left, right }: Unmatched): Difference[] {
  for (const word of left) {
    const rival = right.find((other) => sharedKind(word.thing, other.thing) !== null);
    if (rival !== undefined) return [difference('alternative', [word], [rival])];
  }
  return [];
}
