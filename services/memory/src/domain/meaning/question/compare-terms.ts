import { sharedKind } from '../../lexicon/thing.js';
import { type Difference, difference } from '../difference.js';
import type { Word } from '../word.js';
import { antonymDifferences } from './antonym-differences.js';
import { exchangedParts } from './exchanged-parts.js';
import { negationDifferences } from './negation-differences.js';
import { isSlip, type Pairing, pairTerms, type TermPair } from './pair-terms.js';
import { quantityDifferences } from './quantity-differences.js';
import { questionDifferences } from './question-differences.js';
import { readQuestion } from './question-kind.js';
import { FREE_MARKS, NEUTRAL_ROLES } from './question-words.js';
import {
  findLiteral,
  type Mark,
  type Quote,
  quotesOf,
  readTerms,
  type Term,
  type Terms,
} from './read-terms.js';

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
    ...pairing.pairs.flatMap(roleDifference),
    ...markDifferences(a.marks, b.marks),
    ...questionDifferences(a.bare, b.bare, {
      left: witnesses(pairing.left),
      right: witnesses(pairing.right),
    }),
    ...tenseDifferences(a.bare, b.bare),
    ...conjunctionDifferences(a.bare, b.bare),
    ...passiveDifferences(pairing),
  ];
  return { pairing, differences: found };
}

/** Quotations, found on the other side also where they stand there without their marks. */
function sharedQuotes<W extends Word>(left: Question<W>, right: Question<W>) {
  const [own, others] = [quotesOf(left), quotesOf(right)];
  const leftQuotes = [...own];
  const rightQuotes = [...others];
  const onlyIn = (quotes: readonly Quote[], other: Question<W>, found: Quote[]) =>
    quotes.filter(({ literal }) => {
      if (found.some((quote) => quote.literal === literal)) return false;
      const there = findLiteral(literal, other);
      if (there !== null) found.push(there);
      return there === null;
    });
  const [onlyLeft, onlyRight] = [onlyIn(own, right, rightQuotes), onlyIn(others, left, leftQuotes)];
  const differences: Difference[] =
    onlyLeft.length + onlyRight.length === 0
      ? []
      : [{ kind: 'wording', left: onlyLeft.map(literalOf), right: onlyRight.map(literalOf) }];
  return { leftQuotes, rightQuotes, differences };
}

/** "In which year" asks when, and the year is no word beside the question. */
function withoutQuestion<W extends Word>({ terms, bare }: Terms<W>): Term<W>[] {
  const { kind, words } = readQuestion(bare);
  return /^(?:when|why|who|where)$/.test(kind)
    ? terms.filter(({ word }) => !words.includes(word))
    : [...terms];
}

function literalOf({ literal }: Quote): string {
  return literal;
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

/** The same thing with another part: "a letter to Anna", "a letter from Anna". */
function roleDifference<W extends Word>({ left, right }: TermPair<W>): Difference[] {
  if (left.role === right.role || left.isLight) return [];
  if (NEUTRAL_ROLES.has(left.role) && NEUTRAL_ROLES.has(right.role)) return [];
  if ((NEUTRAL_ROLES.has(left.role) || NEUTRAL_ROLES.has(right.role)) && !isPassedOn(left.role, right.role))
    return [];
  return [
    {
      kind: 'direction',
      left: [left.role, left.word.text].filter((part) => part !== ''),
      right: [right.role, right.word.text].filter((part) => part !== ''),
    },
  ];
}

/** "for Anna", "from Anna". */
function isPassedOn(a: string, b: string): boolean {
  return (a === 'for' && b === 'from') || (a === 'from' && b === 'for');
}

/** "Is Ann believed by Bea", "Does Ann believe Bea": the doer changes, and nobody changes places. */
function passiveDifferences<W extends Word>({ pairs }: Pairing<W>): Difference[] {
  for (const { left, right } of pairs) {
    if ((left.role === 'by') === (right.role === 'by') || (left.role !== '' && right.role !== '')) continue;
    const stays = pairs.some(
      (other) =>
        other.left.word.isContent &&
        !isVerbForm(other) &&
        other.left.at < left.at &&
        other.right.at < right.at,
    );
    if (stays) return [difference('direction', [left.word], [right.word])];
  }
  return [];
}

/** The same stem in two forms: "believe" and "believed". */
function isVerbForm<W extends Word>({ left, right }: TermPair<W>): boolean {
  return left.word.text !== right.word.text;
}

const TENSES: ReadonlyMap<string, string> = new Map([
  ...['is', 'are', 'am', "isn't", "aren't"].map((word) => [word, 'be now'] as const),
  ...['was', 'were', "wasn't", "weren't"].map((word) => [word, 'be then'] as const),
  ...['do', 'does', "don't", "doesn't"].map((word) => [word, 'do now'] as const),
  ...['did', "didn't"].map((word) => [word, 'do then'] as const),
]);

/** "Who is the king", "Who was the king": by the first auxiliary of each. */
function tenseDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  const [a, b] = [left, right].map((words) => words.find(({ text }) => TENSES.has(text)));
  if (a === undefined || b === undefined) return [];
  const [one, other] = [TENSES.get(a.text)!, TENSES.get(b.text)!];
  const isOther = one !== other && one.slice(0, 2) === other.slice(0, 2);
  return isOther ? [difference('question-word', [a], [b])] : [];
}

/** "read and write" and "read or write". */
function conjunctionDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  const has = (words: readonly Word[], wanted: string) => words.some(({ text }) => text === wanted);
  const isOther = has(left, 'or')
    ? !has(right, 'or') && has(right, 'and') && !has(left, 'and')
    : has(right, 'or') && has(left, 'and') && !has(right, 'and');
  return isOther
    ? [
        {
          kind: 'qualifier',
          left: [has(left, 'or') ? 'or' : 'and'],
          right: [has(right, 'or') ? 'or' : 'and'],
        },
      ]
    : [];
}

const SAYS_NO_KIND =
  /^(?:mean|means|meaning|meant|definition|define|term|explain|describe|tell|know|say|question)$/;

/** What of one side may stand for the question word of the other. */
function witnesses<W extends Word>(terms: readonly Term<W>[]): Term<W>[] {
  return terms.filter(({ word }) => !SAYS_NO_KIND.test(word.text));
}

function markDifferences(left: readonly Mark[], right: readonly Mark[]): Difference[] {
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

function wordOf<W extends Word>({ word }: Term<W>): W {
  return word;
}
