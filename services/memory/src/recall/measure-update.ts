import type { StatementThresholds } from '../embedding/calibration/calibration.js';
import { analyseText } from '../search/text/analyse-text.js';
import { AUXILIARIES, PERSONS, QUESTIONS } from '../text-comparison/closed-classes.js';
import { isDerivation, rootOf } from '../text-comparison/compare-texts.js';
import { findUpdate, isChangeWord, runsOf, speakOfOnePerson } from '../text-comparison/find-update.js';
import { isLabelNumber } from '../text-comparison/label-number.js';
import { type ReadText, readText, type Token } from '../text-comparison/read-text.js';
import { isContent, verbOf } from '../text-comparison/verb.js';

/**
 * Measures of two hits that show whether the newer one answers the query instead of the older one. They compare what
 * each text shares with the query and what it does not. Cosines are in units of the span between unrelated statements
 * and duplicates of the model, so that the measures do not depend on it.
 */
export const updateMeasures = [
  'nearness',
  'behindBest',
  'olderBehindBest',
  'shared',
  'lostVerb',
  'lostName',
  'exchanges',
  'otherWords',
  'otherKind',
  'missing',
  'stated',
  'addition',
  'severalAsked',
  'revoked',
  'changed',
  'valueExchanged',
  'restated',
] as const;
export type UpdateMeasures = Record<(typeof updateMeasures)[number], number>;

/** Languages without spaces between words, whose index terms are compared instead of their words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const MAX_SHARED = 3;
const MAX_OTHER = 6;
const ADDITIONS: ReadonlySet<string> = new Set(['also', 'too', 'another', 'both']);
const PLURAL = /[^isu]s$/;

/** A text with its content words, prepared for comparisons. */
export interface PreparedText {
  read: ReadText;
  content: readonly Token[];
  has(token: Token): boolean;
  verb: Token | undefined;
}

export function prepareText(text: string): PreparedText {
  const read = UNSPACED.test(text)
    ? analyseText(text).map(
        (key): Token => ({ kind: /^\p{N}+$/u.test(key) ? 'number' : 'word', key, text: key }),
      )
    : readText(text);
  const content = read.filter(isContent);
  const keys = new Set(content.map(({ key }) => key));
  const words = new Map<string, string[]>();
  for (const token of content.filter(isWord))
    words.set(rootOf(token), [...(words.get(rootOf(token)) ?? []), token.text]);
  const has = (token: Token) =>
    keys.has(token.key) ||
    (isWord(token) && words.get(rootOf(token))?.some((word) => isDerivation(word, token.text)) === true);
  return { read, content, has, verb: verbOf(read) };
}

const isWord = ({ kind }: Token) => kind === 'word' || kind === 'name';

export interface ComparedHits {
  query: PreparedText;
  older: PreparedText;
  newer: PreparedText;
  cosine: number;
  /** How much less similar to the query than the most similar hit each of them is. */
  olderGap: number;
  newerGap: number;
}

/** Returns null if the texts are about different persons or things. */
export function measureUpdate(
  { query, older, newer, cosine, olderGap, newerGap }: ComparedHits,
  { candidateCosine, duplicateCosine }: StatementThresholds,
): UpdateMeasures | null {
  const span = duplicateCosine - candidateCosine;
  if (!speakOfOnePerson(older.read, newer.read) || haveOtherLabels(older, newer)) return null;
  const isVerb = (token: Token) =>
    older.verb !== undefined && (token.key === older.verb.key || isDerivation(token.text, older.verb.text));
  const named = [...new Map(query.content.map((token) => [token.key, token])).values()].filter(older.has);
  const lost = named.filter((token) => !newer.has(token));
  const [losses, gains] = [runsOnlyIn(older, newer), runsOnlyIn(newer, older)];
  const exchanges = losses.filter((run) =>
    gains.some(
      ({ tokens, before, after }) =>
        run.before === before && run.after === after && Math.abs(run.tokens.length - tokens.length) <= 1,
    ),
  );
  const certainty = findUpdate(older.read, newer.read)?.certainty ?? null;
  // The query names the word that is exchanged: another subject.
  const isOtherSubject = exchanges.some(
    ({ before, after, tokens }) =>
      (before !== null || after !== null) && tokens.every((token) => query.has(token) && !isVerb(token)),
  );
  if (isOtherSubject && certainty !== 'revoked') return null;
  const states = newer.read.some(isChangeWord);
  const others = older.content.filter((token) => !newer.has(token) && !query.has(token));
  const added = newer.content.filter((token) => !older.has(token) && !query.has(token));
  const kinds = [others, added].map(kindOf);
  return {
    nearness: (cosine - candidateCosine) / span,
    behindBest: newerGap / span,
    olderBehindBest: olderGap / span,
    shared: Math.min(MAX_SHARED, named.length - lost.length),
    lostVerb: lost.filter(isVerb).length,
    lostName: older.content.filter((token) => token.kind !== 'word' && query.has(token) && !newer.has(token))
      .length,
    exchanges: exchanges.length,
    otherWords: Math.min(MAX_OTHER, others.length),
    otherKind: Number(others.length > 0 && (kinds[0] === 'number') !== (kinds[1] === 'number')),
    missing: Number(isExpected(query.read, older) && !isExpected(query.read, newer)),
    stated: Number(states),
    addition: Number(newer.read.some(({ key }) => ADDITIONS.has(key))),
    severalAsked: Number(asksForSeveral(query.read, older, newer)),
    revoked: Number(certainty === 'revoked'),
    changed: Number(certainty === 'changed'),
    valueExchanged: Number(certainty === 'exchanged'),
    restated: Number(certainty === 'restated'),
  };
}

/** The kind of a value: a number, a name or other words. */
function kindOf(tokens: readonly Token[]): 'number' | 'name' | 'word' {
  if (tokens.some((token) => isNumeric(token) || TIMES.test(token.text))) return 'number';
  return tokens.some(({ text }) => /^\p{Lu}/u.test(text)) ? 'name' : 'word';
}

const isNumeric = ({ kind, text }: Token) => kind === 'number' || (kind === 'identifier' && /\d/.test(text));

/** Tests whether a text has the kind of value that the query asks for. */
function isExpected(query: ReadText, { read }: PreparedText): boolean {
  const asks = (...keys: string[]) => query.some(({ key }) => keys.includes(key));
  const inner = (test: (token: Token) => boolean) => read.some((token, at) => at > 0 && test(token));
  if (asks('when')) return read.some((token) => isNumeric(token) || TIMES.test(token.text));
  if (query.some(({ key }, at) => key === 'how' && AMOUNTS.has(query[at + 1]?.key ?? '')))
    return read.some((token) => isNumeric(token) || TIMES.test(token.text));
  if (asks('who', 'whom', 'whose'))
    return (
      inner(({ kind, key }) => kind === 'name' || PERSONS.has(key)) || /^\p{Lu}/u.test(read[0]?.text ?? '')
    );
  return false;
}

const TIMES =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:week|month|quarter|year)(?:s|ly)?|dai?ly?s?|hour(?:s|ly)?|noon|midnight|morning|evening|afternoon|night|nightly|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|once|twice|half)$/i;
const AMOUNTS: ReadonlySet<string> = new Set([
  'mani',
  'many',
  'much',
  'long',
  'often',
  'old',
  'far',
  'tall',
  'high',
  'big',
  'larg',
  'fast',
]);

function runsOnlyIn(text: PreparedText, other: PreparedText) {
  const keys = new Set(other.read.map(({ key }) => key));
  const isOnly = (token: Token) => (isContent(token) ? !other.has(token) : !keys.has(token.key));
  return runsOf(
    text.read.filter((token) => !isChangeWord(token)),
    isOnly,
  );
}

/** "Note 1" and "note 2" are two things. */
function haveOtherLabels(older: PreparedText, newer: PreparedText): boolean {
  const hasOwnLabel = (text: PreparedText, other: PreparedText) =>
    text.content.some(
      (token) => token.kind === 'number' && !other.has(token) && isLabelNumber(text.read, token),
    );
  return hasOwnLabel(older, newer) && hasOwnLabel(newer, older);
}

/**
 * Tests whether several memories can answer a query: "which languages", "what are", "all", "who ... what", a plural that is no question, or
 * a plural of which both texts have the singular.
 */
function asksForSeveral(query: ReadText, ...texts: PreparedText[]): boolean {
  const isPlural = ({ kind, text }: Token) => kind === 'word' && PLURAL.test(text);
  const asked = query.findIndex(({ key }) => key === 'which' || key === 'what');
  const next = query[asked + 1];
  if (asked !== -1 && (next?.key === 'are' || (next !== undefined && isPlural(next)))) return true;
  if (query.some(({ key }) => key === 'all' || key === 'everything')) return true;
  if (query.filter(({ key }) => QUESTIONS.has(key)).length > 1) return true;
  const isQuestion = query.some(({ key }) => QUESTIONS.has(key) || AUXILIARIES.has(key));
  if (!isQuestion && query.some(isPlural)) return true;
  const isCounted = query.some(({ key }) => key === 'many' || key === 'much');
  const has = ({ read }: PreparedText, word: string) => read.some(({ text }) => text.toLowerCase() === word);
  return (
    !isCounted &&
    query.some(
      (token) => isPlural(token) && texts.every((each) => has(each, token.text.toLowerCase().slice(0, -1))),
    )
  );
}
