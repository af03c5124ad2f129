import { ordinal, year } from './number-words.js';
import { readClock } from './read-times.js';
import { type Line, matchAt, type Reader, type Reading, type ReadWord, say, wordBefore } from './reading.js';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MONTH =
  '(?<month>January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\\b\\.?)';
/** A day of the month, and not the beginning of another number. */
const DAY = '(?<day>0?[1-9]|[12]\\d|3[01])';
const NO_NUMBER = '(?!\\d|[:.,/%]\\d|-\\d{3})';

const ISO = /(?<year>\d{4})([-/])(?<month>\d{1,2})\2(?<day>\d{1,2})(?![\d-])/y;
const BY_SLASHES = /(?<first>\d{1,2})([-/.])(?<second>\d{1,2})\2(?<year>\d{4}|\d{2})(?![\d\p{L}]|[-/.]\d)/uy;
const MONTH_FIRST = new RegExp(
  `${MONTH}\\s+${DAY}(?:st|nd|rd|th)?${NO_NUMBER}(?!\\s?[ap]\\.?m\\b)(?:\\s?[-–]\\s?(?<last>[12]\\d|3[01]|[1-9])(?:st|nd|rd|th)?(?![\\d:]))?(?:,?\\s+(?<year>\\d{4})(?!\\d|[.,:]\\d))?(?!\\p{L})`,
  'uy',
);
const DAY_FIRST = new RegExp(
  `${DAY}(?:st|nd|rd|th)?(?<of>\\s+of)?\\s+${MONTH}(?!\\p{L})(?:,?\\s+(?<year>\\d{4})(?!\\d|[.,:]\\d))?`,
  'uy',
);

export const readDate: Reader = (line, at) =>
  isoDate(line, at) ?? numericDate(line, at) ?? monthFirst(line, at) ?? dayFirst(line, at);

/** 2024-05-01, and 2024-05-01T15:30:00Z. */
function isoDate(line: Line, at: number): Reading | undefined {
  const match = matchAt(ISO, line.text, at);
  if (!match) return undefined;
  const { year: years, month, day } = match.groups!;
  const spoken = spokenDate(Number(month), Number(day), years!);
  if (spoken === undefined) return undefined;
  const end = at + match[0].length;
  const pieces = say(spoken, at, end);
  const clock = line.text[end] === 'T' ? readClock(line, end + 1) : undefined;
  return clock ? { end: clock.end, pieces: [...pieces, { mark: ',' }, ...clock.pieces] } : { end, pieces };
}

/** 5/1/2024 is the first of May, as in America, unless only the other order is a date; 1.5.2024 has the day first. */
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
  return spoken === undefined ? undefined : { end, pieces: say(spoken, at, end) };
}

/** May 1, May 1st, Sept. 11, 2001, May 5-7. */
function monthFirst(line: Line, at: number): Reading | undefined {
  const match = matchAt(MONTH_FIRST, line.text, at);
  if (!match) return undefined;
  const { month, day, last, year: years } = match.groups!;
  const end = at + match[0].length;
  const dayAt = line.text.indexOf(day!, at + month!.length);
  const yearAt = years === undefined ? end : end - years.length;
  let dayEnd = dayAt + day!.length;
  if (/^(?:st|nd|rd|th)/.test(line.text.slice(dayEnd))) dayEnd += 2;
  const pieces: ReadWord[] = [
    ...say(fullMonth(month!), at, at + month!.length),
    ...say(ordinal(String(Number(day))), dayAt, dayEnd),
  ];
  if (last !== undefined) {
    const lastAt = line.text.indexOf(last, dayEnd);
    pieces.push(...say('to', dayEnd, lastAt), ...say(ordinal(last), lastAt, lastAt + last.length));
  }
  if (years === undefined) return { end, pieces };
  return {
    end,
    pieces: [
      ...pieces,
      ...(line.text.slice(dayEnd, yearAt).includes(',') ? [{ mark: ',' }] : []),
      ...say(year(years), yearAt, end),
    ],
  };
}

/** 1 May 2024, 1st of May: "the first of May". */
function dayFirst(line: Line, at: number): Reading | undefined {
  const match = matchAt(DAY_FIRST, line.text, at);
  if (!match) return undefined;
  const { month, day, of, year: years } = match.groups!;
  // "in 5 May cases" is rarer than "5 May"; but "may" in lower case is no month, which the pattern sees to.
  const end = at + match[0].length;
  const yearAt = years === undefined ? end : end - years.length;
  const monthAt = line.text.indexOf(month!, at + day!.length);
  let dayEnd = at + day!.length;
  if (/^(?:st|nd|rd|th)/.test(line.text.slice(dayEnd))) dayEnd += 2;
  const ofAt = of === undefined ? at : dayEnd + of.length - 2;
  return {
    end,
    pieces: [
      ...(wordBefore(line) === 'the' ? [] : say('the', at, dayEnd)),
      ...say(ordinal(String(Number(day))), at, dayEnd),
      ...say('of', ofAt, of === undefined ? dayEnd : ofAt + 2),
      ...say(fullMonth(month!), monthAt, monthAt + month!.length),
      ...(years === undefined ? [] : say(year(years), yearAt, end)),
    ],
  };
}

function spokenDate(month: number, day: number, years: string): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31 || Number(years) < 1000) return undefined;
  return `${MONTHS[month - 1]!} ${ordinal(String(day))} ${year(years)}`;
}

function fullMonth(written: string): string {
  return MONTHS.find((month) => month.startsWith(written.slice(0, 3)))!;
}
