import type { KnownWords } from './line.js';
import data from './words.json' with { type: 'json' };

/**
 * Everyday words that in capitals are usually letters, names or units, and do not show that a text is in
 * capitals.
 */
const NO_SIGN = new Set(data.noSignOfShouting);
/** Words of two letters that are words in capitals too. */
export const SHORT_WORDS = new Set(data.shortWords);
/** Words in capitals with spaces between. */
const RUN = /(?<![\p{L}\d'])\p{Lu}[\p{Lu}']*(?: \p{Lu}[\p{Lu}']*(?![\p{Ll}\d]))+/gu;

/**
 * Returns whether the word at a place is in capitals because its neighbours are: "DO NOT TOUCH IT", "and I
 * LOVE IT". Its capitals then have no meaning; elsewhere they may mean letters.
 */
export function shouting(text: string, words: KnownWords): (at: number) => boolean {
  if (isShouted(text, words)) return () => true;
  const runs = [...text.matchAll(RUN)]
    .filter((run) => isSpoken(run[0].split(' '), words))
    .map((run) => ({ start: run.index, end: run.index + run[0].length }));
  return (at) => runs.some(({ start, end }) => at >= start && at < end);
}

/** Whether a text has at least three words in capitals, and almost no others: "DO NOT TOUCH IT". */
function isShouted(text: string, words: KnownWords): boolean {
  const capitals = text.match(/(?<![\p{L}\d])\p{Lu}[\p{Lu}']+(?!\p{L})/gu) ?? [];
  const lower = text.match(/\p{Ll}{2,}/gu) ?? [];
  const everyday = capitals.filter((word) => words.isEveryday(word.toLowerCase()));
  return (
    capitals.length >= 3 &&
    everyday.length * 3 >= capitals.length * 2 &&
    capitals.length > 4 * lower.length &&
    capitals.some((word) => word.length > 3)
  );
}

/**
 * Whether a run has at least one unambiguous word, and no more unknown than known words: "I LOVE IT", "CALL
 * THE FBI".
 */
function isSpoken(run: readonly string[], words: KnownWords): boolean {
  const known = run.filter(
    (word) =>
      word.length > 1 && !NO_SIGN.has(word) && words.isEveryday(word.toLowerCase()) && !words.isAcronym(word),
  );
  if (/\bI AM\b|\bAM I\b|\bLA LA\b/.test(run.join(' '))) return true;
  const unknown = run.filter(
    (word) => word.length > 1 && !words.isEveryday(word.toLowerCase()) && !word.includes("'"),
  );
  return known.length > 0 && known.length >= unknown.length;
}

const TECHNICAL =
  '(?:TEAM|DEPARTMENT|DEPT|SUPPORT|MANAGER|STAFF|SECURITY|SERVICES?|INDUSTRY|GUY|BUDGET|HELPDESK|CONSULTANT)';
const LETTERS_BEFORE: ReadonlyMap<string, RegExp> = new Map([
  ['IT', /(?:^|\s)(?:THE|OUR|AN|YOUR|MY|THEIR|IN-BUILDING) $/],
  ['AM', /\d $/],
  ['HE', /(?:^|\s)(?:THE|IN) $/],
]);
const LETTERS_AFTER: ReadonlyMap<string, RegExp> = new Map([['IT', new RegExp(`^ ${TECHNICAL}\\b`)]]);
/** Words after which "US" is the pronoun. */
const TO_US =
  /(?:^|\s)(?:TO|FOR|WITH|OF|LET|HELP|JOIN|BOTH|CALL|GIVE|TELL|ABOUT|FROM|ON|ALL|FOLLOW|SAVE|TRUST|CONTACT|VISIT|EMAIL|SEND|SHOW|LEAVE|LOVE|AMONG|BETWEEN|BEHIND|AGAINST|NEAR|LIKE|WANT|NEED|MAKE|MAKES|BRING|ASK|BLESS|FREE|BY|AT|LETS|TEXT|KILL|HATE|SEE|HEAR|FIND|BEAT|TAKE|TEACH|WATCH|AROUND|UPON|NONE|ONE|EACH|SOME|MANY|MOST) $/;
const ALWAYS_LETTERS = new Set(data.shoutedLetters);
const PRONOUN_BEFORE = /(?:^|\s)(?:I|WHAT|WHY|HOW|WHERE) $/;

/** Whether a word of a text in capitals is an initialism: "IT TEAM", "IN THE US". */
export function isLettersShouted(text: string, at: number, capitals: string): boolean {
  const before = text.slice(Math.max(0, at - 16), at);
  const after = text.slice(at + capitals.length, at + capitals.length + 16);
  if (capitals === 'US') return !TO_US.test(before);
  if (capitals === 'AM') return !PRONOUN_BEFORE.test(before) && !/^ (?:I|NOT)\b/.test(after);
  if (capitals === 'LA') return !/^ LA\b/.test(after) && !/\bLA $/.test(before);
  if (capitals === 'LED') return !/\b(?:I|HE|SHE|WE|THEY|WHO|HAS|HAVE|BE|BEEN|WAS|WERE) $/.test(before);
  return (
    ALWAYS_LETTERS.has(capitals) ||
    (LETTERS_BEFORE.get(capitals)?.test(before) ?? false) ||
    (LETTERS_AFTER.get(capitals)?.test(after) ?? false)
  );
}
