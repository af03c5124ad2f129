import { type Lexicon, shippedLexicon } from '../lexicon/lexicon.js';
import type { Word } from '../meaning/word.js';
import { readWords } from '../meaning/words.js';
import {
  DATED_WORDS,
  DENYING_WORDS,
  ENDING_STEMS,
  GENERIC_WORDS,
  SCOPE_PLACES,
  SCOPE_WORDS,
} from './language.js';
import { opposableWords } from './opposable-words.js';
import { isChangeVerb, type Rejection, readRejection } from './read-rejection.js';
import type { Value } from './value.js';
import { isLabelled, readValues } from './values.js';

/** One statement, taken apart without a model. Places are those of its words. */
export interface Statement {
  readonly text: string;
  readonly words: readonly Word[];
  /** Words that say what it is about: content that is neither value, choice, scope, negation nor generic. */
  readonly topics: readonly number[];
  /** For each topic its stem and its groups of synonyms. */
  readonly topicKeys: readonly (readonly string[])[];
  /** The same of all words that it does not reject: for a quick look. */
  readonly keys: ReadonlySet<string>;
  readonly values: readonly Value[];
  /** Things of which one is taken for a purpose: tools, formats, conventions. */
  readonly choices: readonly number[];
  /** Where, when or for whom it holds: "production", "2024-03-03", "step 2". Sorted. */
  readonly scopes: readonly string[];
  /** The same as one text, to compare by. */
  readonly scope: string;
  /** Words that turn it round. */
  readonly negations: readonly number[];
  readonly isDenied: boolean;
  /** Stems of words that may end what it speaks of beside those: "ruled out", "removed". Sorted. */
  readonly endings: string;
  /** Words that are part of a value, choice, scope, negation, or of what it rejects. */
  readonly taken: ReadonlySet<number>;
  /** Plain words whose opposites would turn it round. */
  readonly opposable: readonly number[];
  /** What it names only to reject it: "local time, not UTC". */
  readonly rejection: Rejection | null;
  /** "red or blue" */
  readonly offersChoice: boolean;
  /** Asks or greets, and so states nothing that could be taken back. */
  readonly isTalk: boolean;
}

const PREPOSITION =
  /^(?:in|on|for|during|at|under|outside|inside|before|after|until|since|from|within|while|when)$/;
/** What sentences of small talk begin with. */
const SMALL_TALK =
  /^(?:hey|hi|hello|thanks|thank|wow|bye|congrats|congratulations|cheers|sorry|yeah|yep|yup|aw|aww|haha|lol|oh|ok|okay|cool|awesome|nice|glad|great|good (?:luck|morning|night)|sounds|looks|see you|take care|no worries|long time|welcome|dear)\b/i;
/** Of one event these name different times. */
const MOMENT = /^(?:before|after|during|until|since|outside)$/;
const ARTICLE = /^(?:the|a|an|our|all|every|each|any)$/;
/** These end something only in front of it: "dropped support", "stop using", "skip the tests". */
const ENDING = /^(?:stop|stopped|skip|skips|drop|dropped|cease|ceased|omit|quit)$/;
const ENDED = /^(?:support|using|use|\w+ing)$/;

/** `headings` are what stands above it: their scopes are its own. */
export function readStatement(
  text: string,
  headings: readonly string[] = [],
  lexicon: Lexicon = shippedLexicon,
): Statement {
  const words = readWords(text, lexicon);
  const taken = new Set<number>();
  const scopes = new Set<string>(headings.flatMap(scopesOf));
  const rejection = readRejection(text, words);
  const isRejected = (at: number): boolean =>
    rejection !== null && at >= rejection.first && at < rejection.end;
  for (const [at, word] of words.entries())
    if (isRejected(at) || (rejection?.isChange && isChangeVerb(word))) taken.add(at);
  const values: Value[] = [];
  for (const value of readValues(text, words)) {
    if (taken.has(value.first)) continue;
    const scope = valueScope(text, words, value);
    if (scope !== null) scopes.add(scope);
    else values.push(value);
    for (let at = value.first; at <= value.last; at++) taken.add(at);
    if (scope !== null && isLabelled(words, value.first)) taken.add(value.first - 1);
  }
  const choices: number[] = [];
  const negations: number[] = [];
  for (const [at, { thing, text: word }] of words.entries()) {
    if (taken.has(at)) continue;
    // "on Windows" is a scope though Windows is a choice elsewhere; "local time zone" is a choice.
    const scope = word.includes(' ') ? null : scopeAt(words, at);
    if (scope !== null) scopes.add(scope);
    else if (thing?.kinds.some(({ role }) => role === 'choice') === true) choices.push(at);
    else if (isNegating(words, at) || isDenying(words, at)) negations.push(at);
    else continue;
    taken.add(at);
  }
  const topics = [...words.keys()].filter(
    (at) => words[at]!.isContent && !taken.has(at) && !GENERIC_WORDS.has(words[at]!.text),
  );
  return {
    text,
    words,
    topics,
    topicKeys: topics.map((at) => keysOf(words[at]!)),
    keys: new Set(words.flatMap((word, at) => (isRejected(at) ? [] : keysOf(word)))),
    values,
    choices,
    scopes: [...scopes].sort(),
    scope: [...scopes].sort().join(),
    negations,
    isDenied: negations.length > 0 && !isDoubleNegative(words, negations),
    endings: endingsOf(words, negations),
    taken,
    opposable: opposableWords(words, taken),
    rejection,
    offersChoice: words.some((_, at) => isOffer(words, at)),
    isTalk: /\?\s*$/.test(text) || SMALL_TALK.test(text),
  };
}

/** What a word is compared by: the thing it names, else its stem. */
export function nameOf({ thing, stem }: Word): string {
  return thing?.name ?? stem;
}

/** Topics that the shorter and the longer side may name alone and still be about one thing: a phrase and a verb. */
const MAX_ALONE = [3, 5] as const;

/**
 * A quick look whether the topics of two statements can meet at all; false spares every further comparison. Topics meet
 * by stem or by a group of synonyms.
 */
export function mayMeet(a: Statement, b: Statement): boolean {
  const [short, long] = a.topicKeys.length <= b.topicKeys.length ? [a, b] : [b, a];
  const alone = countAlone(short, long, MAX_ALONE[0]);
  if (alone > MAX_ALONE[0] || countAlone(long, short, MAX_ALONE[1]) > MAX_ALONE[1]) return false;
  return alone < short.topicKeys.length || (a.choices.length > 0 && b.choices.length > 0);
}

function countAlone({ topicKeys }: Statement, { keys: known }: Statement, most: number): number {
  let alone = 0;
  for (const keys of topicKeys) {
    if (!isKnown(keys, known) && ++alone > most) break;
  }
  return alone;
}

/** A loop, because this is asked of every pair of an audit. */
function isKnown(keys: readonly string[], known: ReadonlySet<string>): boolean {
  for (const key of keys) if (known.has(key)) return true;
  return false;
}

/** "no more than 5" bounds, "not only" adds, "no longer" counts once. */
function isNegating(words: readonly Word[], at: number): boolean {
  const { text: word, isNegation } = words[at]!;
  if (!isNegation) return false;
  const next = words[at + 1]?.text;
  if (/^(?:more|less|fewer)$/.test(next ?? '') && words[at + 2]?.text === 'than') return false;
  return word !== 'nor' && !(word === 'not' && /^(?:only|just)$/.test(next ?? ''));
}

/** Whether the word at a place is a verb or adjective that denies. */
function isDenying(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!;
  if (DENYING_WORDS.has(text)) return true;
  if (!ENDING.test(text)) return false;
  return ENDED.test(words[at + 1]?.text ?? '') || (at === 0 && text.startsWith('skip'));
}

/** Not "5 or more". */
function isOffer(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!;
  return (
    text === 'nor' ||
    (text === 'or' &&
      !/^(?:more|less|fewer|longer|shorter|later|older|above|below)$/.test(words[at + 1]?.text ?? ''))
  );
}

function endingsOf(words: readonly Word[], negations: readonly number[]): string {
  const stems = words
    .filter(({ stem }, at) => !negations.includes(at) && ENDING_STEMS.has(stem))
    .map(({ stem }) => stem);
  return stems.sort().join(' ');
}

function keysOf(word: Word): string[] {
  return [nameOf(word), ...word.groups];
}

/** "not forbidden", "never avoid": the second is what the first turns round. Elsewhere two denials confirm each other. */
function isDoubleNegative(words: readonly Word[], negations: readonly number[]): boolean {
  const [first, second] = negations;
  if (negations.length !== 2 || first === undefined || second === undefined) return false;
  return words[first]!.isNegation && !words[second]!.isNegation && second - first <= 2;
}

function scopesOf(heading: string): string[] {
  return readWords(heading).flatMap(({ text }) => SCOPE_WORDS.get(text) ?? SCOPE_PLACES.get(text) ?? []);
}

function scopeAt(words: readonly Word[], at: number): string | null {
  const { text, isName } = words[at]!;
  if (text === 'us' && !isName) return null;
  const anywhere = SCOPE_WORDS.get(text);
  if (anywhere !== undefined) return anywhere;
  const place = SCOPE_PLACES.get(text);
  if (place === undefined) return null;
  const before = words[at - 1]?.text ?? '';
  const behind = ARTICLE.test(before) ? (words[at - 2]?.text ?? '') : before;
  if (!PREPOSITION.test(behind)) return null;
  return MOMENT.test(behind) ? `${place}, ${behind}` : place;
}

/** A value that names the thing or the moment spoken of, instead of being what is decided. */
function valueScope(
  text: string,
  words: readonly Word[],
  { dimension, first, last, key }: Value,
): string | null {
  if (dimension === 'number' || dimension === 'version' || dimension === 'count') {
    if (isLabelled(words, first)) return `${words[first - 1]!.text} ${key}`;
    const isHead = first === 0 || (first === 1 && words[0]!.text === 'version');
    if (isHead && (dimension === 'version' || text[words[last]!.end] === ':')) return `at ${key}`;
  }
  if (dimension === 'date') return words.some((word) => DATED_WORDS.has(word.text)) ? null : `date ${key}`;
  const opens = first === 0 || (first === 1 && PREPOSITION.test(words[0]!.text));
  return (dimension === 'weekday' || dimension === 'clock') && opens ? `${dimension} ${key}` : null;
}
