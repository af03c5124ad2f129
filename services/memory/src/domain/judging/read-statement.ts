import { type Lexicon, shippedLexicon } from '../lexicon/lexicon.js';
import type { Thing } from '../lexicon/thing.js';
import type { Word } from '../meaning/word.js';
import { readWords } from '../meaning/words.js';
import { DATED_WORDS, DENYING_WORDS, GENERIC_WORDS, SCOPE_PLACES, SCOPE_WORDS } from './language.js';
import type { Value } from './value.js';
import { isLabelled, readValues } from './values.js';

export interface Choice {
  readonly thing: Thing;
  readonly at: number;
}

/** One statement, taken apart without a model. */
export interface Statement {
  readonly text: string;
  readonly words: readonly Word[];
  /** Places of words that say what it is about: content that is neither value, choice, scope, negation nor generic. */
  readonly topics: readonly number[];
  readonly values: readonly Value[];
  readonly choices: readonly Choice[];
  /** Where, when or for whom it holds: "production", "2024-03-03", "step 2". Sorted. */
  readonly scopes: readonly string[];
  /** Places of the words that turn it round. */
  readonly negations: readonly number[];
  readonly isDenied: boolean;
  /** Places of words that are part of a value, choice, scope or negation. */
  readonly taken: ReadonlySet<number>;
  /** Stems of all its content words. */
  readonly stems: ReadonlySet<string>;
  /** For each topic its stem and its groups of synonyms; and those of all its words: for a quick look. */
  readonly topicKeys: readonly (readonly string[])[];
  readonly keys: ReadonlySet<string>;
  /** Asks or greets, and so states nothing that could be taken back. */
  readonly isTalk: boolean;
}

const PREPOSITION =
  /^(?:in|on|for|during|at|under|outside|inside|before|after|until|since|from|within|while|when)$/;
/** Negations that deny nothing. */
const AFFIRMING =
  /^(?:no (?:matter|worries|worry|problem|problems|doubt|wonder|see|talk|later|sooner|idea|way|big|biggie)|not only|not just|nothing but|can't wait|cannot wait|can't believe|couldn't (?:agree|wait)|never (?:mind|gets))$/;
/** What sentences of small talk begin with: they state nothing that could be taken back. */
const SMALL_TALK =
  /^(?:hey|hi|hello|thanks|thank|wow|bye|congrats|congratulations|cheers|sorry|yeah|yep|yup|aw|aww|haha|lol|oh|ok|okay|cool|awesome|nice|glad|great|good (?:luck|morning|night)|sounds|looks|see you|take care|no worries|long time|welcome|dear)\b/i;
/** Of one event these name different times. */
const MOMENT = /^(?:before|after|during|until|since|outside)$/;
const ARTICLE = /^(?:the|a|an|our|all|every|each|any)$/;

/** `headings` are what stands above it: their scopes are its own. */
export function readStatement(
  text: string,
  headings: readonly string[] = [],
  lexicon: Lexicon = shippedLexicon,
): Statement {
  const words = readWords(text, lexicon);
  const taken = new Set<number>();
  const take = (first: number, last: number): void => {
    for (let at = first; at <= last; at++) taken.add(at);
  };
  const scopes = new Set<string>(headings.flatMap(scopesOf));
  const values: Value[] = [];
  for (const value of readValues(text, words)) {
    const scope = valueScope(text, words, value);
    if (scope !== null) scopes.add(scope);
    else values.push(value);
    take(value.first, value.last);
    if (scope !== null && isLabelled(words, value.first)) taken.add(value.first - 1);
  }
  const choices: Choice[] = [];
  for (const [at, { thing }] of words.entries()) {
    if (taken.has(at)) continue;
    // "local time zone" is a choice, "on Windows" a scope though Windows is a choice elsewhere.
    const scope = scopeAt(words, at);
    if (scope !== null) scopes.add(scope);
    else if (thing?.kinds.some(({ role }) => role === 'choice')) choices.push({ thing, at });
    else continue;
    taken.add(at);
  }
  const negations: number[] = [];
  for (const at of words.keys()) {
    if (taken.has(at) || !(isNegating(text, words, at) || isDenyingVerb(words, at))) continue;
    negations.push(at);
    taken.add(at);
  }
  const topics = words.flatMap(({ isContent, text: word }, at) =>
    isContent && !taken.has(at) && !GENERIC_WORDS.has(word) ? [at] : [],
  );
  const stems = new Set(words.filter(({ isContent }) => isContent).map(({ stem }) => stem));
  return {
    text,
    words,
    topics,
    values,
    choices,
    scopes: [...scopes].sort(),
    negations,
    isDenied: negations.length > 0 && !isDoubleNegative(words, negations),
    taken,
    stems,
    topicKeys: topics.map((at) => keysOf(words[at]!)),
    keys: new Set(words.flatMap(keysOf)),
    isTalk: /\?\s*$/.test(text) || SMALL_TALK.test(text),
  };
}

/** Topics that the shorter and the longer side may name alone and still be about one thing: a phrase and a verb. */
const MOST_ALONE = [3, 5] as const;

/**
 * A quick look whether the topics of two statements can meet at all; false spares every further comparison. Topics meet
 * by stem or by a group of synonyms.
 */
export function mayMeet(a: Statement, b: Statement): boolean {
  const [short, long] = a.topicKeys.length <= b.topicKeys.length ? [a, b] : [b, a];
  const alone = countAlone(short, long, MOST_ALONE[0]);
  if (alone > MOST_ALONE[0] || countAlone(long, short, MOST_ALONE[1]) > MOST_ALONE[1]) return false;
  return alone < short.topicKeys.length || (a.choices.length > 0 && b.choices.length > 0);
}

function countAlone({ topicKeys }: Statement, { keys: known }: Statement, most: number): number {
  let alone = 0;
  for (const keys of topicKeys) {
    if (!keys.some((key) => known.has(key)) && ++alone > most) break;
  }
  return alone;
}

/** "no more than 5" bounds, "not only" adds, "no longer" counts once. */
function isNegating(text: string, words: readonly Word[], at: number): boolean {
  if (!words[at]!.isNegation) return false;
  const next = words[at + 1]?.text;
  if ((next === 'more' || next === 'less' || next === 'fewer') && words[at + 2]?.text === 'than')
    return false;
  const { text: word, end } = words[at]!;
  // "No, but it works": an answer, which denies something else.
  if (word === 'no' && at === 0 && /^\s*[,.!;-]/.test(text.slice(end))) return false;
  return word !== 'nor' && !AFFIRMING.test(`${word} ${next ?? ''}`);
}

function keysOf({ stem, groups }: Word): string[] {
  return [stem, ...groups];
}

/** These end something only in front of it: "dropped support", "stop using", "skip the tests". */
const ENDING_WORDS = /^(?:stop|stopped|skip|skips|drop|dropped|cease|ceased|omit|quit)$/;
const ENDED = /^(?:support|using|use|\w+ing)$/;

/** Whether the word at a place is a verb or adjective that denies. */
function isDenyingVerb(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!;
  if (DENYING_WORDS.has(text)) return true;
  if (!ENDING_WORDS.test(text)) return false;
  return ENDED.test(words[at + 1]?.text ?? '') || (at === 0 && /^skip/.test(text));
}

/** "not forbidden", "never avoid": the second is what the first turns round. Elsewhere two denials confirm each other. */
function isDoubleNegative(words: readonly Word[], negations: readonly number[]): boolean {
  const [first, second] = negations;
  if (negations.length !== 2 || first === undefined || second === undefined) return false;
  return words[first]!.isNegation && !words[second]!.isNegation && second - first <= 2;
}

function scopesOf(heading: string): string[] {
  const words = readWords(heading);
  return words.flatMap(({ text }) => SCOPE_WORDS.get(text) ?? SCOPE_PLACES.get(text) ?? []);
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
  return MOMENT.test(behind) ? `${behind} ${place}` : place;
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
  if ((dimension === 'weekday' || dimension === 'clock') && opens) return `${dimension} ${key}`;
  return null;
}
