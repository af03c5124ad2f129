import { expect, test } from 'vitest';
import { fairLevel } from './fair-level.js';

test.each<[string, number[], number, number]>([
  ['nothing is cut that fits', [3, 4], 7, Number.POSITIVE_INFINITY],
  ['nothing of nobody', [], 5, Number.POSITIVE_INFINITY],
  ['the only one is cut to the total', [100], 75, 75],
  ['who has little keeps it', [1_000, 2, 3], 75, 70],
  ['those who have much share alike', [1_000, 5, 500], 75, 35],
  ['all alike', [10, 10, 10, 10], 20, 5],
])('%s', (_, amounts, total, level) => {
  expect(fairLevel(amounts, total)).toBe(level);
});
