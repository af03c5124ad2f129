import { DAY_MS } from './calendar.js';
import { CHINESE_DATES, isChineseSince } from './chinese-dates.js';
import { numericDate, type SpanReader, slashDate } from './date-spans.js';
import { ENGLISH_DATES, isEnglishSince } from './english-dates.js';

/** A phrase of a query that names a time, such as "last Tuesday" or "on 24 November". */
export interface DatePhrase {
  phrase: string;
  /** Position of the phrase in the text. */
  index: number;
  /** Start of the time, and its end without the end itself, in ms since the epoch. */
  from: number;
  to: number;
  /** Whether the time has ended at the time of the query. */
  isPast: boolean;
  /** Whether the phrase names one day or two: then a memory of that day is meant. */
  isDay: boolean;
  /** Month (from 0) of a phrase without a year; it can also mean another year. */
  anyYear: { month: number; day: number | null } | null;
  /** Start of the likeliest day of an approximate phrase such as "three months ago"; null if no day is likelier. */
  centre: number | null;
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

/** Patterns in order of priority: a later one does not read what an earlier one has read. */
const READERS: readonly (readonly [RegExp, SpanReader])[] = [
  [/\b(?<year>(?:19|20)\d\d)-(?<month>\d\d)-(?<day>\d\d)\b/g, numericDate],
  [/(?<![\d./-])(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>(?:19|20)\d\d)(?![\d.])/g, numericDate],
  [/(?<![\d./-])(?<first>\d{1,2})\/(?<second>\d{1,2})\/(?<year>(?:19|20)\d\d)(?![\d/])/g, slashDate],
  ...ENGLISH_DATES,
];
const WITH_CHINESE = [...READERS, ...CHINESE_DATES];

/**
 * Returns the phrases of an English or Chinese text that name a time, in order. They are read as what a person means
 * who asks for memories: a date without a year is the last one before now, and a weekday is a past one. A phrase
 * after "since" lasts until now. Other languages only have numeric dates. Reads the first 2,000 characters.
 */
export function datePhrases(text: string, { now, timeZone }: QueryClock): DatePhrase[] {
  const read = text.slice(0, MAX_LENGTH);
  const zone = zoneClock(timeZone);
  let today: number | undefined;
  const found: DatePhrase[] = [];
  for (const [regExp, reader] of /\p{sc=Han}/u.test(read) ? WITH_CHINESE : READERS) {
    for (const match of read.matchAll(regExp)) {
      if (found.length === MAX_PHRASES) break;
      const end = match.index + match[0].length;
      if (found.some(({ index, phrase }) => match.index < index + phrase.length && index < end)) continue;
      today ??= zone.dayOf(now);
      const days = reader(match.groups ?? {}, today, read);
      if (days === null) continue;
      const last = isSince(read, match) ? Math.max(days.last, today) : days.last;
      const to = zone.startOf(last + 1);
      found.push({
        phrase: match[0].trim(),
        index: match.index,
        from: zone.startOf(days.first),
        to,
        isPast: to <= now,
        isDay: last - days.first <= 1,
        anyYear: last === days.last ? (days.anyYear ?? null) : null,
        centre: days.centre === undefined || last !== days.last ? null : zone.startOf(days.centre),
      });
    }
  }
  return found.sort((a, b) => a.index - b.index);
}

/** A phrase after "since" lasts until now. */
function isSince(text: string, match: RegExpMatchArray): boolean {
  const before = text.slice(Math.max(0, match.index! - 9), match.index);
  const end = match.index! + match[0].length;
  return isEnglishSince(before, match[0]) || isChineseSince(before, text.slice(end, end + 3));
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
