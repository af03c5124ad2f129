import { DAY_MS, MONTHS } from '../search/ranking/calendar.js';
import { clauses } from '../text/sentences.js';

/** A date that a text states as an end, a deadline or the end of a validity. */
export interface ExpiryDate {
  /** Quote of the date and the word that makes it an end: "until 1 March 2024". */
  phrase: string;
  /** Last moment that the date can mean, in ms since the epoch (UTC). */
  endsAt: number;
}

const month = `(?:${MONTHS.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join('|')}|Sept\\.?)`;
const year = '((?:19|20)\\d\\d)';
const day = '(\\d{1,2})(?:st|nd|rd|th)?';

/**
 * Maximum length of a clause in characters; the rest is ignored. The text before a date is read once for each
 * date of the clause, and only tables and logs have longer clauses.
 */
export const LONGEST_CLAUSE = 1_000;

type Reader = (groups: (string | undefined)[]) => number | null;

/**
 * Date notations, longer ones first, each with a function that returns the end of the date. For an ambiguous
 * date such as 3/4/2024, the later date is used.
 */
const written: readonly [RegExp, Reader][] = [
  [/((?:19|20)\d\d)[-/](\d{1,2})[-/](\d{1,2})(?!\d)/, ([y, m, d]) => endOfDay(y, Number(m) - 1, d)],
  [/(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)(?!\d)/, ([d, m, y]) => endOfDay(y, Number(m) - 1, d)],
  [
    /(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)(?!\d)/,
    ([a, b, y]) => later(endOfDay(y, Number(a) - 1, b), endOfDay(y, Number(b) - 1, a)),
  ],
  [
    new RegExp(`${day}\\s+(?:of\\s+)?(${month}),?\\s+${year}`, 'i'),
    ([d, m, y]) => endOfDay(y, monthOf(m), d),
  ],
  [new RegExp(`(${month})\\s+${day},?\\s+${year}`, 'i'), ([m, d, y]) => endOfDay(y, monthOf(m), d)],
  [new RegExp(`(${month}),?\\s+${year}`, 'i'), ([m, y]) => endOfMonth(y, monthOf(m))],
  [/((?:19|20)\d\d)-(\d\d)(?![-\d])/, ([y, m]) => endOfMonth(y, Number(m) - 1)],
  [new RegExp(`Q([1-4])[\\s/-]*${year}`, 'i'), ([q, y]) => endOfMonth(y, Number(q) * 3 - 1)],
  // A year alone, unless a following word makes it a number ("up to 2000 requests").
  [
    /((?:19|20)\d\d)(?=\s*(?:$|[,;:.!)\]]|\b(?:and|but|or|because|since|when|then)\b))/,
    ([y]) => endOfMonth(y, 11),
  ],
];

/** The notations, which do not match inside a longer word, number, version or path. */
const notations = written.map(
  ([pattern, read]) => [new RegExp(`(?<![\\w./-])(?:${pattern.source})`, pattern.flags), read] as const,
);

const part =
  '(?:the\\s+)?(?:(?:very\\s+)?(?:end|beginning|start|middle)\\s+of\\s+|(?:early|mid|late)[\\s-]+)?';
/** Words such as "until", "valid to" and "no later than". */
const END = new RegExp(
  `\\b(?:until|till|through|thru|(?:valid|open|good|supported|effective)\\s+to|(?:no|not)\\s+later\\s+than)\\s+${part}$`,
  'i',
);
/** Words such as "expires on", "deadline:", "ends" and "due". */
const LIMIT = new RegExp(
  `\\b(?:expires?|expiring|expiry(?:\\s+date)?|expiration(?:\\s+date)?|ends?|ending|end\\s+date|end\\s+of\\s+life|EOL|runs?\\s+out|lapses?|sunsets?|deadline(?:\\s+(?:for|of|to)(?:\\s+[\\w-]+){1,6})?|due(?:\\s+date)?)(?:\\s+(?:is|on|at|by|in|of|for)|\\s*[:=(])*\\s*${part}$`,
  'i',
);
/** "by" and "before", which mark an end only together with an obligation. */
const BY = new RegExp(`(?<!\\b(?:not|never)\\b.{0,40})\\b(?:by|before)\\s+${part}$`, 'i');
const OBLIGATION =
  /\b(?:must|shall|should|will|needs?\s+to|ha(?:s|ve)\s+to|due|deadline|target(?:ed)?|goal|plan(?:ned)?|scheduled|expected|required|promised|committed|to\s+be|aim(?:ing)?)\b/i;
const IMPERATIVE =
  /^\W*(?:(?:please|todo|action|reminder)\b[\s:,]*)?(?:migrate|finish|complete|ship|move|remove|delete|deliver|release|upgrade|update|replace|switch|drop|deprecate|retire|submit|send|deploy|launch|fix|rewrite|port|renew|rotate|cancel|close|merge|decide|review|prepare|write|freeze|stop|start|book|pay|file|reply|get|have)\b/i;

/** Words that show that the end is in the past and has no effect now: "was open until 2019". */
const PAST =
  /\b(?:was|were|wasn't|weren't|had|did|didn't|used\s+to|ran|kept|held|led|went|took|came|left|taught|became|began)\b/i;
const PAST_VERB = /\b([a-z']{1,40})\s+(?:[a-z]+ly\s+)?([a-z]{2,}ed)\b/gi;
/**
 * Words before a participle that describes a state, not a past event: "is paused", "the deprecated endpoint".
 */
const MAKES_PARTICIPLE =
  /^(?:is|are|be|being|been|isn't|aren't|not|stays?|remains?|keep|keeps|gets?|the|a|an|this|that|these|those|all|our|its|your|every|each|any|of|for|to|and|or|with|on|in|now|still|currently)$/i;
/**
 * Verbs of decisions about the future, which are written in the past tense, and words that only look like
 * past tense.
 */
const DECIDED =
  /^(?:agreed|decided|planned|scheduled|postponed|extended|delayed|approved|granted|promised|committed|need|needed|speed|feed|seed|embed|exceed|proceed|unused)$/i;

/** Returns whether the date is over at `now`, with a tolerance of one day for time zones. */
export function isOver({ endsAt }: ExpiryDate, now: number): boolean {
  return endsAt + DAY_MS < now;
}

/**
 * Returns all dates that the text states as an end, past or future. Dates in statements about the past are
 * omitted.
 */
export function expiryDates(text: string): ExpiryDate[] {
  return clauses(text)
    .map((clause) => clause.trim().slice(0, LONGEST_CLAUSE))
    .flatMap((clause) => (clause.endsWith('?') ? [] : datesOf(clause)));
}

function datesOf(clause: string): ExpiryDate[] {
  const found: ExpiryDate[] = [];
  let rest = clause;
  let offset = 0;
  for (;;) {
    const next = firstDate(rest);
    if (next === null) return found;
    const start = offset + next.index;
    const end = start + next.length;
    const connector = connectorBefore(clause.slice(0, start));
    if (connector !== null && next.endsAt !== null) {
      found.push({ phrase: clause.slice(connector, end).trim(), endsAt: next.endsAt });
    }
    rest = clause.slice(end);
    offset = end;
  }
}

/**
 * Returns the index of the word that makes the date after `before` an end, or null if the date is not an end.
 */
function connectorBefore(before: string): number | null {
  const limit = LIMIT.exec(before);
  if (limit !== null) return PAST.test(before) ? null : limit.index;
  const end = END.exec(before);
  if (end !== null) {
    const clause = before.slice(0, end.index);
    // A range of numbers or of past years: "pages 12 through 2024", "from 2019 until 2022".
    return /\d\s*$/.test(clause) || describesHistory(clause) ? null : end.index;
  }
  const by = BY.exec(before);
  if (by === null) return null;
  return isObliged(before.slice(0, by.index)) ? by.index : null;
}

/** Returns whether the text before a date expresses an obligation. */
export function isObliged(clause: string): boolean {
  return (OBLIGATION.test(clause) || IMPERATIVE.test(clause)) && !PAST.test(clause);
}

/** Returns whether the text before a date describes the past. */
export function describesHistory(clause: string): boolean {
  if (PAST.test(clause)) return true;
  for (const { 1: before, 2: verb, index, 0: whole } of clause.matchAll(PAST_VERB)) {
    if (MAKES_PARTICIPLE.test(before!) || DECIDED.test(verb!)) continue;
    // "Merging paused until" describes a state that lasts until the date, but "we paused until" describes a
    // past action.
    const last = clause.slice(index + whole.length).trim() === '';
    if (last && !/^(?:i|we|you|he|she|it|they|who)$/i.test(before!)) continue;
    return true;
  }
  return /^\W*(?:lived|worked|stayed|lasted|served|remained|existed|studied|played|hosted|used|owned|managed)\b/i.test(
    clause,
  );
}

function firstDate(text: string): { index: number; length: number; endsAt: number | null } | null {
  let first: { index: number; length: number; endsAt: number | null } | null = null;
  for (const [pattern, read] of notations) {
    const match = pattern.exec(text);
    // If two notations match at the same index, the one listed first is longer.
    if (match === null || (first !== null && match.index >= first.index)) continue;
    first = { index: match.index, length: match[0].length, endsAt: read(match.slice(1)) };
  }
  return first;
}

function monthOf(name: string | undefined): number {
  const start = name!.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((full) => full.slice(0, 3).toLowerCase() === start);
}

/** Returns null for a day that does not exist. */
function endOfDay(year: string | undefined, month: number, day: string | undefined): number | null {
  const at = Date.UTC(Number(year), month, Number(day));
  return new Date(at).getUTCMonth() === month && Number(day) > 0 ? at + DAY_MS - 1 : null;
}

function endOfMonth(year: string | undefined, month: number): number | null {
  return month >= 0 && month <= 11 ? Date.UTC(Number(year), month + 1, 1) - 1 : null;
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
