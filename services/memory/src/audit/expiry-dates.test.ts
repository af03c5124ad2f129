import { describe, expect, it } from 'vitest';
import { expiryDates, isOver } from './expiry-dates.js';

const expiredDates = (text: string, now: number) => expiryDates(text).filter((date) => isOver(date, now));
const NOW = Date.parse('2026-06-15T12:00:00Z');

describe('returns an end date in the past', () => {
  it.each([
    ['The old endpoint stays until 2024-03-01', '2024-03-01'],
    ['Keep the fallback until March 2025.', '2025-03-31'],
    ['Migrate the billing tables by March 2025', '2025-03-31'],
    ['We must be off Node 18 by the end of April 2025', '2025-04-30'],
    ['Current work: payments rewrite, this sprint (ends 2023-05-12)', '2023-05-12'],
    ['Feature freeze through 5 January 2024', '2024-01-05'],
    ['Feature freeze through January 5th, 2024.', '2024-01-05'],
    ['The staging certificate expires on 1 Feb 2026', '2026-02-01'],
    ['Deadline: 2025/11/30', '2025-11-30'],
    ['The deadline for the audit is 30.11.2025', '2025-11-30'],
    ['Code freeze until Q1 2025', '2025-03-31'],
    ['Merges to main are blocked until 2025-09-01', '2025-09-01'],
    ['Deploys paused until 2025-09-01', '2025-09-01'],
    ['Do not upgrade React until 2024', '2024-12-31'],
    ['The discount is valid to 2025-12-31', '2025-12-31'],
    ['Decided to pin the compiler until May 2025', '2025-05-31'],
    ['The deprecated endpoint stays available until late March 2025', '2025-03-31'],
    ['Due 2025-02-28: answer the security questionnaire', '2025-02-28'],
    ['API v1 end of life: 2025-06', '2025-06-30'],
    ['Submit the report no later than 3/4/2025', '2025-04-03'],
    ['Version 2 is maintained until 2025, and then dropped', '2025-12-31'],
  ])('%s', (text, last) => {
    const found = expiredDates(text, NOW);
    expect(found.map(({ endsAt }) => new Date(endsAt).toISOString().slice(0, 10))).toEqual([last]);
    expect(text).toContain(found[0]!.phrase);
  });
});

describe('ignores other dates, future dates and past events', () => {
  it.each([
    'We chose Postgres on 2024-03-01',
    'Since March 2023 all services log JSON',
    'The office was open until 2019',
    'We hosted on Heroku until 2022',
    'The team deployed from Jenkins until May 2023',
    'Ada worked at Acme until 2020',
    'Lived in Lisbon until 2015',
    'The incident of 2024-02-11 was caused by an expired certificate',
    'The certificate expired on 2024-02-11',
    'The deadline was 2024-02-11',
    'The migration was completed by March 2025',
    'Written by March 2025 contributors',
    'The book was published before 2020',
    'The limit is up to 2020 requests a minute',
    'Cache entries up to 2000 bytes',
    'Support ends 2099-01-01',
    'Keep the flag until 2026-12-31',
    'Keep the flag until 2026',
    'Must ship by June 2026',
    'The token is valid until 2026-06-15',
    'Is the freeze until 2024-03-01 over?',
    'Backups run until 04:00',
    'Copyright 2019-2023',
    'Version 2024.1 or later',
    'Never merge before 2024-13-45',
    'Read pages 12 through 2024',
    'Must not be released before 2024-03-01',
    'Use the API version 2024-03-01',
    'Until 2024-02-31 nothing happens',
  ])('%s', (text) => {
    expect(expiredDates(text, NOW)).toEqual([]);
  });
});

it('reads several dates in one text', () => {
  const text = 'The freeze lasts until 2024-03-01; reports are due by 2 April 2024.';
  expect(expiryDates(text).map(({ phrase }) => phrase)).toEqual(['until 2024-03-01', 'due by 2 April 2024']);
});
