import { expect, it } from 'vitest';
import { outdatedWords } from './outdated-words.js';

it.each([
  ['[deprecated] Builds run on Jenkins', '[deprecated]'],
  ['OBSOLETE: the staging database is db-2', 'OBSOLETE:'],
  ['> **Superseded:** we deploy from develop', 'Superseded:'],
  ['(superseded by ADR-12) Events go through RabbitMQ', '(superseded by ADR-12)'],
  ['We deploy on Fridays. This decision no longer applies.', 'This decision no longer applies'],
  ['Mail goes through Postmark. This is no longer true since May.', 'This is no longer true'],
])('%s', (text, words) => {
  expect(outdatedWords(text)).toContain(words);
});

it.each([
  'Deprecated endpoints answer 410',
  'We no longer use Jenkins',
  'Obsolete parts are kept in the cellar: ask Ann',
  'The old API is deprecated since May',
  'Mark what is superseded with [superseded]',
  'This is no longer than two pages',
  'Tell callers that this is no longer valid after a year',
])('%s', (text) => {
  expect(outdatedWords(text)).toBeNull();
});
