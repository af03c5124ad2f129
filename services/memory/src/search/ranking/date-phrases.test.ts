import { describe, expect, it } from 'vitest';
import { datePhrases } from './date-phrases.js';

/** A Friday. */
const clock = { now: Date.parse('2026-11-27T10:00:00Z'), timeZone: 'UTC' };
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const read = (text: string, at = clock) =>
  datePhrases(text, at).map(({ phrase, from, to }) => [phrase, iso(from), iso(to - 1)]);

describe('datePhrases', () => {
  it.each([
    ['What did I do on 24 November 2026?', ['24 November 2026', '2026-11-24', '2026-11-24']],
    ['on the 24th of November', ['24th of November', '2026-11-24', '2026-11-24']],
    ['on 30 November', ['30 November', '2025-11-30', '2025-11-30']],
    ['What happened on Nov 3rd?', ['Nov 3rd', '2026-11-03', '2026-11-03']],
    ['on May 8th, 2023', ['May 8th, 2023', '2023-05-08', '2023-05-08']],
    ['on 2024-11-24', ['2024-11-24', '2024-11-24', '2024-11-24']],
    ['am 24.11.2024', ['24.11.2024', '2024-11-24', '2024-11-24']],
    ['on 11/24/2024', ['11/24/2024', '2024-11-24', '2024-11-24']],
    ['on 05/08/2025', ['05/08/2025', '2025-08-05', '2025-08-05']],
    ['What did I do in September?', ['in September', '2026-09-01', '2026-09-30']],
    ['December plans', ['December', '2025-12-01', '2025-12-31']],
    ['in May 2023', ['May 2023', '2023-05-01', '2023-05-31']],
    ['last August', ['last August', '2026-08-01', '2026-08-31']],
    ['last December', ['last December', '2025-12-01', '2025-12-31']],
    ['since March', ['since March', '2026-03-01', '2026-11-27']],
    ['on 8 February this year', ['8 February this year', '2026-02-08', '2026-02-08']],
    ['in December of last year', ['December of last year', '2025-12-01', '2025-12-31']],
    ['at the end of August', ['the end of August', '2026-08-01', '2026-08-31']],
    ['Tuesday last week', ['Tuesday last week', '2026-11-17', '2026-11-17']],
    ['in 2023', ['in 2023', '2023-01-01', '2023-12-31']],
    ['yesterday', ['yesterday', '2026-11-26', '2026-11-26']],
    ['the day before yesterday', ['the day before yesterday', '2026-11-25', '2026-11-25']],
    ['two weeks ago', ['two weeks ago', '2026-11-10', '2026-11-16']],
    ['3 days ago', ['3 days ago', '2026-11-24', '2026-11-24']],
    ['a month ago', ['a month ago', '2026-10-01', '2026-11-06']],
    ['eleven months ago', ['eleven months ago', '2025-12-01', '2026-01-11']],
    ['a year ago', ['a year ago', '2025-01-01', '2026-01-26']],
    ['in the last three days', ['in the last three days', '2026-11-24', '2026-11-27']],
    ['last week', ['last week', '2026-11-16', '2026-11-22']],
    ['last weekend', ['last weekend', '2026-11-21', '2026-11-22']],
    ['this week', ['this week', '2026-11-23', '2026-11-29']],
    ['last month', ['last month', '2026-10-01', '2026-10-31']],
    ['last quarter', ['last quarter', '2026-07-01', '2026-09-30']],
    ['last Tuesday', ['last Tuesday', '2026-11-24', '2026-11-24']],
    ['last Friday', ['last Friday', '2026-11-20', '2026-11-20']],
    ['What did we decide on Monday?', ['on Monday', '2026-11-23', '2026-11-23']],
    ['since Monday', ['since Monday', '2026-11-23', '2026-11-27']],
    ['What was said on the 24th?', ['on the 24th', '2026-11-24', '2026-11-24']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it.each([
    'What may happen?',
    'He may march on',
    'Do we deploy on Friday?',
    'the meetings on Mondays',
    'version 1.2.3 of 10.20.30.40',
    '1/2 of the users',
    'Which port is 2024?',
    'set the sat nav of Sun Li',
    '99 bottles',
  ])('%s names no time', (text) => {
    expect(read(text)).toEqual([]);
  });

  it.each([
    ['2024年3月5日我做了什么？', ['2024年3月5日', '2024-03-05', '2024-03-05']],
    ['十一月二十四号', ['十一月二十四号', '2026-11-24', '2026-11-24']],
    ['去年12月', ['去年12月', '2025-12-01', '2025-12-31']],
    ['1月中旬的活动', ['1月中旬', '2026-01-01', '2026-01-31']],
    ['三月份去了哪里', ['三月份', '2026-03-01', '2026-03-31']],
    ['2023年的计划', ['2023年', '2023-01-01', '2023-12-31']],
    ['昨天', ['昨天', '2026-11-26', '2026-11-26']],
    ['前天晚上', ['前天', '2026-11-25', '2026-11-25']],
    ['三天前', ['三天前', '2026-11-24', '2026-11-24']],
    ['两周前', ['两周前', '2026-11-10', '2026-11-16']],
    ['11个月前', ['11个月前', '2025-12-01', '2026-01-11']],
    ['最近三天', ['最近三天', '2026-11-24', '2026-11-27']],
    ['上周', ['上周', '2026-11-16', '2026-11-22']],
    ['上个星期', ['上个星期', '2026-11-16', '2026-11-22']],
    ['上周末', ['上周末', '2026-11-21', '2026-11-22']],
    ['上周五', ['上周五', '2026-11-20', '2026-11-20']],
    ['这个月', ['这个月', '2026-11-01', '2026-11-30']],
    ['周一我们决定了什么', ['周一', '2026-11-23', '2026-11-23']],
    ['去年', ['去年', '2025-01-01', '2025-12-31']],
    ['三月以来', ['三月', '2026-03-01', '2026-11-27']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it.each(['我通常在周三做什么', '三个月的计划', '一个年轻人', '他在附近'])('%s names no time', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('knows the likeliest day of an approximate phrase', () => {
    const centres = ['two weeks ago', 'three months ago', 'the end of August', 'last week'].map((text) => {
      const { centre } = datePhrases(text, clock)[0]!;
      return centre === null ? null : iso(centre);
    });
    expect(centres).toEqual(['2026-11-13', '2026-08-27', '2026-08-26', null]);
  });

  it('reads several phrases, in order', () => {
    expect(read('Since last week, or in May 2023?').map(([phrase]) => phrase)).toEqual([
      'last week',
      'May 2023',
    ]);
  });

  it('reads days of the time zone', () => {
    const late = { now: Date.parse('2026-11-27T20:00:00Z'), timeZone: 'Asia/Tokyo' };
    const [phrase] = datePhrases('yesterday', late);
    expect(new Date(phrase!.from).toISOString()).toBe('2026-11-26T15:00:00.000Z');
    expect(new Date(phrase!.to).toISOString()).toBe('2026-11-27T15:00:00.000Z');
  });

  it('knows that a day of the change to winter time has 25 hours', () => {
    const [phrase] = datePhrases('on 25 October 2026', { ...clock, timeZone: 'Europe/Berlin' });
    expect((phrase!.to - phrase!.from) / 3_600_000).toBe(25);
  });

  it('marks the phrases that can also mean another year', () => {
    expect(datePhrases('on 24 November', clock)[0]!.anyYear).toEqual({ month: 10, day: 24 });
    expect(datePhrases('on 24 November 2026', clock)[0]!.anyYear).toBeNull();
  });
});
