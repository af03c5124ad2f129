import { describe, expect, it } from 'vitest';
import { matchDates, namedDates } from './calendar.js';

const date = (year: number | null, month: number | null = null, day: number | null = null) => ({
  year,
  month,
  day,
});

describe('namedDates', () => {
  it.each([
    ['What happened on 8 May, 2023?', [date(2023, 4, 8)]],
    ['What happened on May 8th, 2023?', [date(2023, 4, 8)]],
    ['on the 8th of May', [date(null, 4, 8)]],
    ['on 2023-05-08', [date(2023, 4, 8)]],
    ['in June 2022 or July', [date(2022, 5), date(null, 6)]],
    ['in 2023', [date(2023)]],
    ['He may march on', []],
    ['in March', [date(null, 2)]],
    ['What may happen?', []],
    ['who is April 45', [date(null, 3)]],
  ])('%s', (text, dates) => {
    expect(namedDates(text)).toEqual(dates);
  });
});

describe('matchDates', () => {
  const may8 = [date(2023, 4, 8)];
  it.each([
    ['the day', Date.UTC(2023, 4, 8, 23), { month: 1, later: 0, day: 1 }],
    ['the day after', Date.UTC(2023, 4, 9), { month: 1, later: 0, day: 1 }],
    ['the week after', Date.UTC(2023, 4, 15), { month: 1, later: 0, day: 0.7 }],
    ['the day before', Date.UTC(2023, 4, 7, 23), { month: 1, later: 0, day: 0 }],
    ['the month after', Date.UTC(2023, 5, 20), { month: 0, later: 1, day: 0 }],
    ['another year', Date.UTC(2022, 4, 8), { month: 0, later: 0, day: 0 }],
  ])('%s', (_name, time, match) => {
    expect(matchDates(may8, time)).toEqual(match);
  });

  it('lets December end in the January of the next year', () => {
    expect(matchDates([date(2023, 11)], Date.UTC(2024, 0, 3)).later).toBe(1);
    expect(matchDates([date(2023, 11)], Date.UTC(2023, 0, 3)).later).toBe(0);
  });
});
