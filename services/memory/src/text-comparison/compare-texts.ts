import {
  AUXILIARIES,
  DIRECTIONS,
  NEGATIONS,
  OPPOSITES,
  PERSONS,
  QUANTIFIERS,
  QUESTIONS,
  ROLES,
  TENSES,
} from './closed-classes.js';
import { type ReadText, readText, type Token, type TokenKind } from './read-text.js';

export type DifferenceKind =
  | 'number'
  | 'unit'
  | 'name'
  | 'identifier'
  | 'sign'
  | 'negation'
  | 'opposite'
  | 'quantifier'
  | 'person'
  | 'direction'
  | 'question'
  | 'tense'
  | 'wording';

/** One respect in which two texts differ, with the words of each text; an empty string if it has none. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly left: string;
  readonly right: string;
}

export interface TextComparison {
  /** The same words in the same order; case, white space and punctuation aside. */
  readonly isSameWording: boolean;
  readonly differences: readonly Difference[];
  /** Words and names that the other text does not have. */
  readonly left: readonly Token[];
  readonly right: readonly Token[];
  /** Number of words and names that both have. */
  readonly shared: number;
}

/** Lists the differences of two texts by their grammar words and the forms of all other words, in linear time. */
export function compareTexts(a: ReadText, b: ReadText): TextComparison {
  const shared = contentOf(a).length;
  if (isSameWording(a, b)) return { isSameWording: true, differences: [], left: [], right: [], shared };
  const { left, right } = onlyInOne(contentOf(a), contentOf(b));
  const differences = [
    ...ofKind(a, b, 'number'),
    ...ofKind(a, b, 'unit'),
    ...countedThings(a, b),
    ...ofKind(a, b, 'identifier'),
    ...ofKind(a, b, 'sign'),
    ...names(left, right),
    ...negations(a, b),
    ...opposites(left, right),
    ...ofClass(a, b, QUANTIFIERS, 'quantifier'),
    ...persons(a, b),
    ...ofClass(a, b, DIRECTIONS, 'direction'),
    ...oppositeParticles(a, b),
    ...questions(a, b),
    ...tenses(a, b),
    ...exchangedRoles(a, b),
    ...(left.length + right.length === 0 ? exchangedPlaces(a, b) : []),
    ...otherWording(a, b, left, right),
  ];
  return { isSameWording: false, differences, left, right, shared: shared - left.length };
}

/** Tests whether two texts have the same words in the same order; case and punctuation aside. */
export function isSameWording(a: ReadText, b: ReadText): boolean {
  return a.length === b.length && a.every((token, at) => spellingOf(token) === spellingOf(b[at]!));
}

const spellingOf = ({ kind, key, text }: Token) =>
  kind === 'word' || kind === 'name' ? `word ${text.toLowerCase()}` : `${kind} ${key}`;
const isContent = ({ kind }: Token) => kind === 'word' || kind === 'name';
export const contentOf = (text: ReadText) => text.filter(isContent);
export const grammarOf = (text: ReadText) =>
  text.flatMap(({ kind, key }) => (kind === 'grammar' ? [key] : []));
const textOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(' ');

/** Each without the tokens whose key the other has, one for one. */
function withoutEqualKeys(tokens: readonly Token[], others: readonly Token[]): Token[] {
  const counts = new Map<string, number>();
  for (const { key } of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return tokens.filter(({ key }) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}

/** Shorter beginnings say nothing about the root of a word. */
const MIN_ROOT = 4;
const MAX_ENDING = 4;

/** Also without derivations of the same root (safe, safely), compounds (sun rise, sunrise) and initials. */
export function onlyInOne(a: readonly Token[], b: readonly Token[]): { left: Token[]; right: Token[] } {
  const [one, other] = [withoutEqualKeys(a, b), withoutEqualKeys(b, a)];
  const byRoot = new Map(other.map((token) => [rootOf(token), token] as const));
  const used = new Set<Token>();
  for (const token of one) {
    const related = byRoot.get(rootOf(token));
    if (related === undefined || used.has(related) || !isDerivation(token.text, related.text)) continue;
    used.add(token).add(related);
  }
  for (const token of [...joined(one, other), ...joined(other, one)]) used.add(token);
  const rest = (tokens: readonly Token[]) => tokens.filter((token) => !used.has(token));
  return { left: rest(one), right: rest(other) };
}

export const rootOf = ({ text }: Token) => text.toLowerCase().slice(0, MIN_ROOT);

/** Tests whether two words begin alike and differ in a short ending. */
export function isDerivation(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  let root = 0;
  while (root < one.length && one[root] === other[root]) root++;
  const [shorter, longer] = [one.length - root, other.length - root].sort((x, y) => x - y) as [
    number,
    number,
  ];
  return root >= MIN_ROOT && shorter <= 2 && longer <= MAX_ENDING && longer < root;
}

/** Two words that are one on the other side (sun rise, sunrise), or its initials (Visual Studio, VS). */
function joined(parts: readonly Token[], wholes: readonly Token[]): Token[] {
  const byText = new Map(wholes.map((token) => [token.text.toLowerCase(), token] as const));
  return parts.slice(1).flatMap((second, at) => {
    const first = parts[at]!;
    const initials = first.kind === 'name' ? first.text[0]! + second.text[0]! : '';
    const whole = byText.get((first.text + second.text).toLowerCase()) ?? byText.get(initials.toLowerCase());
    return whole === undefined ? [] : [first, second, whole];
  });
}

function ofKind(a: ReadText, b: ReadText, kind: TokenKind & DifferenceKind): Difference[] {
  const [one, other] = [a, b].map((text) => text.filter((token) => token.kind === kind)) as [
    Token[],
    Token[],
  ];
  return named(kind, textOf(withoutEqualKeys(one, other)), textOf(withoutEqualKeys(other, one)));
}

const named = (kind: DifferenceKind, left: string, right: string): Difference[] =>
  left === '' && right === '' ? [] : [{ kind, left, right }];

/** The same number of other things: two eggs, two boxes. */
function countedThings(a: ReadText, b: ReadText): Difference[] {
  const things = (text: ReadText) =>
    new Map(
      text.flatMap(({ kind, key }, at) =>
        kind === 'number' && text[at + 1]?.kind === 'word' ? [[key, text[at + 1]!]] : [],
      ),
    );
  const [inA, inB, others] = [keysOf(a), keysOf(b), things(b)];
  for (const [number, thing] of things(a)) {
    const other = others.get(number);
    if (other !== undefined && !inB.has(thing.key) && !inA.has(other.key))
      return named('unit', thing.text, other.text);
  }
  return [];
}

const keysOf = (text: ReadText) =>
  new Set(text.flatMap(({ kind, key }) => (kind === 'grammar' ? [] : [key])));

/** Names that were exchanged: a name that one text adds may be left out in the other. */
function names(left: readonly Token[], right: readonly Token[]): Difference[] {
  const [one, other] = [left, right].map((tokens) => textOf(tokens.filter(({ kind }) => kind === 'name')));
  return one === '' || other === '' ? [] : named('name', one!, other!);
}

/** Whether a text has a word of negation. */
export function denies(text: string): boolean {
  return grammarOf(readText(text)).some((key) => NEGATIONS.has(key));
}

function negations(a: ReadText, b: ReadText): Difference[] {
  const [one, other] = [a, b].map((text) => grammarOf(text).filter((key) => NEGATIONS.has(key)));
  return one!.length === other!.length ? [] : named('negation', one!.join(' '), other!.join(' '));
}

const NEGATIVE_PREFIX = /^(?:un|in|im|ir|il|dis|non|de|a)(?=\p{L}{4})/u;

/** A word and its negation by a prefix: safe and unsafe, enable and disable. */
function opposites(left: readonly Token[], right: readonly Token[]): Difference[] {
  const formsOf = ({ key, text }: Token) => [key, text.toLowerCase()];
  const find = (negative: readonly Token[], positive: readonly Token[]) => {
    const byForm = new Map(positive.flatMap((token) => formsOf(token).map((form) => [form, token] as const)));
    for (const token of negative) {
      for (const form of formsOf(token)) {
        const other =
          byForm.get(form.replace(NEGATIVE_PREFIX, '')) ?? byForm.get(form.replace(/^d(?:is|e)/, 'en'));
        if (other !== undefined) return [token.text, other.text] as const;
      }
    }
    return null;
  };
  const [one, other] = find(left, right) ?? find(right, left)?.toReversed() ?? ['', ''];
  return named('opposite', one!, other!);
}

function classesOf(text: ReadText, classes: ReadonlyMap<string, string>): Set<string> {
  return new Set(grammarOf(text).flatMap((key) => classes.get(key) ?? []));
}

function ofClass(
  a: ReadText,
  b: ReadText,
  classes: ReadonlyMap<string, string>,
  kind: DifferenceKind,
): Difference[] {
  const [one, other] = [classesOf(a, classes), classesOf(b, classes)];
  const without = (each: Set<string>, rest: Set<string>) =>
    [...each].filter((name) => !rest.has(name)).join(', ');
  return named(kind, without(one, other), without(other, one));
}

/** A lone "I", "you" or "we" that acts may be anyone: how do I, how to. */
function persons(a: ReadText, b: ReadText): Difference[] {
  const [one, other] = [personsOf(a), personsOf(b)];
  const isAnyone = (text: ReadText) =>
    grammarOf(text).every((key) => !PERSONS.has(key) || key === 'i' || key === 'you' || key === 'we');
  if ((one.length === 0 && isAnyone(b)) || (other.length === 0 && isAnyone(a))) return [];
  const differences = ofClass(a, b, PERSONS, 'person');
  const isExchange = differences.length === 0 && one.length === other.length && one.join() !== other.join();
  return isExchange ? named('person', one.join(' '), other.join(' ')) : differences;
}

const personsOf = (text: ReadText) => grammarOf(text).flatMap((key) => PERSONS.get(key) ?? []);

function oppositeParticles(a: ReadText, b: ReadText): Difference[] {
  const [one, other] = [new Set(grammarOf(a)), new Set(grammarOf(b))];
  const isOnly = (words: Set<string>, word: string, opposite: string) =>
    words.has(word) && !words.has(opposite);
  return OPPOSITES.flatMap(([word, opposite]) => {
    if (isOnly(one, word, opposite) && other.has(opposite)) return named('direction', word, opposite);
    if (isOnly(other, word, opposite) && one.has(opposite)) return named('direction', opposite, word);
    return [];
  });
}

/** Returns the kind of a question: "truth" if it begins with a verb, "" for statements and commands. */
function questionKind(text: ReadText): string {
  const [first, second] = text;
  const isVerb = first?.kind === 'grammar' && AUXILIARIES.has(first.key) && first.key !== 'be';
  const isCommand = first?.key === 'do' && second?.key === 'not';
  if (isVerb && !isCommand) return second?.key === 'there' ? '' : 'truth';
  const at = text.findIndex(({ kind, key }) => kind === 'grammar' && QUESTIONS.has(key));
  if (at === -1) return '';
  const kind = QUESTIONS.get(text[at]!.key)!;
  const next = text[at + 1];
  if (kind !== 'how' || next === undefined) return kind;
  if (next.key === 'many' || next.key === 'much') return 'count';
  return next.kind === 'grammar' ? 'way' : 'degree';
}

/** Pairs of kinds that can ask the same: "how do I" and "which way is there to". */
const INTERCHANGEABLE: ReadonlySet<string> = new Set(
  '|way |what |which count|what count|degree degree|way degree|what way|what what|which way|which what|when when|which what|why what|who'
    .split(/ (?=\S)/u)
    .map((pair) => pair.split('|').sort().join('|')),
);

function questions(a: ReadText, b: ReadText): Difference[] {
  const [one, other] = [questionKind(a), questionKind(b)];
  const isSame = one === other || INTERCHANGEABLE.has([one, other].sort().join('|'));
  return isSame ? [] : [{ kind: 'question', left: one, right: other }];
}

function tenses(a: ReadText, b: ReadText): Difference[] {
  const [one, other] = [classesOf(a, TENSES), classesOf(b, TENSES)];
  const isOnlyTense = (tense: string, has: Set<string>, rest: Set<string>) =>
    has.size === 1 && has.has(tense) && rest.size > 0 && !rest.has(tense);
  const differs = ['past', 'future'].some(
    (tense) => isOnlyTense(tense, one, other) || isOnlyTense(tense, other, one),
  );
  return differs ? named('tense', [...one].join(), [...other].join()) : [];
}

/** Things that exchange their roles: from A to B, from B to A; A hates B, A is hated by B; who taught A, who did A teach. */
function exchangedRoles(a: ReadText, b: ReadText): Difference[] {
  const [inA, inB, others] = [keysOf(a), keysOf(b), rolesOf(b)];
  for (const [role, own] of rolesOf(a)) {
    const other = others.get(role) ?? new Set<string>();
    const lost = [...own].find((key) => !other.has(key) && inB.has(key));
    const gained = [...other].find((key) => !own.has(key) && inA.has(key));
    if (lost !== undefined && gained !== undefined)
      return named('direction', `${role} ${lost}`, `${role} ${gained}`);
  }
  if (isReversed(a, b) || isReversed(b, a)) return named('direction', 'active', 'passive');
  const asksForObject = (text: ReadText) => grammarOf(text).some((key) => /^d(?:o|oes|id)$/.test(key));
  const differs =
    questionKind(a) === 'who' && questionKind(b) === 'who' && asksForObject(a) !== asksForObject(b);
  return differs ? named('direction', 'who', 'whom') : [];
}

/** Tests whether the first content word acts in the first text and is acted on in the second one (by ...). */
function isReversed(active: ReadText, passive: ReadText): boolean {
  const [first, other] = [active, passive].map((text) => text.find(isContent)?.key);
  const agents = rolesOf(passive).get('by');
  if (first === undefined || first !== other || agents === undefined || rolesOf(active).has('by'))
    return false;
  return active.some(({ kind, key }) => kind !== 'grammar' && agents.has(key));
}

/** Maps each preposition to the words after it, except the "to" of "how to". */
export function rolesOf(text: ReadText): Map<string, Set<string>> {
  const roles = new Map<string, Set<string>>();
  let role: string | null = null;
  for (const [at, { kind, key }] of text.entries()) {
    const own = kind === 'grammar' ? ROLES.get(key) : undefined;
    if (own !== undefined) role = key === 'to' && text[at - 1]?.key === 'how' ? null : own;
    else if (role !== null && kind !== 'grammar' && kind !== 'unit') {
      roles.set(role, (roles.get(role) ?? new Set()).add(key));
      role = null;
    }
  }
  return roles;
}

/** The same words in another order, members of a list aside: A chases B, B chases A. */
function exchangedPlaces(a: ReadText, b: ReadText): Difference[] {
  const grammar = (text: ReadText) =>
    grammarOf(text)
      .filter((key) => !AUXILIARIES.has(key))
      .sort()
      .join(' ');
  const [one, other] = [withSortedLists(a), withSortedLists(b)];
  if (one.length !== other.length || grammar(a) !== grammar(b)) return [];
  const at = one.findIndex((key, place) => key !== other[place]);
  return at === -1 ? [] : named('direction', one[at]!, other[at]!);
}

/** Words and names in order, but in the alphabetical one on both sides of "and" and "or". */
function withSortedLists(text: ReadText): string[] {
  const keys: string[] = [];
  let isListed = false;
  for (const token of text) {
    const before = keys.at(-1);
    if (token.kind === 'grammar')
      isListed = (token.key === 'and' || token.key === 'or') && before !== undefined;
    if (!isContent(token)) continue;
    if (isListed && before! > token.key) keys.splice(-1, 1, token.key, before!);
    else keys.push(token.key);
    isListed = false;
  }
  return keys;
}

/** The stretches between the first and the last word in which two sequences differ. */
export function differingParts(
  a: readonly Token[],
  b: readonly Token[],
): { left: readonly Token[]; right: readonly Token[]; before: Token | undefined } {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start]!.key === b[start]!.key) start++;
  let end = 0;
  while (end < shortest - start && a.at(-1 - end)!.key === b.at(-1 - end)!.key) end++;
  return {
    left: a.slice(start, a.length - end),
    right: b.slice(start, b.length - end),
    before: a[start - 1],
  };
}

/** Whether two texts differ in one place only, in which each has at most so many words with content. */
export function isOnePlace(left: readonly Token[], right: readonly Token[], most: number): boolean {
  const [shorter, longer] = [left.length, right.length].sort((x, y) => x - y) as [number, number];
  return shorter === 0 || longer <= most + 1;
}

/** Other words in one place of the same sentence, or exchanged one for one. Ways to begin a question are not compared. */
function otherWording(
  a: ReadText,
  b: ReadText,
  onlyLeft: readonly Token[],
  onlyRight: readonly Token[],
): Difference[] {
  const most = Math.max(onlyLeft.length, onlyRight.length);
  if (most === 0) return [];
  const { left, right, before } = differingParts(a, b);
  const asks = ({ kind, key }: Token) => kind === 'grammar' && QUESTIONS.has(key);
  if (before === undefined && left.length * right.length > 0 && [...left, ...right].some(asks)) return [];
  const exchanged = left.filter(({ key }, at) => key !== right[at]?.key).length;
  const isOneForOne =
    left.length === right.length && exchanged === onlyLeft.length && exchanged === onlyRight.length;
  return isOneForOne || isOnePlace(left, right, most) ? named('wording', textOf(left), textOf(right)) : [];
}
