import { DAY_MS, MONTHS } from './calendar.js';

/** A span of days: numbers of days since the epoch, both ends included. */
export interface DaySpan {
  first: number;
  last: number;
  /** Month (from 0) and day of a date without a year. */
  anyYear?: { month: number; day: number | null };
  /** The likeliest day of an approximate span, such as "two weeks ago". */
  centre?: number;
}

/**
 * The named groups of a pattern. Words of other languages are replaced by numbers, and by the English words `last`,
 * `this`, `next` (`which`, `year`), `day`, `week` (`unit`), `sunday` (`weekday`), `early` (`part`) and so on.
 */
export type Parts = Readonly<Record<string, string | undefined>>;

/** Returns the days that a match names, or null if it names none. @param today The current day. */
export type SpanReader = (parts: Parts, today: number, text: string) => DaySpan | null;

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** Each number word is at the position of its number. */
export const COUNTS = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(
    ' ',
  ),
  'seventeen eighteen nineteen twenty'.split(' '),
].flat();
export const TENS: Readonly<Record<string, number>> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
};

export const oneDay = (day: number): DaySpan => ({ first: day, last: day });
/** Returns a reader of the day `offset` days after today. */
export const dayFromToday =
  (offset: number): SpanReader =>
  (_, today) =>
    oneDay(today + offset);

export function numericDate({ year, month, day }: Parts): DaySpan | null {
  return dayAt(Number(year), Number(month) - 1, Number(day));
}

/** Reads 24/11/2026 and 11/24/2026; if both are possible, the day is first, as in most countries. */
export function slashDate({ first, second, year }: Parts): DaySpan | null {
  return (
    dayAt(Number(year), Number(second) - 1, Number(first)) ??
    dayAt(Number(year), Number(first) - 1, Number(second))
  );
}

/** Likeliest day of a part of a month. */
const PART_DAYS: Readonly<Record<string, number>> = { early: 5, mid: 15, late: 26 };

/** A month or a day, of a year or of the last one before today. `part` names a part of the month. */
export function calendarDate({ year, month: name, day: number, part }: Parts, today: number): DaySpan | null {
  const month = monthOf(name!);
  if (month === -1) return null;
  const day = number === undefined ? null : Number(number);
  const inYear = (of: number) => (day === null ? monthPart(of, month, part) : dayAt(of, month, day));
  const thisYear = partsOf(today).year;
  if (year !== undefined) return inYear(yearOf(year, thisYear));
  // 29 February does not exist in every year.
  const past = [0, 1, 2, 3, 4]
    .map((back) => inYear(thisYear - back))
    .find((days) => days !== null && days.first <= today);
  return past ? { ...past, anyYear: { month, day } } : null;
}

function monthPart(year: number, month: number, part: string | undefined): DaySpan {
  const whole = wholeMonth(year, month);
  const middle = PART_DAYS[part?.toLowerCase() ?? ''];
  return middle === undefined ? whole : { ...whole, centre: whole.first + middle - 1 };
}

export function nearMonth({ which, month }: Parts, today: number): DaySpan {
  const at = partsOf(today);
  const wanted = monthOf(month!);
  const isNext = which!.toLowerCase() === 'next';
  const isLast = /last|past/i.test(which!);
  const year = at.year + (isNext && wanted <= at.month ? 1 : isLast && wanted >= at.month ? -1 : 0);
  return wholeMonth(year, wanted);
}

/** Up to this number, "days ago" is exact. Above it, it is about a tenth of the number. */
const MAX_EXACT_DAYS = 9;
/** In days: a person who says "a year ago" is right by about this. */
const YEAR_TOLERANCE = 60;

/**
 * "Two weeks ago" means the seven days around that day, "two months ago" that calendar month or the days around the
 * same day of it, and years accordingly.
 */
export function ago({ count, unit }: Parts, today: number): DaySpan {
  const number = countOf(count!);
  const { year, month } = partsOf(today);
  switch (unit!.toLowerCase()) {
    case 'day':
      if (/few|couple/i.test(count!)) return { first: today - 5, last: today - 2 };
      return number <= MAX_EXACT_DAYS
        ? oneDay(today - number)
        : around(today - number, Math.round(number / 10) + 1);
    case 'week':
      return around(today - 7 * number, 3);
    case 'month':
      return joined(
        wholeMonth(year, month - number),
        around(sameDay(today, number), 5 + 5 * Math.min(2, number)),
      );
    default:
      return joined(
        wholeYear({ year: String(year - number) }),
        around(sameDay(today, 12 * number), YEAR_TOLERANCE),
      );
  }
}

const around = (centre: number, days: number): DaySpan => ({
  first: centre - days,
  last: centre + days,
  centre,
});

/** Returns the days of both spans, with the centre of the second one. */
const joined = (a: DaySpan, b: DaySpan): DaySpan => ({
  ...b,
  first: Math.min(a.first, b.first),
  last: Math.max(a.last, b.last),
});

/** Returns the same day of an earlier month, or the last one of it. */
function sameDay(today: number, monthsBack: number): number {
  const { year, month } = partsOf(today);
  const { first, last } = wholeMonth(year, month - monthsBack);
  return Math.min(last, first + today - firstOfMonth(year, month));
}

export function lastOnes({ count, unit }: Parts, today: number): DaySpan {
  const number = countOf(count!);
  const { year, month } = partsOf(today);
  const days: Record<string, number> = { day: 1, week: 7 };
  const length = days[unit!.toLowerCase()];
  if (length !== undefined) return { first: today - length * number, last: today };
  const months = unit!.toLowerCase() === 'year' ? 12 * number : number;
  return { first: firstOfMonth(year, month - months), last: today };
}

export function nearUnit({ which, unit }: Parts, today: number): DaySpan {
  const step = stepOf(which!);
  const { year, month } = partsOf(today);
  const monday = mondayOf(today) + 7 * step;
  switch (unit!.toLowerCase()) {
    case 'week':
      return { first: monday, last: monday + 6 };
    case 'weekend':
      return { first: monday + 5, last: monday + 6 };
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
export function nearWeekday(parts: Parts, today: number): DaySpan {
  const { which, weekday } = parts;
  const back = (weekdayOf(today) - WEEKDAYS.indexOf(weekday!.toLowerCase()) + 7) % 7;
  if (/last|past/i.test(which!)) return oneDay(today - (back === 0 ? 7 : back));
  if (/next/i.test(which!)) return oneDay(today - back + 7);
  return weekdayOfWeek(parts, today);
}

/** A day of the last, this or the next week, which starts on Monday. */
export function weekdayOfWeek({ which, weekday }: Parts, today: number): DaySpan {
  const place = (WEEKDAYS.indexOf(weekday!.toLowerCase()) + 6) % 7;
  return oneDay(mondayOf(today) + 7 * stepOf(which!) + place);
}

export function pastWeekday({ weekday }: Parts, today: number): DaySpan {
  return oneDay(today - ((weekdayOf(today) - WEEKDAYS.indexOf(weekday!.toLowerCase()) + 7) % 7));
}

/** "On the 24th" is the last day with this number. */
export function dayOfMonth({ day }: Parts, today: number): DaySpan | null {
  const { year, month } = partsOf(today);
  const days = [0, 1, 2].map((back) => dayAt(year, month - back, Number(day)));
  return days.find((found) => found !== null && found.first <= today) ?? null;
}

export function wholeYear({ year }: Parts): DaySpan {
  return { first: firstOfMonth(Number(year), 0), last: firstOfMonth(Number(year) + 1, 0) - 1 };
}

function wholeMonth(year: number, month: number): DaySpan {
  return { first: firstOfMonth(year, month), last: firstOfMonth(year, month + 1) - 1 };
}

function stepOf(which: string): number {
  return /last|past/i.test(which) ? -1 : /next/i.test(which) ? 1 : 0;
}

/** @param year A number, or "last year", "this year" or "next year". */
function yearOf(year: string, thisYear: number): number {
  return /^\d/.test(year) ? Number(year) : thisYear + stepOf(year);
}

/** Reads digits and words: "12", "a few", "forty-five". */
function countOf(count: string): number {
  const words = count.toLowerCase().split(/[ \t\n-]+/);
  if (words.includes('couple')) return 2;
  if (words.includes('few')) return 3;
  return words.reduce((sum, word) => {
    const number = /^an?$/.test(word) ? 1 : /^\d/.test(word) ? Number(word) : COUNTS.indexOf(word);
    // "a hundred"
    return word === 'hundred' ? 100 : sum + (TENS[word] ?? Math.max(0, number));
  }, 0);
}

/** Returns the month (from 0) of an English name or a number, or -1. */
function monthOf(name: string): number {
  if (/^\d/.test(name)) return Number(name) >= 1 && Number(name) <= 12 ? Number(name) - 1 : -1;
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.slice(0, 3).toLowerCase() === start);
}

/** Number of a day since the epoch; months outside 0 to 11 count into other years. */
const firstOfMonth = (year: number, month: number): number => Date.UTC(year, month, 1) / DAY_MS;

/** Returns null for a date that does not exist. */
function dayAt(year: number, month: number, day: number): DaySpan | null {
  const number = Date.UTC(year, month, day) / DAY_MS;
  const exists = day >= 1 && number < firstOfMonth(year, month + 1);
  return exists && (month < 0 || month <= 11) ? oneDay(number) : null;
}

const weekdayOf = (day: number): number => new Date(day * DAY_MS).getUTCDay();
const mondayOf = (day: number): number => day - ((weekdayOf(day) + 6) % 7);

function partsOf(day: number): { year: number; month: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}
