import { DAY_MS, MONTHS } from '../search/ranking/calendar.js';
import { clauses } from '../text/sentences.js';
import { describesHistory, type ExpiryDate, isObliged, LONGEST_CLAUSE } from './expiry-dates.js';

/**
 * Reads ends that are relative to the day of the statement: "until Friday", "until March", "is on call this
 * week", "must ship by the end of next month". Recurring, conditional and past events are not ends.
 */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const day = DAYS.join('|');
const month = MONTHS.join('|');
/** A period relative to today; "this Friday" and "Friday" have the same meaning. */
const period = '(this|next|the coming)\\s+(week|weekend|month|quarter|year)';
const word = `(tomorrow|today|tonight)|${period}|(?:(this|next|the coming)\\s+)?(${day})|(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?(${month})(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?)?`;
const END = new RegExp(
  `\\b(?:until|till|through|thru)\\s+(?:the\\s+)?(?:(?:end|beginning|start|middle)\\s+of\\s+)?(?:${word})(?![\\w’'-]|,?\\s+(?:19|20)\\d\\d\\b)`,
  'gi',
);
const BY = new RegExp(
  `\\b(?:by|before)\\s+(?:the\\s+)?(?:(?:end|beginning|start|middle)\\s+of\\s+)?(?:(tomorrow)|${period})(?![\\w’'-])`,
  'gi',
);
/** A statement about the current day or period, which does not apply to the next one. */
const NOW = new RegExp(
  `\\b(?:is|are|am|isn't|aren't)\\b.{1,200}?\\b(?:(today)|${period.replace('this|next|the coming', 'this')})(?![\\w’'-])`,
  'gi',
);

/** Words that mark a recurring or conditional event, or an example. */
const RECURS =
  /\b(?:every|each|always|usually|normally|never|daily|weekly|monthly|yearly|annually|weekdays?|weeknights?|weekends|if|unless|whenever|when|e\.g\.|example|(?:sun|mon|tues|wednes|thurs|fri|satur)days)\b/i;
/** A range of days or months is a rule: "Monday through Friday", "from June until August". */
const RANGE = new RegExp(`\\bfrom\\b|\\b(?:${day}|${month}|\\d{1,2}(?::\\d\\d)?\\s?(?:am|pm)?)[\\s,]*$`, 'i');

/**
 * Returns the ends that a text states, as UTC times. `saidAt` is the time of the statement in ms since the
 * epoch. An ambiguous end has its later meaning.
 */
export function relativeEnds(text: string, saidAt: number): ExpiryDate[] {
  return clauses(text)
    .map((clause) => clause.trim().slice(0, LONGEST_CLAUSE))
    .filter((clause) => !clause.endsWith('?') && !RECURS.test(clause))
    .flatMap((clause) => endsIn(clause, saidAt));
}

function endsIn(clause: string, saidAt: number): ExpiryDate[] {
  const found: ExpiryDate[] = [];
  const note = (phrase: string, endsAt: number) => found.push({ phrase: phrase.trim(), endsAt });
  for (const match of clause.matchAll(END)) {
    const before = clause.slice(0, match.index);
    if (describesHistory(before) || RANGE.test(before)) continue;
    const [, near, which, unit, whichDay, dayName, dayBefore, monthName, dayAfter] = match;
    if (monthName !== undefined && isVerb(monthName, dayBefore ?? dayAfter)) continue;
    note(
      match[0],
      near !== undefined
        ? nearEnd(near, saidAt)
        : unit !== undefined
          ? periodEnd(which!, unit, saidAt)
          : dayName !== undefined
            ? weekdayEnd(whichDay, dayName, saidAt)
            : monthEnd(monthName!, dayBefore ?? dayAfter, saidAt),
    );
  }
  for (const match of clause.matchAll(BY)) {
    const [whole, near, which, unit] = match;
    if (!isObliged(clause.slice(0, match.index))) continue;
    note(whole, near !== undefined ? nearEnd(near, saidAt) : periodEnd(which!, unit!, saidAt));
  }
  if (found.length > 0 || describesHistory(clause)) return found;
  for (const [whole, near, which, unit] of clause.matchAll(NOW)) {
    const phrase = near ?? `${which} ${unit}`;
    note(
      whole.slice(-phrase.length),
      near !== undefined ? nearEnd(near, saidAt) : periodEnd(which!, unit!, saidAt),
    );
  }
  return found;
}

/** Returns whether a month name is a verb: "until may" without a capital letter or a day. */
function isVerb(monthName: string, dayOfMonth: string | undefined): boolean {
  return dayOfMonth === undefined && !/^\p{Lu}/u.test(monthName);
}

function nearEnd(word: string, saidAt: number): number {
  return endOfDay(saidAt) + (word.toLowerCase() === 'tomorrow' ? DAY_MS : 0);
}

function periodEnd(which: string, unit: string, saidAt: number): number {
  const next = which.toLowerCase() === 'this' ? 0 : 1;
  const at = new Date(saidAt);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  switch (unit.toLowerCase()) {
    case 'month':
      return Date.UTC(year, month + 1 + next, 1) - 1;
    case 'quarter':
      return Date.UTC(year, (Math.floor(month / 3) + 1 + next) * 3, 1) - 1;
    case 'year':
      return Date.UTC(year + 1 + next, 0, 1) - 1;
    default:
      // The week ends on Sunday. A statement on a Sunday may refer to the following week.
      return endOfDay(saidAt) + (7 - at.getUTCDay() + 7 * next) * DAY_MS;
  }
}

/**
 * Returns the end of the next such weekday after the day of the statement. "next Friday" can be one week
 * later.
 */
function weekdayEnd(which: string | undefined, name: string, saidAt: number): number {
  const wanted = DAYS.findIndex((each) => each.toLowerCase() === name.toLowerCase());
  const ahead = (wanted - new Date(saidAt).getUTCDay() + 7) % 7 || 7;
  return endOfDay(saidAt) + (ahead + (which?.toLowerCase() === 'next' ? 7 : 0)) * DAY_MS;
}

function monthEnd(name: string, dayOfMonth: string | undefined, saidAt: number): number {
  const month = MONTHS.findIndex((each) => each.toLowerCase() === name.toLowerCase());
  const year = new Date(saidAt).getUTCFullYear();
  const endIn = (inYear: number) =>
    dayOfMonth === undefined
      ? Date.UTC(inYear, month + 1, 1) - 1
      : Date.UTC(inYear, month, Number(dayOfMonth)) + DAY_MS - 1;
  const began = Date.UTC(year, month, Number(dayOfMonth ?? 1));
  return began > saidAt ? endIn(year) : endIn(year + 1);
}

function endOfDay(at: number): number {
  return (Math.floor(at / DAY_MS) + 1) * DAY_MS - 1;
}
