import { isDerivation, rootOf } from '../text-comparison/compare-texts.js';
import {
  findUpdate,
  isChangeWord,
  type Run,
  runsOf,
  speakOfOnePerson,
  type Update,
} from '../text-comparison/find-update.js';
import { isLabelNumber } from '../text-comparison/label-number.js';
import { type ReadText, readText, type Token } from '../text-comparison/read-text.js';
import { isContent, verbOf } from '../text-comparison/verb.js';

/** Words of a statement that is true in addition to an earlier one. */
const ADDITIONS: ReadonlySet<string> = new Set(['also', 'too', 'another', 'both']);

/** A text with its content words, prepared for comparisons. */
export interface PreparedText {
  read: ReadText;
  content: readonly Token[];
  has(token: Token): boolean;
  verb: Token | undefined;
}

export function prepareText(text: string): PreparedText {
  const read = readText(text);
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

/** What two statements share and how they differ, whatever the query is. */
export interface ComparedStatements {
  certainty: Update['certainty'] | null;
  /** Runs of words of the older statement that the newer one exchanges for other words at the same place. */
  exchanges: readonly Run[];
  /** Content words that only the older or only the newer statement has. */
  lost: readonly Token[];
  added: readonly Token[];
  /** The newer statement has a word for a change, or a word for an addition. */
  states: boolean;
  adds: boolean;
}

const compared = new WeakMap<PreparedText, WeakMap<PreparedText, ComparedStatements | null>>();

/**
 * Compares two statements, once as long as their prepared texts exist. Returns null if they are about different persons or
 * things.
 */
export function compareStatements(older: PreparedText, newer: PreparedText): ComparedStatements | null {
  const known = compared.get(older) ?? new WeakMap<PreparedText, ComparedStatements | null>();
  compared.set(older, known);
  const comparison = known.has(newer) ? known.get(newer)! : compare(older, newer);
  known.set(newer, comparison);
  return comparison;
}

function compare(older: PreparedText, newer: PreparedText): ComparedStatements | null {
  if (!speakOfOnePerson(older.read, newer.read) || haveOtherLabels(older, newer)) return null;
  const certainty = findUpdate(older.read, newer.read)?.certainty ?? null;
  const [losses, gains] = [runsOnlyIn(older, newer), runsOnlyIn(newer, older)];
  const exchanges = losses.filter((run) =>
    gains.some(
      ({ tokens, before, after }) =>
        run.before === before && run.after === after && Math.abs(run.tokens.length - tokens.length) <= 1,
    ),
  );
  // Sentences that are built alike and differ in two places are about two subjects.
  if (certainty === null && exchanges.length > 1 && exchanges.length === losses.length) return null;
  return {
    certainty,
    exchanges,
    lost: older.content.filter((token) => !newer.has(token)),
    added: newer.content.filter((token) => !older.has(token)),
    states: newer.read.some(isChangeWord),
    adds: newer.read.some(({ key }) => ADDITIONS.has(key)),
  };
}

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
