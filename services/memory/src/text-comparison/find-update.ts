import { AUXILIARIES, NEGATIONS, PERSONS, ROLES } from './closed-classes.js';
import { contentOf, grammarOf, onlyInOne } from './compare-texts.js';
import { lookEnglish } from './language.js';
import type { ReadText, Token } from './read-text.js';
import { hasVerbBefore, isContent, startsWithPronoun, verbOf } from './verb.js';

/**
 * The newer of two statements updates the older one. `revoked`: it states a change and names the old value.
 * `changed`: it states a change, and is otherwise the same statement
 * with another value. `exchanged`: the same statement
 * with another value. `restated`: another sentence about the same subject.
 */
export interface Update {
  certainty: 'revoked' | 'changed' | 'exchanged' | 'restated';
  /** Words of the older statement that the newer one does not have. */
  lost: readonly Token[];
  /** The word of the older statement that is taken for its verb. */
  verb: Token | undefined;
}

/** Stems of words that say that something changed or is corrected. */
const CHANGE_WORDS: ReadonlySet<string> = new Set(
  (
    'now nowadai current correct actual sorri instead anymor switch chang move replac migrat upgrad downgrad renam stop ' +
    'quit becom becam left went grew rais lower increas decreas reduc shift convert drop abandon swap sold pass updat ' +
    'extend shorten transfer reloc retir longer precis took'
  ).split(' '),
);
/** Stems of words that are neither a subject nor a value. */
const FILLERS: ReadonlySet<string> = new Set('pleas ani'.split(' '));
/** Stems of words for other persons: a statement about "my sister" is not about "I". */
const OTHER_PERSONS: ReadonlySet<string> = new Set(
  (
    'mother father mom mum dad parent sister brother sibl son daughter child children kid wife husband spous partner ' +
    'friend girlfriend boyfriend colleagu cowork boss manag neighbour neighbor uncl aunt cousin grandmoth grandfath ' +
    'grandpar team famili client custom roommat flatmat'
  ).split(' '),
);

/** Finds out whether the newer of two statements updates the older one. Its word lists know English only. */
export function findUpdate(older: ReadText, newer: ReadText): Update | null {
  // The lists of words are English: in another language a look-alike would be taken for an update.
  if (!lookEnglish(older, newer, 0.5)) return null;
  const { left, right } = onlyInOne(contentOf(older), contentOf(newer));
  const known = new Set(older.map(({ key }) => key));
  // A word that both texts have states no change: "the migration begins on Tuesday".
  const changes =
    newer.some((token) => isChangeWord(token) && !known.has(token.key)) ||
    grammarOf(newer).some((key) => (NEGATIONS.has(key) || key === 'longer') && !known.has(key));
  const [old, next] = [wordsOf(older), wordsOf(newer)];
  const isLost = without(left, newer);
  const isAdded = without(right, older);
  const shared = old.filter((token) => isContent(token) && !isLost(token));
  const minShared = startsWithPronoun(older) ? 1 : 2;
  const [lost, added] = [runsOf(old, isLost), runsOf(next, isAdded)];
  const newKeys = new Set(next.map(({ key }) => key));
  const allLost = lost.flatMap(({ tokens }) => tokens.filter(({ key }) => !newKeys.has(key)));
  if (added.length === 0 || !speakOfOnePerson(older, newer)) return null;
  const verb = verbOf(older);
  const namesOldValue = changes && shared.length >= minShared && namesValue(old, isLost);
  const head = startsWithPronoun(older) ? undefined : old.find(isContent);
  if (head !== undefined && isLost(head)) {
    const newHead = next.find(isContent);
    if (!namesOldValue || newHead === undefined || isAdded(newHead)) return null;
  }
  // The value is a number, else the last of the lost words. Other names and numbers that are lost belong to another subject,
  // as does a parallel exchange, unless it is the verb.
  const value = lost.findLast(({ tokens }) => tokens.some(({ kind }) => kind === 'number')) ?? lost.at(-1);
  if (value === undefined) return namesOldValue ? { certainty: 'revoked', lost: [], verb } : null;
  const isVerb = ({ tokens }: Run) => tokens.every((token) => token === verb);
  const isParallel = ({ before, after }: Run) =>
    added.some((other) => before === other.before && after === other.after);
  const others = lost.filter((run) => run !== value && !isVerb(run));
  // "I am ..." has no other word that both share.
  if (shared.length === 0 && (!startsWithPronoun(older) || others.length > 0)) return null;
  if (others.some((run) => run.tokens.some(({ kind }) => kind !== 'word') || isParallel(run))) return null;
  // An exchange before the verb is another subject: backups of billing, backups of search.
  const isAfterVerb =
    startsWithPronoun(older) || value.after === null || hasVerbBefore(older, value.tokens[0]!, verb);
  if (!isAfterVerb && !isVerb(value) && isParallel(value)) return null;

  if (namesOldValue) return { certainty: 'revoked', lost: allLost, verb };
  if (lost.length === 1 && shared.length >= minShared) {
    if (changes) return { certainty: 'changed', lost: allLost, verb };
    if (added.length === 1 && isAfterVerb) return { certainty: 'exchanged', lost: allLost, verb };
  }
  const isOfKind = kindOfValue(value);
  return added.some(({ tokens }) => tokens.some(isOfKind))
    ? { certainty: 'restated', lost: allLost, verb }
    : null;
}

/** Returns a test whether a token can replace this value: a number, a name, or any word. */
function kindOfValue({ tokens }: Run): (token: Token) => boolean {
  if (tokens.some(isNumeric)) return isNumeric;
  if (tokens.some(({ kind }) => kind === 'name')) return ({ text }) => /^\p{Lu}/u.test(text);
  return isContent;
}

/** Tests whether a token is a number or an identifier with digits. */
export const isNumeric = ({ kind, text }: Token) =>
  kind === 'number' || (kind === 'identifier' && /\d/.test(text));

export const isChangeWord = ({ kind, key }: Token) => kind !== 'number' && CHANGE_WORDS.has(key);

/** Returns the words, names and numbers, and the prepositions and auxiliaries between them. */
function wordsOf(text: ReadText): Token[] {
  return text.filter((token) => {
    const { kind, key } = token;
    if (kind === 'grammar') return ROLES.has(key) || AUXILIARIES.has(key);
    return isContent(token) && !isChangeWord(token) && !FILLERS.has(key);
  });
}

/** Tests whether a token of a text is missing in another text. `onlyHere` has its words and names that are. */
function without(onlyHere: readonly Token[], other: ReadText): (token: Token) => boolean {
  const only = new Set(onlyHere);
  const others = new Set(other.map(({ kind, key }) => `${kind} ${key}`));
  return (token) =>
    token.kind === 'word' || token.kind === 'name'
      ? only.has(token)
      : !others.has(`${token.kind} ${token.key}`);
}

const personsOf = (text: ReadText) => new Set(grammarOf(text).flatMap((key) => PERSONS.get(key) ?? []));

/** Tests whether the value of the older statement is kept: its last word, or a name or number before lost words. */
function namesValue(old: readonly Token[], isLost: (token: Token) => boolean): boolean {
  const words = old.filter(isContent);
  const last = words.findLastIndex((token) => !isLost(token));
  const isNamed = last > 0 && words[last]!.kind !== 'word';
  return last === words.length - 1 || (isNamed && words.slice(last).every(({ kind }) => kind !== 'number'));
}

export function speakOfOnePerson(older: ReadText, newer: ReadText): boolean {
  const [persons, others] = [personsOf(older), personsOf(newer)];
  if (persons.size > 0 && others.size > 0 && [...persons].every((person) => !others.has(person)))
    return false;
  const isOtherPerson = ({ key }: Token) => OTHER_PERSONS.has(key);
  const namesOther = (text: ReadText, rest: ReadText) =>
    text.some((token) => isOtherPerson(token) && !rest.some(({ key }) => key === token.key));
  return persons.size === 0 || !(namesOther(newer, older) || namesOther(older, newer));
}

export interface Run {
  tokens: readonly Token[];
  /** Keys of the adjacent words that both texts have; null at an end of the text. */
  before: string | null;
  after: string | null;
}

/** Returns the runs of adjacent content words that only this text has. Words of grammar end a run if both texts have them. */
export function runsOf(tokens: readonly Token[], isOnly: (token: Token) => boolean): Run[] {
  const read = tokens.filter((token) => isContent(token) || !isOnly(token));
  const runs: Run[] = [];
  for (let at = 0; at < read.length; at++) {
    if (!isOnly(read[at]!)) continue;
    const start = at;
    while (at < read.length && isOnly(read[at]!)) at++;
    runs.push({
      tokens: read.slice(start, at),
      before: read[start - 1]?.key ?? null,
      after: read[at]?.key ?? null,
    });
  }
  return runs;
}
