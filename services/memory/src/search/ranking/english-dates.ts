import { MONTHS } from './calendar.js';
import {
  ago,
  COUNTS,
  calendarDate,
  dayFromToday,
  dayOfMonth,
  lastOnes,
  nearMonth,
  nearUnit,
  nearWeekday,
  pastWeekday,
  type SpanReader,
  TENS,
  WEEKDAYS,
  weekdayOfWeek,
  wholeYear,
} from './date-spans.js';

/** White space between two words: bounded, so that every pattern takes linear time. */
const GAP = '[ \\t\\n]{1,3}';
const MONTH = `(?<month>${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b\\.?`;
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = `(?<year>(?:19|20)\\d\\d|(?:of${GAP})?(?:last|this|next)${GAP}year)`;
const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})`;
const TEN = `(?:twenty|${Object.keys(TENS).join('|')})`;
const NUMBER = `(?:${TEN}[ -](?:${COUNTS.slice(1, 10).join('|')})|${TEN}|${COUNTS.slice(1).reverse().join('|')})`;
const COUNT = `(?<count>\\d{1,3}|${NUMBER}|a hundred|an?|a couple(?: of)?|a few|couple(?: of)?|few)`;
const UNIT = '(?<unit>day|week|month|year)s?';
const BEFORE_MONTH = 'in|on|of|since|by|during|until|before|after|from|to|and|around';

/** "On Friday" means a day only in a question about the past: "Do we deploy on Friday?" names a habit. */
const onWeekday: SpanReader = (parts, today, text) =>
  /\b(?:did|was|were|had|happened)\b/i.test(text) ? pastWeekday(parts, today) : null;

/** Patterns in order of priority: a later one does not read what an earlier one has read. */
export const ENGLISH_DATES: readonly (readonly [RegExp, SpanReader])[] = [
  [pattern(`${DAY}(?:${GAP}of)?${GAP}${MONTH}(?:,?${GAP}${YEAR})?(?!\\d)`), calendarDate],
  [pattern(`${MONTH}${GAP}(?:the${GAP})?${DAY}(?!\\d)(?:,?${GAP}${YEAR})?`), calendarDate],
  ...(['early', 'mid', 'late'] as const).map(
    (part) =>
      [
        pattern(`${partOfMonth(part)}${MONTH}(?:,?${GAP}${YEAR})?`),
        (parts, today) => calendarDate({ ...parts, part }, today),
      ] as [RegExp, SpanReader],
  ),
  [pattern(`${MONTH}(?:,|${GAP}of)?${GAP}${YEAR}`), calendarDate],
  [pattern(`(?<which>last|past|this|next)${GAP}${MONTH}`), nearMonth],
  [pattern(`(?:${BEFORE_MONTH})[ \\t\\n-]{1,3}${MONTH}`), calendarDate],
  [
    /\b(?<month>January|February|April|June|July|August|September|October|November|December)\b/g,
    calendarDate,
  ],
  [pattern(`(?:the${GAP})?day${GAP}before${GAP}yesterday`), dayFromToday(-2)],
  [pattern(`(?:the${GAP})?day${GAP}after${GAP}tomorrow`), dayFromToday(2)],
  [pattern(`yesterday|last${GAP}(?:night|evening)`), dayFromToday(-1)],
  [pattern('tomorrow'), dayFromToday(1)],
  [pattern(`today|tonight|this${GAP}(?:morning|afternoon|evening)`), dayFromToday(0)],
  [pattern(`${COUNT}${GAP}${UNIT}${GAP}(?:ago|back)`), ago],
  [
    pattern(`(?:in|during|over|for|within)?(?:${GAP}the)?${GAP}(?:last|past)${GAP}${COUNT}${GAP}${UNIT}`),
    lastOnes,
  ],
  [pattern(`${WEEKDAY}${GAP}(?:of${GAP})?(?<which>last|this|next)${GAP}week`), weekdayOfWeek],
  [pattern(`(?<which>last|this|next)${GAP}week(?:${GAP}on|['’]s)?${GAP}${WEEKDAY}`), weekdayOfWeek],
  [pattern(`(?<which>last|past|this|next)${GAP}(?<unit>weekend|week|month|quarter|year)`), nearUnit],
  [pattern(`(?<which>last|past|this|next)${GAP}${WEEKDAY}`), nearWeekday],
  [pattern(`since${GAP}${WEEKDAY}`), pastWeekday],
  [pattern(`on${GAP}${WEEKDAY}`), onWeekday],
  [pattern(`(?:on${GAP})?the${GAP}${DAY}(?!\\d)(?=[ \\t\\n]{0,3}(?:[?.,!]|$))`), dayOfMonth],
  [
    pattern(`(?:in|during|since|of|from|before|after|by|until|year)${GAP}(?<year>(?:19|20)\\d\\d)(?![\\d-])`),
    wholeYear,
  ],
];

/** "early May", "the beginning of May", "the first week of May". */
function partOfMonth(part: 'early' | 'mid' | 'late'): string {
  const nouns = { early: 'beginning|start|first week', mid: 'middle', late: 'end|last week' };
  return `(?:${part}[ \\t\\n-]{1,3}|(?:the${GAP})?(?:${nouns[part]})${GAP}of${GAP})`;
}

function pattern(source: string): RegExp {
  return new RegExp(`\\b(?:${source})\\b`, 'gi');
}

/** Whether the phrase lasts until now: "since March". */
export function isEnglishSince(before: string, phrase: string): boolean {
  return /\bsince[ \t\n]{1,3}$/i.test(before) || /^since\b/i.test(phrase);
}
