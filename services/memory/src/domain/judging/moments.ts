import type { Word } from '../meaning/word.js';
import type { Value } from './value.js';

const DAY = 86_400;
const PERIODS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: DAY,
  night: DAY,
  morning: DAY,
  evening: DAY,
  workday: DAY,
  week: 7 * DAY,
  fortnight: 14 * DAY,
  month: 2_628_000,
  quarter: 7_884_000,
  year: 31_536_000,
};
const ADVERBS: Readonly<Record<string, number>> = {
  hourly: 3600,
  daily: DAY,
  nightly: DAY,
  weekly: 7 * DAY,
  biweekly: 14 * DAY,
  fortnightly: 14 * DAY,
  monthly: PERIODS.month!,
  quarterly: PERIODS.quarter!,
  yearly: PERIODS.year!,
  annually: PERIODS.year!,
};
const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 };
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** What may stand before a year. */
const BEFORE_YEAR = /^(?:in|since|until|by|from|of|before|after|during|to)$/;

/** The interval, time of day, weekday or date that begins at a word, else null. */
export function readMoment(words: readonly Word[], at: number): Value | null {
  return readInterval(words, at) ?? readClock(words, at) ?? readDay(words, at);
}

function readInterval(words: readonly Word[], at: number): Value | null {
  const { text } = words[at]!;
  const adverb = ADVERBS[text];
  if (adverb !== undefined && Object.hasOwn(ADVERBS, text)) return interval(adverb, at, at);
  if (text === 'every' || text === 'each') {
    let end = at + 1;
    let count = 1;
    const next = words[end];
    if (next !== undefined && (next.text === 'other' || next.number !== null)) {
      count = next.text === 'other' ? 2 : next.number!;
      end += 1;
    }
    const noun = words[end];
    if (noun === undefined) return null;
    const period = periodOf(noun.text);
    if (period !== null) return interval(count * period, at, end);
    const weekday = weekdayOf(noun.text);
    if (weekday !== null && end > at + 1) return interval(count * 7 * DAY, at, end - 1);
    return null;
  }
  const times = Object.hasOwn(TIMES, text)
    ? TIMES[text]!
    : words[at + 1]?.text === 'times'
      ? words[at]!.number
      : null;
  if (times !== null && times !== undefined && times > 0) {
    const article = at + (Object.hasOwn(TIMES, text) ? 1 : 2);
    if (/^(?:a|an|per|each|every)$/.test(words[article]?.text ?? '')) {
      const period = periodOf(words[article + 1]?.text ?? '');
      if (period !== null) return interval(period / times, at, article + 1);
    }
  }
  return null;
}

function interval(seconds: number, first: number, last: number): Value {
  return {
    dimension: 'interval',
    key: String(seconds),
    amount: seconds,
    nouns: [],
    bound: 'exact',
    first,
    last,
  };
}

function periodOf(word: string): number | null {
  const singular = word.endsWith('s') ? word.slice(0, -1) : word;
  return Object.hasOwn(PERIODS, singular) ? PERIODS[singular]! : null;
}

/** "9:30", "2 am", "10:00 pm", "midnight", "noon", "8 o'clock". */
function readClock(words: readonly Word[], at: number): Value | null {
  const { text, number } = words[at]!;
  if (text === 'midnight') return clock(0, at, at);
  if (text === 'noon' || text === 'midday') return clock(12 * 60, at, at);
  const half = words[at + 1]?.text;
  const isHalf = half === 'am' || half === 'pm';
  const match = /^(\d{1,2})[:.](\d{2})$/.exec(text);
  const hours = match !== null ? Number(match[1]) : number;
  const minutes = match !== null ? Number(match[2]) : 0;
  if (hours === null || hours > 23 || minutes > 59 || !Number.isInteger(hours)) return null;
  if (isHalf) return clock(((hours % 12) + (half === 'pm' ? 12 : 0)) * 60 + minutes, at, at + 1);
  if (half === "o'clock") return clock(hours * 60, at, at + 1);
  return match !== null && text.includes(':') ? clock(hours * 60 + minutes, at, at) : null;
}

function clock(minutes: number, first: number, last: number): Value {
  return {
    dimension: 'clock',
    key: String(minutes),
    amount: minutes,
    nouns: [],
    bound: 'exact',
    first,
    last,
  };
}

/** Weekdays, and dates of which at least the month is told: "15 March", "March 2024", "2024-03-15". */
function readDay(words: readonly Word[], at: number): Value | null {
  const word = words[at]!;
  const weekday = weekdayOf(word.text);
  if (weekday !== null) return day('weekday', WEEKDAYS[weekday]!, at, at);
  if (/^\d{4}-\d{2}(?:-\d{2})?$/.test(word.text)) return day('date', word.text, at, at);
  const own = monthOf(word);
  if (own !== null) {
    const after = words[at + 1]?.number ?? null;
    const year = after !== null && after > 31 ? after : (words[at + 2]?.number ?? null);
    if (after === null) return day('date', MONTHS[own]!, at, at);
    const isYear = after > 31;
    const last = !isYear && year !== null && year > 1900 && year < 2200 ? at + 2 : at + 1;
    return day('date', `${MONTHS[own]} ${after}${last === at + 2 ? ` ${year}` : ''}`, at, last);
  }
  const month = words[at + 1] === undefined ? null : monthOf(words[at + 1]!);
  if (word.number !== null && word.number <= 31 && month !== null) {
    const year = words[at + 2]?.number ?? null;
    const hasYear = year !== null && year > 1900 && year < 2200;
    return day(
      'date',
      `${MONTHS[month]} ${word.number}${hasYear ? ` ${year}` : ''}`,
      at,
      hasYear ? at + 2 : at + 1,
    );
  }
  const isYear = /^(?:19|20)\d\d$/.test(word.text) && words[at + 1]?.unit == null;
  if (isYear && (at === 0 || BEFORE_YEAR.test(words[at - 1]!.text))) return day('date', word.text, at, at);
  return null;
}

function day(dimension: string, key: string, first: number, last: number): Value {
  return { dimension, key, amount: null, nouns: [], bound: 'exact', first, last };
}

function weekdayOf(word: string): number | null {
  const index = WEEKDAYS.indexOf(word.endsWith('s') ? word.slice(0, -1) : word);
  return index === -1 ? null : index;
}

/** "may" and "march" are months only with a capital, which a name has. */
function monthOf(word: Word): number | null {
  if ((word.text === 'may' || word.text === 'march') && !word.isName) return null;
  const index = MONTHS.indexOf(word.text);
  return index === -1 ? null : index;
}
