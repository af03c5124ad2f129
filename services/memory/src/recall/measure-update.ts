import type { StatementThresholds } from '../embedding/calibration/calibration.js';
import { AUXILIARIES, PERSONS, QUESTIONS } from '../text-comparison/closed-classes.js';
import { isDerivation } from '../text-comparison/compare-texts.js';
import { isNumeric } from '../text-comparison/find-update.js';
import { hasForeignSigns, lookEnglish } from '../text-comparison/language.js';
import type { ReadText, Token } from '../text-comparison/read-text.js';
import { compareStatements, type PreparedText } from './compare-statements.js';

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
  'oldValue',
  'addition',
  'severalAsked',
  'revoked',
  'changed',
  'valueExchanged',
  'restated',
] as const;
export type UpdateMeasures = Record<(typeof updateMeasures)[number], number>;

const MAX_SHARED = 3;
const MAX_OTHER = 6;
const PLURAL = /[^isu]s$/i;

export interface ComparedHits {
  query: PreparedText;
  older: PreparedText;
  newer: PreparedText;
  cosine: number;
  /** How much less similar to the query than the most similar hit each of them is. */
  olderGap: number;
  newerGap: number;
}

/** Returns null if the statements are about different persons or things. */
export function measureUpdate(
  { query, older, newer, cosine, olderGap, newerGap }: ComparedHits,
  { candidateCosine, duplicateCosine }: StatementThresholds,
): UpdateMeasures | null {
  // The weights are fitted to English: in other languages, look-alikes would be taken for updates.
  const isShort = !hasForeignSigns(older.read) && !hasForeignSigns(newer.read) && lookEnglish(query.read, []);
  if (!isShort && !lookEnglish(older.read, newer.read, 0.5)) return null;
  const comparison = compareStatements(older, newer);
  if (comparison === null) return null;
  const { certainty, exchanges, lost, added, states, adds } = comparison;
  const { verb } = older;
  const isVerb = (token: Token) =>
    verb !== undefined && (token.key === verb.key || isDerivation(token.text, verb.text));
  // The query names what is exchanged: another subject. In the same sentence, one such word is another attribute.
  const isSameSentence = certainty === 'exchanged' || certainty === 'changed';
  const isOtherSubject = exchanges.some(({ before, after, tokens }) => {
    const asked = tokens.filter((token) => query.has(token) && !isVerb(token)).length;
    const isInside = before !== null || after !== null;
    return isInside && (isSameSentence ? asked > 0 : asked === tokens.length);
  });
  if (isOtherSubject && certainty !== 'revoked') return null;
  const span = duplicateCosine - candidateCosine;
  const named = [...new Map(query.content.map((token) => [token.key, token])).values()].filter(older.has);
  const isAsked = (token: Token) => query.has(token);
  const others = lost.filter((token) => !isAsked(token));
  const kinds = [others, added.filter((token) => !isAsked(token))].map(kindOf);
  const statesChange = certainty === 'revoked' || certainty === 'changed';
  // The query repeats the older statement, or names a number that the newer statement does not have.
  const isRepeated = older.content.every(isAsked);
  if (!statesChange && (isRepeated || lost.some((token) => isNumeric(token) && isAsked(token)))) return null;
  // Another number replaces a number, unless the newer statement gives the older one up.
  if (kinds[0] === 'number' && kinds[1] !== 'number' && !statesChange) return null;
  return {
    nearness: (cosine - candidateCosine) / span,
    behindBest: newerGap / span,
    olderBehindBest: olderGap / span,
    shared: Math.min(MAX_SHARED, named.filter(newer.has).length),
    lostVerb: named.filter((token) => !newer.has(token) && isVerb(token)).length,
    lostName: lost.filter((token) => token.kind !== 'word' && isAsked(token)).length,
    exchanges: exchanges.length,
    otherWords: Math.min(MAX_OTHER, others.length),
    otherKind: Number(others.length > 0 && (kinds[0] === 'number') !== (kinds[1] === 'number')),
    missing: Number(isExpected(query.read, older) && !isExpected(query.read, newer)),
    stated: Number(states),
    oldValue: Number(
      states && older.content.some((token) => token.kind !== 'word' && !isAsked(token) && newer.has(token)),
    ),
    addition: Number(adds),
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
const AMOUNTS: ReadonlySet<string> = new Set(
  'many much long often old far tall high big larg fast'.split(' '),
);

/**
 * Tests whether several memories can answer a query: "which languages", "what are", "all", "who ... what", a plural that
 * is no question, or a plural of which both texts have the singular.
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
