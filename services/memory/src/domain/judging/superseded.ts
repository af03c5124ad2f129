import type { Word } from '../meaning/word.js';
import { isVerbAt } from './compare-topics.js';
import type { Statement } from './read-statement.js';

/** What a statement of change says: places of what was, and of what is now. */
interface Change {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const CHANGED =
  /^(?:switch|switched|move|moved|migrate|migrated|change|changed|raise|raised|lower|lowered|increase|increased|decrease|decreased|reduce|reduced|upgrade|upgraded|downgrade|downgraded|convert|converted|bumped|renamed|shortened|extended|ported|rewrote|rewritten|took|taken|went)$/;
const REPLACED = /^(?:replace|replaced|replaces|swap|swapped|exchanged|dropped|abandoned)$/;
const PHRASE_END = /^(?:for|because|since|as|in|on|at|when|after|before|and|so|due|with|by|to|from)$/;

/**
 * When `change` tells that something was replaced which `other` still holds: the words for it, else null. The rest of
 * what both speak of must agree.
 */
export function supersededWords(change: Statement, other: Statement): string | null {
  const found = changeOf(change.words);
  if (found === null) return null;
  const { before, after } = found;
  const old = before.map((at) => change.words[at]!);
  if (old.length === 0 || !old.every((word) => occurs(word, other))) return null;
  const now = after
    .map((at) => change.words[at]!)
    .filter((word) => !old.some((was) => was.stem === word.stem));
  if (after.length > 0 && now.every((word) => occurs(word, other))) return null;
  if (other.scopes.join() !== change.scopes.join() || other.isDenied) return null;

  const spoken = new Set([...before, ...after]);
  const rest = change.topics.filter((at) => !spoken.has(at) && !isChangeWord(change.words[at]!));
  const met = rest.filter((at) => occurs(change.words[at]!, other));
  const otherRest = other.topics.filter((at) => !old.some((was) => was.stem === other.words[at]!.stem));
  const unmet = otherRest.filter((at) => !occurs(other.words[at]!, change) && !isVerbAt(other.words, at));
  const purposes = new Set(
    other.choices.flatMap(({ thing }) => thing.kinds.flatMap(({ labels }) => [...labels])),
  );
  const isOnTopic = met.length > 0 || rest.some((at) => purposes.has(change.words[at]!.stem));
  return isOnTopic && unmet.length === 0 && rest.length - met.length <= 1
    ? old.map(({ text }) => text).join(' ')
    : null;
}

function changeOf(words: readonly Word[]): Change | null {
  const verb = words.findIndex(({ text }) => CHANGED.test(text) || REPLACED.test(text));
  const instead = words.findIndex(
    ({ text }, at) =>
      (text === 'instead' && words[at + 1]?.text === 'of') ||
      (text === 'rather' && words[at + 1]?.text === 'than'),
  );
  if (instead > 0 && words.some(({ text }) => text === 'now')) {
    const before = phraseFrom(words, instead + 2);
    const after = contentBefore(words, instead, 2);
    return { before, after };
  }
  if (verb === -1) return null;
  if (REPLACED.test(words[verb]!.text)) {
    const partner = words.findIndex(
      ({ text }, at) => at > verb && /^(?:with|by|for|favour|favor)$/.test(text),
    );
    if (partner === -1) return null;
    const isPassive =
      words[partner]!.text === 'by' && /^(?:is|was|were|are|been)$/.test(words[verb - 1]?.text ?? '');
    const start = words.findIndex(({ text }, at) => at > partner && text !== 'of');
    const before = isPassive ? contentBefore(words, verb, 9) : phraseFrom(words, verb + 1);
    return { before, after: phraseFrom(words, start) };
  }
  const from = words.findIndex(({ text }, at) => at > verb && text === 'from');
  if (from === -1) return null;
  const before = phraseFrom(words, from + 1);
  const to = words.findIndex(({ text }, at) => at > from && text === 'to');
  return { before, after: to === -1 ? contentBefore(words, verb, 2) : phraseFrom(words, to + 1) };
}

/** Places of the words of a phrase that say something, up to the next preposition. */
function phraseFrom(words: readonly Word[], first: number): number[] {
  const places: number[] = [];
  for (let at = first; at < words.length && at < first + 5; at++) {
    if (PHRASE_END.test(words[at]!.text)) break;
    if (words[at]!.isContent || words[at]!.number !== null) places.push(at);
  }
  return places;
}

function contentBefore(words: readonly Word[], end: number, count: number): number[] {
  const places = words.flatMap(({ isContent }, at) => (isContent && at < end ? [at] : []));
  return places.slice(-count);
}

function isChangeWord({ text }: Word): boolean {
  return CHANGED.test(text) || REPLACED.test(text) || text === 'over';
}

function occurs(word: Word, { words }: Statement): boolean {
  return words.some(({ stem, number }) => stem === word.stem || (number !== null && number === word.number));
}
