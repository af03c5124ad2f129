import { matchAt, type Piece, type Reading, type ReadWord, readAs, speak } from '../../../text/reading.js';
import data from './dates.json' with { type: 'json' };
import { isInsideWord, type Line, type Reader, wordBefore } from './line.js';
import { ordinal, twoDigits, year } from './number-words.js';
import { readClock } from './times.js';

export const MONTHS: readonly string[] = data.months;
const MONTH = `(?<month>(?:${MONTHS.join('|')})(?!\\p{L})|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\\b\\.?)`;
/** A day of the month that is not the start of another number. */
const DAY = '(?<day>0?[1-9]|[12]\\d|3[01])';
const ENDING = '(?<ending>st|nd|rd|th)?';
const NO_NUMBER = '(?!\\d|[:.,%]\\d|/\\d(?!\\d{3}(?!\\d))|-\\d{3}(?!\\d))';
/** A year after a day and a month: ", 2020", "-2020", " '20". Two digits need a separator. */
const YEAR =
  "(?:(?:,?\\s+|[-/.])(?<year>[1-9]\\d{3})(?!\\d|[.,:]\\d|[-–]\\d{2}(?!\\d))|[-/](?<short>\\d{2})(?![\\d./-])|,?\\s?'(?<clipped>\\d{2})(?![\\d\\p{L}]))?";
const FULL_YEAR = '(?<year>(?:1[1-9]|20)\\d{2})';

const ISO = /(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?![\d-]|\.\d)/y;
const YEAR_AND_MONTH = /(?<year>(?:1[5-9]|20)\d{2})[-/](?<month>0[1-9]|1[0-2])(?![\d\p{L}]|[-/.:]\d)/uy;
const MONTH_AND_YEAR = /(?<month>0[1-9]|1[0-2])\/(?<year>(?:19|20)\d{2})(?![\d\p{L}]|[-/.:]\d)/uy;
const BY_SLASHES = /(?<first>\d{1,2})([-/.])(?<second>\d{1,2})\2(?<year>\d{4}|\d{2})(?![\d\p{L}]|[-/.]\d)/uy;
const MONTH_FIRST = new RegExp(
  `${MONTH}(?:\\s+|[-/]\\s?)${DAY}${ENDING}${NO_NUMBER}(?!\\s?[ap]\\.?m\\b)(?:\\s?[-–]\\s?(?<last>[12]\\d|3[01]|[1-9])(?:st|nd|rd|th)?(?![\\d:]))?${YEAR}(?!\\p{L})`,
  'iuy',
);
const DAY_FIRST = new RegExp(
  `${DAY}${ENDING}(?<of>\\s+of)?(?:\\s+|\\s?[-/.]\\s?)${MONTH}(?!\\p{L}|'\\p{L})${YEAR}`,
  'iuy',
);
const YEAR_FIRST = new RegExp(`${FULL_YEAR}[-/.\\s]${MONTH}[-/.\\s]${DAY}(?![\\d\\p{L}])`, 'iuy');
const MONTH_OF_YEAR = new RegExp(
  `${MONTH}(?:(?:,?\\s+|[-/])${FULL_YEAR}(?!\\d|[.,:]\\d|'?s)|\\s?'(?<clipped>\\d{2})(?![\\d\\p{L}]))`,
  'iuy',
);
/** The first day of "25-27 December". */
const DAY_OF_RANGE = new RegExp(
  `(?<from>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?<dash>\\s?[-–]\\s?)(?=${DAY}${ENDING}(?:\\s+of)?\\s+${MONTH}(?!\\p{L}))`,
  'iuy',
);
const TO = /\s?[-–]\s?(?=[\p{L}\d])/uy;

/** Reads dates in words and numbers, in any order, separator and case, and ranges of two dates. */
export const readDate: Reader = (line, at) => {
  if (!/[\djfmasond]/i.test(line.text[at]!) || isInsideWord(line.text, at)) return undefined;
  const first = oneDate(line, at);
  const to = first === undefined ? null : matchAt(TO, line.text, first.end);
  const second = first && to ? oneDate(line, first.end + to[0].length) : undefined;
  if (first === undefined || to === null || second === undefined) return first;
  return {
    end: second.end,
    pieces: [...first.pieces, ...speak('to', first.end, first.end + to[0].length), ...second.pieces],
  };
};

function oneDate(line: Line, at: number): Reading | undefined {
  return (
    isoDate(line, at) ??
    numericDate(line, at) ??
    yearAndMonth(line, at) ??
    yearFirst(line, at) ??
    monthFirst(line, at) ??
    daysOfMonth(line, at) ??
    dayFirst(line, at) ??
    monthOfYear(line, at)
  );
}

/** Reads 2024-05-01 and 2024-05-01T15:30:00Z. */
function isoDate(line: Line, at: number): Reading | undefined {
  const match = matchAt(ISO, line.text, at);
  if (!match) return undefined;
  const { year: years, month, day } = match.groups!;
  // "2024.1.3" is a version.
  if (match[2] === '.' && month!.length + day!.length < 4) return undefined;
  const spoken = spokenDate(Number(month), Number(day), years!);
  if (spoken === undefined) return undefined;
  const end = at + match[0].length;
  const pieces = speak(spoken, at, end);
  const clock = line.text[end] === 'T' ? readClock(line, end + 1) : undefined;
  return clock ? { end: clock.end, pieces: [...pieces, { mark: ',' }, ...clock.pieces] } : { end, pieces };
}

/**
 * Reads 5/1/2024 as May 1, as in America, unless only the other order is a date. 1.5.2024 has the day first.
 */
function numericDate(line: Line, at: number): Reading | undefined {
  const match = matchAt(BY_SLASHES, line.text, at);
  if (!match) return undefined;
  const { first, second, year: years } = match.groups!;
  const separator = match[2]!;
  if (separator !== '/' && years!.length !== 4) return undefined;
  const full = years!.length === 4 ? years! : `${Number(years) < 50 ? '20' : '19'}${years}`;
  const american = spokenDate(Number(first), Number(second), full);
  const european = spokenDate(Number(second), Number(first), full);
  const spoken = separator === '.' ? (european ?? american) : (american ?? european);
  const end = at + match[0].length;
  return spoken === undefined ? undefined : readAs(spoken, at, end);
}

/** Reads 01/2020, and 2020-01, which would otherwise be a falling range. */
function yearAndMonth(line: Line, at: number): Reading | undefined {
  const match = matchAt(MONTH_AND_YEAR, line.text, at) ?? matchAt(YEAR_AND_MONTH, line.text, at);
  if (!match) return undefined;
  const { year: years, month } = match.groups!;
  const isRange = match[0].startsWith(years!) && Number(month) > Number(years) % 100;
  if (isRange || (match[0].startsWith(years!) && match[0].includes('/'))) return undefined;
  const end = at + match[0].length;
  return readAs(`${MONTHS[Number(month) - 1]!} ${year(years!)}`, at, end);
}

/** Reads 2020-Jan-15. */
function yearFirst(line: Line, at: number): Reading | undefined {
  const match = matchAt(YEAR_FIRST, line.text, at);
  if (!match) return undefined;
  const { year: years, month, day } = match.groups!;
  const end = at + match[0].length;
  return {
    end,
    pieces: speak(`${fullMonth(month!)} ${ordinal(String(Number(day)))} ${year(years!)}`, at, end),
  };
}

/** Reads May 1, May 1st, Sept. 11, 2001, May 5-7, JAN 15 2020, Jan-15-2020. */
function monthFirst(line: Line, at: number): Reading | undefined {
  const match = matchAt(MONTH_FIRST, line.text, at);
  if (!match) return undefined;
  const { month, day, last, ending } = match.groups!;
  const end = at + match[0].length;
  const years = yearWords(match.groups!);
  if (isVerb(month!) && !(ending ?? match.groups!.year) && !DATED.has(wordBefore(line))) return undefined;
  const dayAt = line.text.indexOf(day!, at + month!.length);
  let dayEnd = dayAt + day!.length;
  if (ending !== undefined) dayEnd += 2;
  const pieces: ReadWord[] = [
    ...speak(fullMonth(month!), at, at + month!.length),
    ...speak(ordinal(String(Number(day))), dayAt, dayEnd),
  ];
  if (last !== undefined) {
    const lastAt = line.text.indexOf(last, dayEnd);
    pieces.push(...speak('to', dayEnd, lastAt), ...speak(ordinal(last), lastAt, lastAt + last.length));
  }
  if (years === undefined) return { end, pieces };
  const yearAt = end - years.length;
  const comma: Piece[] = line.text.slice(dayEnd, yearAt).includes(',') ? [{ mark: ',' }] : [];
  return { end, pieces: [...pieces, ...comma, ...speak(years.spoken, yearAt, end)] };
}

/** Reads 25-27 December: "the twenty fifth to the twenty seventh of December". */
function daysOfMonth(line: Line, at: number): Reading | undefined {
  const match = matchAt(DAY_OF_RANGE, line.text, at);
  if (!match) return undefined;
  const lastAt = at + match[0].length;
  const last = dayFirst(line, lastAt);
  if (last === undefined) return undefined;
  const firstEnd = lastAt - match.groups!.dash!.length;
  const first = speak(ordinal(String(Number(match.groups!.from))), at, firstEnd);
  const the = wordBefore(line) === 'the' ? [] : speak('the', at, firstEnd);
  return { end: last.end, pieces: [...the, ...first, ...speak('to', firstEnd, lastAt), ...last.pieces] };
}

/** Reads 1 May 2024, 1st of May, 15-jan-20: "the first of May". */
function dayFirst(line: Line, at: number): Reading | undefined {
  const match = matchAt(DAY_FIRST, line.text, at);
  if (!match) return undefined;
  const { month, day, of, ending } = match.groups!;
  const end = at + match[0].length;
  const years = yearWords(match.groups!);
  // "in 5 May cases" is rarer than "5 May". In lower case "may" and "march" are verbs, unless more words make
  // them months.
  if (isVerb(month!) && !(of ?? match.groups!.year) && !/^[.,;:!?)]|^$/.test(line.text.slice(end, end + 1)))
    return undefined;
  const monthAt = line.text.indexOf(month!, at + day!.length);
  let dayEnd = at + day!.length;
  if (ending !== undefined) dayEnd += 2;
  const ofAt = of === undefined ? at : dayEnd + of.length - 2;
  return {
    end,
    pieces: [
      ...(wordBefore(line) === 'the' ? [] : speak('the', at, dayEnd)),
      ...speak(ordinal(String(Number(day))), at, dayEnd),
      ...speak('of', ofAt, of === undefined ? dayEnd : ofAt + 2),
      ...speak(fullMonth(month!), monthAt, monthAt + month!.length),
      ...(years === undefined ? [] : speak(years.spoken, end - years.length, end)),
    ],
  };
}

/** Reads Feb 2021, JAN. 2020, Dec '99. */
function monthOfYear(line: Line, at: number): Reading | undefined {
  const match = matchAt(MONTH_OF_YEAR, line.text, at);
  if (!match) return undefined;
  const { month } = match.groups!;
  const years = yearWords(match.groups!)!;
  const end = at + match[0].length;
  return {
    end,
    pieces: [
      ...speak(fullMonth(month!), at, at + month!.length),
      ...speak(years.spoken, end - years.length, end),
    ],
  };
}

/** Whether a lower-case month is a verb: "you may 5 times", "they march 3 miles". */
function isVerb(month: string): boolean {
  return month === 'may' || month === 'march' || month === 'mar';
}

/** Words before a month in any case. */
const DATED = new Set(data.beforeMonths);

function yearWords(
  groups: Record<string, string | undefined>,
): { spoken: string; length: number } | undefined {
  if (groups.year !== undefined) return { spoken: year(groups.year), length: groups.year.length };
  if (groups.short !== undefined) {
    const century = Number(groups.short) < 50 ? '20' : '19';
    return { spoken: year(century + groups.short), length: 2 };
  }
  if (groups.clipped === undefined) return undefined;
  const { clipped } = groups;
  return { spoken: twoDigits(clipped), length: 3 };
}

function spokenDate(month: number, day: number, years: string): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31 || Number(years) < 1000) return undefined;
  return `${MONTHS[month - 1]!} ${ordinal(String(day))} ${year(years)}`;
}

function fullMonth(written: string): string {
  return MONTHS.find((month) => month.toLowerCase().startsWith(written.slice(0, 3).toLowerCase()))!;
}
