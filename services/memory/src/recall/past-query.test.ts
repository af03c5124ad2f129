import { expect, it } from 'vitest';
import { datePhrases } from '../search/ranking/date-phrases.js';
import { asksForPast } from './past-query.js';

const clock = { now: Date.UTC(2026, 3, 15, 12), timeZone: 'UTC' };
const isPast = (query: string) => asksForPast(query, datePhrases(query, clock));

it.each([
  'What did the billing service use before?',
  'Which database was used before the migration?',
  'Which port did we use in March?',
  'Where did I live two years ago?',
  'Which editor did I use to prefer?',
  'What was the previous port?',
  'The history of our hosting',
])('finds a query about the past: %s', (query) => {
  expect(isPast(query)).toBe(true);
});

it.each([
  'Which database does the billing service use?',
  'When is the code freeze before a release?',
  'What did we decide about the retries?',
  'Where was my mother born?',
  'What is Redis used to store?',
  'What is the plan for next week?',
  '',
])('finds no query about the past: %s', (query) => {
  expect(isPast(query)).toBe(false);
});
