import { describe, expect, it } from 'vitest';
import { datePhrases } from './date-phrases.js';
import { matchDates } from './match-dates.js';

const clock = { now: Date.UTC(2026, 10, 27, 10), timeZone: 'UTC' };

describe('matchDates', () => {
  const may8 = datePhrases('on 8 May 2023', clock);
  it.each([
    ['the day', Date.UTC(2023, 4, 8, 23), { month: 1, day: 1, within: 1 }],
    ['the day after', Date.UTC(2023, 4, 9), { month: 1, day: 1, within: 0 }],
    ['the week after', Date.UTC(2023, 4, 15), { month: 1, day: 0.7, within: 0 }],
    ['the day before', Date.UTC(2023, 4, 7, 23), { month: 1, day: 0, within: 0 }],
    ['the month after', Date.UTC(2023, 5, 20), { month: 0, day: 0, within: 0 }],
    ['another year', Date.UTC(2022, 4, 8), { month: 0, day: 0, within: 0 }],
  ])('%s', (_name, time, match) => {
    expect(matchDates(may8, time)).toEqual(match);
  });

  it('prefers the last year of a date without a year', () => {
    const september = datePhrases('in September', clock);
    expect(matchDates(september, Date.UTC(2026, 8, 3))).toEqual({ month: 1, day: 0, within: 1 });
    expect(matchDates(september, Date.UTC(2024, 8, 3))).toEqual({ month: 1, day: 0, within: 0.4 });
  });

  it('prefers the likeliest day of an approximate time', () => {
    const phrases = datePhrases('two weeks ago', clock);
    const within = ['2026-11-13T23:00Z', '2026-11-14T00:00Z', '2026-11-11T12:00Z', '2026-11-09T12:00Z'].map(
      (time) => matchDates(phrases, Date.parse(time)).within,
    );
    expect(within).toEqual([1, expect.closeTo(0.8), expect.closeTo(0.6), 0]);
  });
});
