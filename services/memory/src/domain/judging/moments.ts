import { unitAfterNumber } from '../lexicon/units.js';
import type { Word } from '../meaning/word.js';
import type { Value } from './value.js';

const DAY = 86_400;
const MONTH = 2_628_000;
const ADVERBS: ReadonlyMap<string, number> = new Map([
  ['hourly', 3600],
  ['daily', DAY],
  ['nightly', DAY],
  ['weekly', 7 * DAY],
  ['biweekly', 14 * DAY],
  ['fortnightly', 14 * DAY],
  ['monthly', MONTH],
  ['quarterly', 3 * MONTH],
  ['yearly', 12 * MONTH],
  ['annually', 12 * MONTH],
]);
const TIMES: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
]);
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
/** What may stand before a year. */
const BEFORE_YEAR = /^(?:in|since|until|by|from|of|before|after|during|to)$/;

/** The interval, time of day, weekday or date that begins at a word, else null. */
export function readMoment(words: readonly Word[], at: number): Value | null {
  return readInterval(words, at) ?? readClock(words, at) ?? readDay(words, at);
}

function moment(dimension: string, key: string | number, first: number, last: number): Value {
  const amount = typeof key === 'number' ? key : null;
  return { dimension, key: String(key), amount, unit: 1, nouns: [], first, last };
}

/** "weekly", "every other day", "every 2 weeks", "twice a month", "3 times per hour". */
function readInterval(words: readonly Word[], at: number): Value | null {
  const { text, number } = words[at]!;
  const adverb = ADVERBS.get(text);
  if (adverb !== undefined) return moment('interval', adverb, at, at);
  if (text === 'every' || text === 'each') {
    const next = words[at + 1];
    const count = next?.text === 'other' ? 2 : (next?.number ?? null);
    const end = at + (count === null ? 1 : 2);
    const noun = words[end]?.text ?? '';
    const period = periodOf(noun);
    if (period !== null) return moment('interval', (count ?? 1) * period, at, end);
    return count !== null && isWeekday(noun) ? moment('interval', count * 7 * DAY, at, end - 1) : null;
  }
  const times = TIMES.get(text) ?? (words[at + 1]?.text === 'times' ? number : null);
  const article = at + (TIMES.has(text) ? 1 : 2);
  if (times === null || times <= 0 || !/^(?:a|an|per|each|every)$/.test(words[article]?.text ?? ''))
    return null;
  const period = periodOf(words[article + 1]?.text ?? '');
  return period === null ? null : moment('interval', period / times, at, article + 1);
}

function periodOf(word: string): number | null {
  if (/^(?:night|morning|evening|workday)s?$/.test(word)) return DAY;
  const unit = word.length > 2 ? unitAfterNumber(word) : null;
  return unit?.dimension === 'time' ? unit.factor : null;
}

/** "9:30", "2 am", "10:00 pm", "midnight", "noon"; in minutes. */
function readClock(words: readonly Word[], at: number): Value | null {
  const { text, number } = words[at]!;
  if (text === 'midnight') return moment('clock', 0, at, at);
  if (text === 'noon' || text === 'midday') return moment('clock', 12 * 60, at, at);
  const half = words[at + 1]?.text;
  const match = /^(\d{1,2})([:.])(\d{2})$/.exec(text);
  const hours = match !== null ? Number(match[1]) : number;
  const minutes = match !== null ? Number(match[3]) : 0;
  if (hours === null || hours > 23 || minutes > 59 || !Number.isInteger(hours)) return null;
  if (half === 'am' || half === 'pm')
    return moment('clock', ((hours % 12) + (half === 'pm' ? 12 : 0)) * 60 + minutes, at, at + 1);
  return match?.[2] === ':' ? moment('clock', hours * 60 + minutes, at, at) : null;
}

/** Weekdays, and dates of which at least the month or the year is told: "15 March", "March 2024", "2024-03-15", "in 1987". */
function readDay(words: readonly Word[], at: number): Value | null {
  const word = words[at]!;
  if (isWeekday(word.text)) return moment('weekday', word.text.replace(/s$/, ''), at, at);
  if (/^\d{4}-\d{2}(?:-\d{2})?$/.test(word.text)) return moment('date', word.text, at, at);
  const next = words[at + 1];
  const own = monthOf(word);
  if (own !== null) {
    if (next === undefined || next.number === null) return moment('date', own, at, at);
    return dateOf(own, words, at, at + 1);
  }
  const following = word.number !== null && word.number <= 31 && next !== undefined ? monthOf(next) : null;
  if (following !== null) return dateOf(`${following} ${word.number}`, words, at, at + 1);
  const isYear = isYearNumber(word.text) && next?.unit == null;
  return isYear && (at === 0 || BEFORE_YEAR.test(words[at - 1]!.text))
    ? moment('date', word.text, at, at)
    : null;
}

/** A date up to `last` and the year that may follow it. */
function dateOf(told: string, words: readonly Word[], first: number, last: number): Value {
  const day = words[last]!.number;
  const key = day === null ? told : `${told} ${day}`;
  const year = words[last + 1];
  const hasYear = (day === null || day <= 31) && year !== undefined && isYearNumber(year.text);
  return moment('date', hasYear ? `${key} ${year.text}` : key, first, hasYear ? last + 1 : last);
}

function isYearNumber(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

function isWeekday(word: string): boolean {
  return WEEKDAYS.includes(word.endsWith('s') ? word.slice(0, -1) : word);
}

/** "may" and "march" are months only with a capital, which a name has. */
function monthOf(word: Word): string | null {
  if ((word.text === 'may' || word.text === 'march') && !word.isName) return null;
  return MONTHS.includes(word.text) ? word.text : null;
}
