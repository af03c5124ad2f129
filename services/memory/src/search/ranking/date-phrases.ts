import { DAY_MS, MONTHS } from './calendar.js';

/** A phrase of a query that names a time, such as "last Tuesday" or "on 24 November". */
export interface DatePhrase {
  phrase: string;
  /** Position of the phrase in the text. */
  index: number;
  /** Start of the time, and its end without the end itself, in ms since the epoch. */
  from: number;
  to: number;
  /** Whether the phrase names one day or two: then a memory of that day is meant. */
  isDay: boolean;
  /** Month (from 0) of a phrase without a year; it can also mean another year. */
  anyYear: { month: number; day: number | null } | null;
}

export interface QueryClock {
  /** In ms since the epoch. */
  now: number;
  /** IANA name of the time zone in which the phrases are read. */
  timeZone: string;
}

let serverZone: string | undefined;

/** Reads dates in the time zone of the server. The zone is looked up once, because that takes 0.1 ms. */
export function serverClock(now: number): QueryClock {
  serverZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { now, timeZone: serverZone };
}

/** Returns whether the name is an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** In characters. A question names its time within this length. */
const MAX_LENGTH = 2_000;
const MAX_PHRASES = 8;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const COUNTS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

const MONTH = `(?<month>${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b\\.?`;
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?<year>(?:19|20)\\d\\d)';
const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})`;
const COUNT = `(?<count>\\d{1,3}|an?|${COUNTS.join('|')}|a couple(?: of)?|a few|couple(?: of)?|few)`;
const UNIT = '(?<unit>day|week|month|year)s?';
/** White space between two words: bounded, so that every pattern takes linear time. */
const GAP = '[ \\t\\n]{1,3}';

type Parts = Record<string, string | undefined>;
/** A span of days: numbers of days since the epoch, both ends included. */
interface Days {
  first: number;
  last: number;
  anyYear?: DatePhrase['anyYear'];
}
type Reader = (parts: Parts, today: number, text: string) => Days | null;

/** Patterns in order of priority: a later one does not read what an earlier one has read. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/\b(?<year>(?:19|20)\d\d)-(?<month>\d\d)-(?<day>\d\d)\b/g, numericDate],
  [/(?<![\d./-])(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>(?:19|20)\d\d)(?![\d.])/g, numericDate],
  [/(?<![\d./-])(?<first>\d{1,2})\/(?<second>\d{1,2})\/(?<year>(?:19|20)\d\d)(?![\d/])/g, slashDate],
  [pattern(`${DAY}(?:${GAP}of)?${GAP}${MONTH}(?:,?${GAP}${YEAR})?(?!\\d)`), calendarDate],
  [pattern(`${MONTH}${GAP}(?:the${GAP})?${DAY}(?!\\d)(?:,?${GAP}${YEAR})?`), calendarDate],
  [pattern(`${MONTH}(?:,|${GAP}of)?${GAP}${YEAR}`), calendarDate],
  [pattern(`(?<which>last|past|this|next)${GAP}${MONTH}`), nearMonth],
  [
    pattern(
      `(?:in|on|of|since|by|during|until|early|late|mid|before|after|from|to|and|around)[ \\t\\n-]{1,3}${MONTH}`,
    ),
    calendarDate,
  ],
  [
    /\b(?<month>January|February|April|June|July|August|September|October|November|December)\b/g,
    calendarDate,
  ],
  [pattern(`(?:the${GAP})?day${GAP}before${GAP}yesterday`), (_, today) => oneDay(today - 2)],
  [pattern(`(?:the${GAP})?day${GAP}after${GAP}tomorrow`), (_, today) => oneDay(today + 2)],
  [pattern(`yesterday|last${GAP}(?:night|evening)`), (_, today) => oneDay(today - 1)],
  [pattern('tomorrow'), (_, today) => oneDay(today + 1)],
  [pattern(`today|tonight|this${GAP}(?:morning|afternoon|evening)`), (_, today) => oneDay(today)],
  [pattern(`${COUNT}${GAP}${UNIT}${GAP}ago`), ago],
  [
    pattern(`(?:in|during|over|for|within)?(?:${GAP}the)?${GAP}(?:last|past)${GAP}${COUNT}${GAP}${UNIT}`),
    lastOnes,
  ],
  [pattern(`(?<which>last|past|this|next)${GAP}(?<unit>weekend|week|month|quarter|year)`), nearUnit],
  [pattern(`(?<which>last|past|this|next)${GAP}${WEEKDAY}`), nearWeekday],
  [pattern(`(?<which>on|since)${GAP}${WEEKDAY}`), pastWeekday],
  [pattern(`(?:on${GAP})?the${GAP}${DAY}(?!\\d)(?=[ \\t\\n]{0,3}(?:[?.,!]|$))`), dayOfMonth],
  [pattern(`(?:in|during|since|of|from|before|after|by|until|year)${GAP}${YEAR}(?![\\d-])`), wholeYear],
];

function pattern(source: string): RegExp {
  return new RegExp(`\\b(?:${source})\\b`, 'gi');
}

/**
 * Returns the phrases of an English text that name a time, in order. They are read as what a person means who
 * asks for memories: a date without a year is the last one before now, and a weekday is a past one. A phrase
 * after "since" lasts until now. Other languages only have numeric dates. Reads the first 2,000 characters.
 */
export function datePhrases(text: string, { now, timeZone }: QueryClock): DatePhrase[] {
  const read = text.slice(0, MAX_LENGTH);
  const zone = zoneClock(timeZone);
  let today: number | undefined;
  const found: DatePhrase[] = [];
  for (const [regExp, reader] of READERS) {
    for (const match of read.matchAll(regExp)) {
      if (found.length === MAX_PHRASES) break;
      const end = match.index + match[0].length;
      if (found.some(({ index, phrase }) => match.index < index + phrase.length && index < end)) continue;
      today ??= zone.dayOf(now);
      const days = reader(match.groups ?? {}, today, read);
      if (days === null) continue;
      const last = isSince(read, match) ? Math.max(days.last, today) : days.last;
      found.push({
        phrase: match[0].trim(),
        index: match.index,
        from: zone.startOf(days.first),
        to: zone.startOf(last + 1),
        isDay: last - days.first <= 1,
        anyYear: last === days.last ? (days.anyYear ?? null) : null,
      });
    }
  }
  return found.sort((a, b) => a.index - b.index);
}

function isSince(text: string, match: RegExpMatchArray): boolean {
  return (
    /\bsince[ \t\n]{1,3}$/i.test(text.slice(Math.max(0, match.index! - 9), match.index)) ||
    /^since\b/i.test(match[0])
  );
}

const oneDay = (day: number): Days => ({ first: day, last: day });

function numericDate({ year, month, day }: Parts): Days | null {
  return dayAt(Number(year), Number(month) - 1, Number(day));
}

/** Reads 24/11/2026 and 11/24/2026; if both are possible, the day is first, as in most countries. */
function slashDate({ first, second, year }: Parts): Days | null {
  return (
    dayAt(Number(year), Number(second) - 1, Number(first)) ??
    dayAt(Number(year), Number(first) - 1, Number(second))
  );
}

function calendarDate(parts: Parts, today: number): Days | null {
  const month = monthOf(parts.month!);
  const day = parts.day === undefined ? null : Number(parts.day);
  if (parts.year !== undefined) {
    return day === null ? wholeMonth(Number(parts.year), month) : dayAt(Number(parts.year), month, day);
  }
  const { year } = partsOf(today);
  const inYear = (of: number) => (day === null ? wholeMonth(of, month) : dayAt(of, month, day));
  // 29 February does not exist in every year.
  const past = [0, 1, 2, 3, 4]
    .map((back) => inYear(year - back))
    .find((days) => days !== null && days.first <= today);
  return past ? { ...past, anyYear: { month, day } } : null;
}

function nearMonth({ which, month }: Parts, today: number): Days {
  const at = partsOf(today);
  const wanted = monthOf(month!);
  const isNext = which!.toLowerCase() === 'next';
  const isLast = /last|past/i.test(which!);
  const year = at.year + (isNext && wanted <= at.month ? 1 : isLast && wanted >= at.month ? -1 : 0);
  return wholeMonth(year, wanted);
}

/** "Two weeks ago" means the seven days around that day, "two months ago" that month. */
function ago({ count, unit }: Parts, today: number): Days {
  const number = countOf(count!);
  const { year, month } = partsOf(today);
  switch (unit!.toLowerCase()) {
    case 'day':
      return /few|couple/i.test(count!) ? { first: today - 5, last: today - 2 } : oneDay(today - number);
    case 'week':
      return { first: today - 7 * number - 3, last: today - 7 * number + 3 };
    case 'month':
      return wholeMonth(year, month - number);
    default:
      return wholeYear({ year: String(year - number) });
  }
}

function lastOnes({ count, unit }: Parts, today: number): Days {
  const number = countOf(count!);
  const { year, month } = partsOf(today);
  const days: Record<string, number> = { day: 1, week: 7 };
  const length = days[unit!.toLowerCase()];
  if (length !== undefined) return { first: today - length * number, last: today };
  const months = unit!.toLowerCase() === 'year' ? 12 * number : number;
  return { first: firstOfMonth(year, month - months), last: today };
}

function nearUnit({ which, unit }: Parts, today: number): Days {
  const step = /last|past/i.test(which!) ? -1 : /next/i.test(which!) ? 1 : 0;
  const { year, month } = partsOf(today);
  const monday = today - ((weekdayOf(today) + 6) % 7);
  switch (unit!.toLowerCase()) {
    case 'week':
      return { first: monday + 7 * step, last: monday + 7 * step + 6 };
    case 'weekend':
      return { first: monday + 7 * step + 5, last: monday + 7 * step + 6 };
    case 'month':
      return wholeMonth(year, month + step);
    case 'quarter': {
      const start = month - (month % 3) + 3 * step;
      return { first: firstOfMonth(year, start), last: firstOfMonth(year, start + 3) - 1 };
    }
    default:
      return wholeYear({ year: String(year + step) });
  }
}

/** "Last Tuesday" is the last one before today, "this Tuesday" the one of this week. */
function nearWeekday({ which, weekday }: Parts, today: number): Days {
  const wanted = WEEKDAYS.indexOf(weekday!.toLowerCase());
  const back = (weekdayOf(today) - wanted + 7) % 7;
  if (/last|past/i.test(which!)) return oneDay(today - (back === 0 ? 7 : back));
  if (/next/i.test(which!)) return oneDay(today - back + 7);
  const monday = today - ((weekdayOf(today) + 6) % 7);
  return oneDay(monday + ((wanted + 6) % 7));
}

/** "On Friday" means a day only in a question about the past: "Do we deploy on Friday?" names a habit. */
function pastWeekday({ which, weekday }: Parts, today: number, text: string): Days | null {
  if (which!.toLowerCase() === 'on' && !/\b(?:did|was|were|had|happened)\b/i.test(text)) return null;
  const back = (weekdayOf(today) - WEEKDAYS.indexOf(weekday!.toLowerCase()) + 7) % 7;
  return oneDay(today - back);
}

/** "On the 24th" is the last day with this number. */
function dayOfMonth({ day }: Parts, today: number): Days | null {
  const { year, month } = partsOf(today);
  const days = [0, 1, 2].map((back) => dayAt(year, month - back, Number(day)));
  return days.find((found) => found !== null && found.first <= today) ?? null;
}

function wholeYear({ year }: Parts): Days {
  return { first: firstOfMonth(Number(year), 0), last: firstOfMonth(Number(year) + 1, 0) - 1 };
}

function wholeMonth(year: number, month: number): Days {
  return { first: firstOfMonth(year, month), last: firstOfMonth(year, month + 1) - 1 };
}

function countOf(count: string): number {
  const lower = count.toLowerCase();
  if (/couple/.test(lower)) return 2;
  if (/few/.test(lower)) return 3;
  if (/^an?$/.test(lower)) return 1;
  return COUNTS.indexOf(lower) + 1 || Number(lower);
}

function monthOf(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.slice(0, 3).toLowerCase() === start);
}

/** Number of a day since the epoch; months outside 0 to 11 count into other years. */
const firstOfMonth = (year: number, month: number): number => Date.UTC(year, month, 1) / DAY_MS;

/** Returns null for a date that does not exist. */
function dayAt(year: number, month: number, day: number): Days | null {
  const number = Date.UTC(year, month, day) / DAY_MS;
  const exists = day >= 1 && number < firstOfMonth(year, month + 1);
  return exists && (month < 0 || month <= 11) ? oneDay(number) : null;
}

const weekdayOf = (day: number): number => new Date(day * DAY_MS).getUTCDay();

function partsOf(day: number): { year: number; month: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

/** Converts between times and numbers of days of a time zone. Throws a RangeError for an unknown zone. */
function zoneClock(timeZone: string): { dayOf(time: number): number; startOf(day: number): number } {
  const format = formatOf(timeZone);
  const localMs = (time: number): number => {
    const parts = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
    return Date.UTC(
      parts.year!,
      parts.month! - 1,
      parts.day!,
      parts.hour! % 24,
      parts.minute!,
      parts.second!,
    );
  };
  return {
    dayOf: (time) => Math.floor(localMs(time) / DAY_MS),
    startOf(day) {
      const local = day * DAY_MS;
      // The second step corrects for a change between summer and winter time.
      const guess = local - (localMs(local) - local);
      return local - (localMs(guess) - guess);
    },
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 64;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (formats.size === MAX_FORMATS) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}
