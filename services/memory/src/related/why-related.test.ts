import { expect, it } from 'vitest';
import { whyRelated } from './why-related.js';

it.each([
  ['Standup is at ten on Monday.', 'Our standup moved to Monday at nine.', 'names the same: Standup, Monday'],
  ['The KX-4471 gateway restarts nightly.', 'Restart KX-4471 by hand.', 'names the same: KX-4471, restarts'],
  [
    'We use four retries, then alert Dana and Kim.',
    'Dana, Kim: retries are off.',
    'names the same: retries, Dana, Kim',
  ],
  ['The flat is cold.', 'Heating is broken at home.', 'may speak of the same in other words'],
  ['', '', 'may speak of the same in other words'],
])('%j and %j: %s', (text, found, why) => {
  expect(whyRelated(text, found, false)).toBe(why);
});

it('reports texts that are nearly the same', () => {
  expect(whyRelated('Tabs.', 'Tabs!', true)).toBe('says nearly the same');
});

it('limits the number and length of the quoted words', () => {
  const words = Array.from({ length: 40_000 }, (_, i) => `word${i}`).join(' ');
  expect(whyRelated(words, words, false).length).toBeLessThan(80);
  const long = 'x'.repeat(5_000);
  expect(whyRelated(long, long, false)).toBe('may speak of the same in other words');
});
