import {
  ago,
  calendarDate,
  dayFromToday,
  lastOnes,
  nearUnit,
  numericDate,
  type Parts,
  pastWeekday,
  type SpanReader,
  weekdayOfWeek,
  wholeYear,
} from './date-spans.js';

const DIGITS = '一二三四五六七八九';
const NUMBER = `\\d{1,3}|[${DIGITS}十]{1,3}`;
const NOT_AFTER_NUMBER = `(?<![\\d${DIGITS}十])`;
const YEAR = '(?:(?<year>(?:19|20)\\d\\d|[去今明])年的?)';
const MONTH = `${NOT_AFTER_NUMBER}(?<month>1[0-2]|0?[1-9]|十[一二]?|[${DIGITS}])月`;
const DAY = `(?<day>\\d{1,2}|[${DIGITS}十]{1,3})[日号號]`;
const PART = '(?<part>初|中旬|上旬|下旬|底|末)';
const WEEK = '(?:周|週|星期|礼拜|禮拜)';
const WEEKDAY = `${WEEK}(?<weekday>[一二三四五六日天])`;
const WHICH = '(?<which>上|这|這|本|下)一?[个個]?';
const COUNT = `(?<count>${NUMBER}|[两兩几幾])`;
const UNIT = `[个個]?(?<unit>天|日|${WEEK}|月|年)`;

/** English words and numbers for Chinese ones. Numbers to 99 are read by `toNumber`. */
const WORDS: Readonly<Record<string, string>> = {
  去: 'last year',
  今: 'this year',
  明: 'next year',
  上: 'last',
  这: 'this',
  這: 'this',
  本: 'this',
  下: 'next',
  天: 'day',
  日: 'day',
  周: 'week',
  週: 'week',
  星期: 'week',
  礼拜: 'week',
  禮拜: 'week',
  周末: 'weekend',
  週末: 'weekend',
  月: 'month',
  季度: 'quarter',
  年: 'year',
  初: 'early',
  上旬: 'early',
  中旬: 'mid',
  下旬: 'late',
  底: 'late',
  末: 'late',
  两: '2',
  兩: '2',
  几: 'few',
  幾: 'few',
};
const WEEKDAYS: Readonly<Record<string, string>> = {
  一: 'monday',
  二: 'tuesday',
  三: 'wednesday',
  四: 'thursday',
  五: 'friday',
  六: 'saturday',
  日: 'sunday',
  天: 'sunday',
};

/** Patterns in order of priority: a later one does not read what an earlier one has read. */
export const CHINESE_DATES: readonly (readonly [RegExp, SpanReader])[] = [
  [pattern(`(?<year>(?:19|20)\\d\\d)年${MONTH}${DAY}`), read(numericDate)],
  [pattern(`${YEAR}?${MONTH}份?(?:${DAY}|${PART})?`), read(calendarDate)],
  [pattern(`大前天`), dayFromToday(-3)],
  [pattern(`前[天日]`), dayFromToday(-2)],
  [pattern(`昨[天日晚夜]`), dayFromToday(-1)],
  [pattern(`今[天日早晚]`), dayFromToday(0)],
  [pattern(`明[天日早晚]`), dayFromToday(1)],
  [pattern(`后天|後天`), dayFromToday(2)],
  [pattern(`半年(?:之|以)?前`), (_, today) => ago({ count: '6', unit: 'month' }, today)],
  [pattern(`${COUNT}${UNIT}(?:之|以)?前`), read(ago)],
  [pattern(`(?:最近|过去|過去|近)的?这?${COUNT}${UNIT}`), read(lastOnes)],
  [pattern(`${WHICH}(?<unit>周末|週末)`), read(nearUnit)],
  [pattern(`${WHICH}${WEEKDAY}`), read(weekdayOfWeek)],
  [pattern(`${WHICH}(?<unit>${WEEK}|月|季度)`), read(nearUnit)],
  [pattern('前年'), (_, today) => ago({ count: '2', unit: 'year' }, today)],
  [pattern('(?<which>[去今明])(?<unit>年)'), read(nearUnit)],
  [pattern(WEEKDAY), read(pastChineseWeekday)],
  [pattern('(?<![\\d])(?<year>(?:19|20)\\d\\d)年'), wholeYear],
];

/** "周五" means a day only in a question about the past, and not about a habit. */
function pastChineseWeekday(parts: Parts, today: number, text: string) {
  return /[了过過]/.test(text) && !/[每总總]|通常|经常|經常|一般/.test(text)
    ? pastWeekday(parts, today)
    : null;
}

/** Replaces the Chinese words of a match by the words that the reader knows. */
function read(reader: SpanReader): SpanReader {
  return (parts, today, text) => {
    const words = Object.entries(parts).map(([name, word]) => [name, word && translate(name, word)]);
    return reader(Object.fromEntries(words) as Parts, today, text);
  };
}

const translate = (name: string, word: string): string =>
  (name === 'weekday' ? WEEKDAYS[word] : WORDS[word]) ?? toNumber(word);

const CHINESE_NUMBER = new RegExp(`^([${DIGITS}])?(十)?([${DIGITS}])?$`, 'u');

/** Reads numbers to 99 such as "二十一"; returns digits unchanged. */
function toNumber(word: string): string {
  const parts = CHINESE_NUMBER.exec(word);
  if (/\d/.test(word) || parts === null) return word;
  const digit = (part: string | undefined) => (part === undefined ? 0 : DIGITS.indexOf(part) + 1);
  const [, before, ten, after] = parts;
  if (ten === undefined) return String(digit(before ?? after));
  return String((before === undefined ? 1 : digit(before)) * 10 + digit(after));
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'gu');
}

/** Whether the phrase lasts until now: "三月以来", "自三月". */
export function isChineseSince(before: string, after: string): boolean {
  return /自(?:从|從)?$|[从從]$/u.test(before) || /^(?:以来|以來|至今|到现在|到現在)/u.test(after);
}
