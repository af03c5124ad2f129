import { expect, it } from 'vitest';
import { estimateTokens } from './tokens.js';

// The tokens of bge-small-en-v1.5 (WordPiece) and multilingual-e5-small (Unigram).
it.each([
  [
    'We decided to migrate the database to the new server before next Tuesday, because the disks of the old one are nearly full. ',
    25,
    27,
  ],
  ['我们决定在下周二之前把数据库迁移到新的服务器上，因为旧服务器的磁盘已经快满了。', 39, 28],
  ['データベースを来週の火曜日までに新しいサーバーへ移行することに決めました。', 37, 22],
  ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 ', 50, 47],
  ['4471 9926 10.5 2026-11-27 ', 14, 10],
])('estimates slightly more than tokenisers: %s', (text, bge, e5) => {
  const estimate = estimateTokens(text.repeat(20));
  expect(estimate).toBeGreaterThanOrEqual(20 * e5);
  expect(estimate).toBeGreaterThanOrEqual(0.95 * 20 * bge);
  expect(estimate).toBeLessThan(2.3 * 20 * e5);
});

it('counts long words by their letters', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('a'.repeat(1_000_000))).toBe(250_000);
});
