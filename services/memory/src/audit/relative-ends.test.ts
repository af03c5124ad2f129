import { describe, expect, it } from 'vitest';
import { relativeEnds } from './relative-ends.js';

/** A Wednesday. */
const WRITTEN_AT = Date.parse('2026-03-04T10:00:00Z');
const ends = (text: string) =>
  relativeEnds(text, WRITTEN_AT).map(({ endsAt }) => new Date(endsAt).toISOString().slice(0, 10));

describe('returns an end relative to the day of the statement', () => {
  it.each([
    ['Merges to main are blocked until Friday', '2026-03-06'],
    ['Merges are blocked until Wednesday.', '2026-03-11'],
    ['The lift stays closed until next Monday', '2026-03-16'],
    ['Ann is on call this week', '2026-03-08'],
    ['The whole team is focusing on the search rewrite this quarter', '2026-03-31'],
    ['Ben has the keys until tomorrow', '2026-03-05'],
    ['The freeze lasts until the end of the coming week', '2026-03-15'],
    ['Staging stays frozen through next month', '2026-04-30'],
    ['The old endpoint stays until October', '2026-10-31'],
    ['The discount holds until March', '2027-03-31'],
    ['Hand in the dates for summer until the 31st of March', '2026-03-31'],
    ['Feature freeze until January 5th', '2027-01-05'],
    ['We must migrate the billing tables by the end of next month', '2026-04-30'],
    ['Rotate the keys by tomorrow', '2026-03-05'],
  ])('%s', (text, last) => {
    expect(ends(text)).toEqual([last]);
    expect(text).toContain(relativeEnds(text, WRITTEN_AT)[0]!.phrase);
  });
});

describe('ignores recurring, past and conditional events and other times', () => {
  it.each([
    'The office is open Monday through Friday',
    'The office is open from nine until Friday noon, from Monday on',
    'The backup runs every night until Friday',
    'Invoices are due by the end of the month',
    'We never deploy until Monday',
    'The site was down until Friday',
    'I worked on it until March',
    'Merges are blocked until Friday if the build is red',
    'Is Ann on call this week?',
    'Today we use Postgres for everything',
    'I started running this year',
    'Keep it until may be needed',
    'The old endpoint stays until March 2027',
    'We open at nine until 5 pm',
    "Walk through Friday's plan with Ann",
    'The report covers June until August',
    'Sales close at the end of each quarter',
    'The menu of this week hangs at the door',
  ])('%s', (text) => {
    expect(ends(text)).toEqual([]);
  });
});
