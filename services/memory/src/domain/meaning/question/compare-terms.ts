import { sharedKind } from '../../lexicon/thing.js';
import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import { antonymDifferences } from './antonym-differences.js';
import { exchangedParts } from './exchanged-parts.js';
import { negationDifferences } from './negation-differences.js';
import { isSlip, type Pairing, pairTerms } from './pair-terms.js';
import { quantityDifferences } from './quantity-differences.js';
import { questionDifferences } from './question-differences.js';
import { readQuestion } from './question-kind.js';
import { sharedQuotes } from './quotations.js';
import { readTerms, type Term, type Terms } from './read-terms.js';
import { roleDifferences } from './role-differences.js';
import { conjunctionDifferences, markDifferences, tenseDifferences } from './small-word-differences.js';

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
  const { leftQuotes, rightQuotes, differences: otherQuotes } = sharedQuotes(left, right);
  const [a, b] = [readTerms(left, leftQuotes), readTerms(right, rightQuotes)];
  const pairing = withoutInitials(
    pairTerms(
      withoutQuestion(a).filter(({ word }) => !isMisspelt(word, right.words)),
      withoutQuestion(b).filter(({ word }) => !isMisspelt(word, left.words)),
    ),
  );
  const unmatched = {
    left: pairing.left.map(({ word }) => word),
    right: pairing.right.map(({ word }) => word),
  };
  const found = [
    ...quantityDifferences(a.bare, b.bare),
    ...otherQuotes,
    ...nameDifferences(pairing),
    ...alternatives(pairing),
    ...negationDifferences(a.bare, b.bare),
    ...antonymDifferences(a.bare, b.bare, unmatched),
    ...exchangedParts(pairing.pairs, a.bare, b.bare),
    ...roleDifferences(pairing.pairs),
    ...markDifferences(a.marks, b.marks),
    ...questionDifferences(a.bare, b.bare, {
      left: witnesses(pairing.left),
      right: witnesses(pairing.right),
    }),
    ...tenseDifferences(a.bare, b.bare),
    ...conjunctionDifferences(a.bare, b.bare),
  ];
  return { pairing, differences: found };
}

/** "In which year" asks when, and the year is no word beside the question. */
function withoutQuestion<W extends Word>({ terms, bare }: Terms<W>): Term<W>[] {
  const { kind, words } = readQuestion(bare);
  return /^(?:when|why|who|where)$/.test(kind)
    ? terms.filter(({ word }) => !words.includes(word))
    : [...terms];
}

/** "waht", "teh": a slip of a small word of the other side. */
function isMisspelt(word: Word, others: readonly Word[]): boolean {
  return !word.isName && others.some((other) => !other.isContent && isSlip(word.text, other.text));
}

/** Without names, and the words behind their initials: "nlp" and "natural language processing". */
function withoutInitials<W extends Word>({ pairs, left, right }: Pairing<W>): Pairing<W> {
  const spelledOut = (terms: readonly Term<W>[], others: readonly Term<W>[]) =>
    others.flatMap((term) => {
      const row = term.word.isName ? behindInitials(term.word.text, terms) : [];
      return row.length === 0 ? [] : [term, ...row];
    });
  const said = new Set([...spelledOut(left, right), ...spelledOut(right, left)]);
  return {
    pairs,
    left: left.filter((term) => !said.has(term)),
    right: right.filter((term) => !said.has(term)),
  };
}

function behindInitials<W extends Word>(initials: string, terms: readonly Term<W>[]): readonly Term<W>[] {
  if (!/^\p{L}{3,6}$/u.test(initials)) return [];
  const first = terms.map(({ word }) => word.text[0]).join('');
  const at = first.indexOf(initials);
  return at < 0 ? [] : terms.slice(at, at + initials.length);
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

function isNaming({ word, isQuoted }: Term): boolean {
  return (word.isName || word.isIdentifier || isQuoted) && word.version === null;
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
