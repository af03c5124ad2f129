import { expect, it } from 'vitest';
import { findUpdate } from './find-update.js';
import { readText } from './read-text.js';

const certaintyOf = (older: string, newer: string) =>
  findUpdate(readText(older), readText(newer))?.certainty ?? null;

it.each([
  ['revoked', 'I live in Rotterdam.', 'I moved from Rotterdam to Ghent.'],
  ['revoked', 'Frontend tests run with Jest.', 'We replaced Jest with Vitest for the frontend tests.'],
  ['revoked', 'The office is in Park Street.', 'The office is no longer in Park Street but in Harbour Road.'],
  ['revoked', 'Clients authenticate with API keys.', 'We switched authentication from API keys to OAuth.'],
  ['changed', 'The pool opens at 7 am.', 'The pool now opens at 9 am.'],
  ['changed', 'I live in Rotterdam.', 'Actually, I live in Ghent.'],
  ['exchanged', 'I live in Rotterdam.', 'I live in Ghent.'],
  ['exchanged', 'My favourite tea is jasmine.', 'My favourite tea is oolong.'],
  ['exchanged', 'Mara listens to jazz while working.', 'Mara listens to ambient while working.'],
  ['exchanged', 'Leon drives a Skoda.', 'Leon drives a Renault.'],
  ['restated', 'The platform team is led by Ingrid.', 'Mateo is the head of the platform team.'],
  ['restated', 'I live in Rotterdam.', 'My home is a flat in Ghent.'],
])('%s: %s, %s', (certainty, older, newer) => {
  expect(certaintyOf(older, newer)).toBe(certainty);
});

it.each([
  ['the same words', 'I live in Ghent.', 'I live in Ghent!'],
  [
    'a word for a change in both',
    'The migration begins on Tuesday.',
    'The migration begins on Tuesday (draft).',
  ],
  ['another name', 'Ada lives in Rotterdam.', 'Ben moved to Ghent.'],
  ['another service', 'The billing service uses the port 3000.', 'The search service uses the port 4000.'],
  ['another environment', 'In staging, JWT_EXPIRY is 600.', 'In production, JWT_EXPIRY is 3600.'],
  ['another part', 'Backups of billing run at night.', 'Backups of search run at night.'],
  ['a changed part', 'Backups of billing run at night.', 'Backups of search now run at night.'],
  ['another number in the subject', 'The port 1 is used', 'The port 2 is used'],
  ['another thing', 'My favourite tea is jasmine.', 'My favourite coffee is espresso.'],
  ['another place', 'The office in Oslo opens at 8 am.', 'The office in Bergen opens at 9 am.'],
  ['another purpose', 'We use Redis for sessions.', 'We now use Valkey for rate limits.'],
  ['another person', 'I live in Rotterdam.', 'My parents now live in Ghent.'],
  [
    'another subject with the same value',
    'Orders are processed by Kafka.',
    'Refunds are no longer processed by hand but by Kafka.',
  ],
])('finds no update of %s: %s, %s', (_, older, newer) => {
  expect(certaintyOf(older, newer)).toBeNull();
});
