import { expect, test } from 'vitest';
import { formats } from './formats.js';
import { isoTime, isoTimeToMs } from './schema.js';

test.each([
  ['iso-date-or-time', '2024-02-29', true],
  ['iso-date-or-time', '9999-12-31T23:59:59.999Z', true],
  ['iso-date-or-time', '9999-12-31T23:59:59-00:01', false],
  ['iso-date-or-time', '0000-01-01T00:00', true],
  ['iso-date-or-time', '0000-01-01T00:00+00:01', false],
  ['date-time', '9999-12-31T23:59:59-00:01', false],
  ['iso-date-or-time', '2023-02-29', false],
  ['iso-date-or-time', '2024-02-30', false],
  ['iso-date-or-time', '2024-13-01', false],
  ['iso-date-or-time', '2024-00-10', false],
  ['iso-date-or-time', '2024-1-1', false],
  ['iso-date-or-time', '2024-02-30T10:00:00Z', false],
  ['iso-date-or-time', '2024-02-29T10:00:00Z', true],
  ['iso-date-or-time', '2024-02-29T10:00:00.123456+02:00', true],
  ['iso-date-or-time', '2024-02-29T10:00Z', true],
  ['iso-date-or-time', '2024-02-29T10:00:00', true],
  ['date-time', '2024-02-29T10:00:00', false],
  ['iso-date-or-time', '2024-02-29 10:00:00Z', false],
  ['iso-date-or-time', '2024-02-29T24:00:00Z', false],
  ['iso-date-or-time', '2024-02-29T23:59:60Z', false],
  ['iso-date-or-time', 'yesterday', false],
  ['date-time', '2024-02-29', false],
  ['date', '2024-02-29T10:00:00Z', false],
  ['uuid', '0190a5c4-0000-7000-8000-00000000000A', true],
  ['uuid', '0190a5c4000070008000000000000000', false],
  ['uuid', 'urn:uuid:0190a5c4-0000-7000-8000-000000000000', false],
  ['uri', 'https://example.org/a?b', true],
  ['uri', 'file:///etc/passwd', false],
])('%s %s: %s', (format, value, valid) => {
  expect(formats[format]!.check(value)).toBe(valid);
  // Accepted dates can be parsed.
  if (valid && format.includes('date')) expect(Number.isNaN(new Date(value).getTime())).toBe(false);
});

test('a date is one that Date knows, in every year', () => {
  const isThere = (date: string) => {
    const read = new Date(`${date}T00:00:00Z`);
    return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date);
  };
  for (let year = 0; year < 10_000; year += year % 400 < 8 ? 1 : 97) {
    for (const day of ['01-31', '02-28', '02-29', '02-30', '04-30', '04-31', '12-31', '13-01', '06-00']) {
      const date = `${String(year).padStart(4, '0')}-${day}`;
      expect([date, formats.date!.check(date)]).toEqual([date, isThere(date)]);
    }
  }
});

test.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T09:30:00', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00+02:00', '2026-03-01T07:30:00.000Z'],
])('%s is read as %s in every time zone', (given, utc) => {
  expect(isoTime(isoTimeToMs(given))).toBe(utc);
});

test('a time that is not there stays null', () => {
  expect(isoTime(null)).toBeNull();
  expect(isoTimeToMs(null)).toBeNull();
});
