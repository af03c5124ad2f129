import { sharedKind } from '../../lexicon/thing.js';
import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import { antonymDifferences } from './antonym-differences.js';
import { exchangedParts } from './exchanged-parts.js';
import { type Pairing, pairTerms } from './pair-terms.js';
import { quantityDifferences } from './quantity-differences.js';
import { questionDifferences } from './question-differences.js';
import { readQuestion } from './question-kind.js';
import { readTerms, type Term, type Terms } from './read-terms.js';
import { roleDifferences } from './role-differences.js';
import {
  conjunctionDifferences,
  markDifferences,
  negationDifferences,
  tenseDifferences,
} from './small-word-differences.js';

export interface Question<W extends Word> {
  readonly text: string;
  readonly words: readonly W[];
}

interface Comparison<W extends Word> {
  readonly pairing: Pairing<W>;
  readonly differences: readonly Difference[];
}

/** What the words alone tell of two questions. */
export function compareTerms<W extends Word>(left: Question<W>, right: Question<W>): Comparison<W> {
  const [a, b] = [readTerms(left), readTerms(right)];
  const pairing = pairTerms(withoutQuestion(a, left), withoutQuestion(b, right));
  const unmatched = {
    left: pairing.left.map(({ word }) => word),
    right: pairing.right.map(({ word }) => word),
  };
  const found = [
    ...quantityDifferences(left.words, right.words),
    ...nameDifferences(pairing),
    ...alternatives(pairing),
    ...negationDifferences(left.words, right.words),
    ...antonymDifferences(left.words, right.words, unmatched),
    ...exchangedParts(pairing.pairs),
    ...roleDifferences(pairing.pairs),
    ...markDifferences(a.marks, b.marks),
    ...questionDifferences(left.words, right.words, {
      left: witnesses(pairing.left),
      right: witnesses(pairing.right),
    }),
    ...tenseDifferences(left.words, right.words),
    ...conjunctionDifferences(left.words, right.words),
  ];
  return { pairing, differences: found };
}

/** "In which year" asks when, and the year is no word beside the question. */
function withoutQuestion<W extends Word>({ terms }: Terms<W>, question: Question<W>): Term<W>[] {
  const { kind, words } = readQuestion(question.words);
  return /^(?:when|why|who|where)$/.test(kind)
    ? terms.filter(({ word }) => !words.includes(word))
    : [...terms];
}

/** Names and identifiers that the other side has not. */
function nameDifferences<W extends Word>({ left, right }: Pairing<W>): Difference[] {
  const [a, b] = [left.filter(isNaming), right.filter(isNaming)];
  if (a.length + b.length === 0) return [];
  return [difference(a.length > 0 && b.length > 0 ? 'name' : 'qualifier', a.map(wordOf), b.map(wordOf))];
}

/** Two members of one kind: months, colours, tools, places. */
function alternatives<W extends Word>({ left, right }: Pairing<W>): Difference[] {
  for (const one of left) {
    const rival = right.find(({ word }) => sharedKind(one.word.thing, word.thing) !== null);
    if (rival !== undefined) return [difference('alternative', [one.word], [rival.word])];
  }
  return [];
}

function isNaming({ word }: Term): boolean {
  return (word.isName || word.isIdentifier) && word.version === null;
}

const SAYS_NO_KIND =
  /^(?:mean|means|meaning|meant|definition|define|term|explain|describe|tell|know|say|question)$/;

/** What of one side may stand for the question word of the other. */
function witnesses<W extends Word>(terms: readonly Term<W>[]): Term<W>[] {
  return terms.filter(({ word }) => !SAYS_NO_KIND.test(word.text));
}

function wordOf<W extends Word>({ word }: Term<W>): W {
  return word;
}
