export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const DAY_MS = 86_400_000;

/** Year, month (from 0) and day in a query; null if the query does not state the part. */
export interface NamedDate {
  year: number | null;
  month: number | null;
  day: number | null;
}

const MONTH = new RegExp(`\\b(${MONTHS.join('|')})\\b`, 'gi');
const DAY_BEFORE = /\b(\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?[\s,]+$/i;
const DAY_AFTER = /^[\s,]+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?\b/i;
const YEAR_AFTER = /^[\s,]*(?:of\s+)?((?:19|20)\d\d)\b/i;
const YEAR = /\b((?:19|20)\d\d)\b/g;
const ISO_DATE = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/g;
/** Number of characters before and after a month that are searched for its day and year. */
const DATE_REACH = 40;
const PREPOSITION =
  /\b(?:in|on|of|since|by|during|until|early|late|mid|last|this|before|after|from|to|and|around)[\s-]+$/i;

/**
 * Returns the dates in a query: "in May", "on 8 May, 2023", "May 8th", "2023-05-08", "in 2023". "May" and
 * "march" are months only next to a preposition or a number. A year counts by itself only if the query has no
 * month.
 */
export function namedDates(text: string): NamedDate[] {
  const dates: NamedDate[] = [];
  for (const [, year, month, day] of text.matchAll(ISO_DATE)) {
    if (Number(month) >= 1 && Number(month) <= 12) {
      dates.push({ year: Number(year), month: Number(month) - 1, day: dayOfMonth(day) });
    }
  }
  for (const match of text.matchAll(MONTH)) {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - DATE_REACH), match.index);
    let after = text.slice(end, end + DATE_REACH);
    let day = dayOfMonth(DAY_BEFORE.exec(before)?.[1]);
    if (day === null) {
      const dayAfter = DAY_AFTER.exec(after);
      day = dayOfMonth(dayAfter?.[1]);
      if (dayAfter !== null) after = after.slice(dayAfter[0].length);
    }
    const year = YEAR_AFTER.exec(after)?.[1];
    const alsoAWord = /^(?:may|march)$/i.test(match[0]);
    if (alsoAWord && day === null && year === undefined && !PREPOSITION.test(before)) continue;
    const month = MONTHS.findIndex((name) => name.toLowerCase() === match[0].toLowerCase());
    dates.push({ year: year === undefined ? null : Number(year), month, day });
  }
  if (dates.length > 0) return dates;
  return Array.from(text.matchAll(YEAR), ([, year]) => ({ year: Number(year), month: null, day: null }));
}

function dayOfMonth(digits: string | undefined): number | null {
  const day = Number(digits);
  return day >= 1 && day <= 31 ? day : null;
}

/** Relation of a memory's time to the dates in a query; each value is from 0 to 1. */
export interface DateMatch {
  /** 1 in the named month. */
  month: number;
  /** 1 in the month after it (events of May are told in June), or 0.5 in a year without a month. */
  later: number;
  /** 1 on the named day or the next day; 0.7 within the following week. */
  day: number;
}

/** Returns the best match over the dates, in UTC. */
export function matchDates(dates: readonly NamedDate[], time: number): DateMatch {
  const match = { month: 0, later: 0, day: 0 };
  const at = new Date(time);
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  for (const named of dates) {
    if (named.month === null) {
      if (named.year === year) match.later = Math.max(match.later, 0.5);
      continue;
    }
    if (month === named.month && (named.year === null || year === named.year)) match.month = 1;
    const nextYear = named.month === 11 && named.year !== null ? named.year + 1 : named.year;
    if (month === (named.month + 1) % 12 && (nextYear === null || year === nextYear)) match.later = 1;
    if (named.day === null || named.year === null) continue;
    const days = Math.floor(time / DAY_MS) - Date.UTC(named.year, named.month, named.day) / DAY_MS;
    if (days >= 0 && days <= 1) match.day = 1;
    else if (days >= 2 && days <= 7) match.day = Math.max(match.day, 0.7);
  }
  return match;
}
