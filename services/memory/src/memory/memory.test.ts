import { expect, it } from 'vitest';
import { addShares, MAX_SHARES, type SharedWith } from './memory.js';

const agents = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `agent ${from + n}`);

it.each<[string, SharedWith[], number | 'all']>([
  ['nobody', [], 0],
  ['those of both, once', [agents(3), agents(3, 2)], 5],
  ['all, whoever else is named', [agents(MAX_SHARES), agents(9, 9_000), 'all'], 'all'],
  ['as many as there may be', [agents(MAX_SHARES - 1), agents(1, 9_000)], MAX_SHARES],
  ['as many as an archive brought, named again', [agents(5_000), agents(7)], 5_000],
])('shares with %s', (_, shares, count) => {
  const shared = addShares(...shares);
  expect(shared === 'all' ? shared : shared.length).toBe(count);
});

it.each([
  [agents(MAX_SHARES), agents(1, 9_000)],
  [agents(5_000), agents(1, 9_000)],
  [agents(200), agents(200, 200)],
])('shares with no more than there may be', (...shares) => {
  expect(() => addShares(...shares)).toThrow(expect.objectContaining({ code: 'too_many_shares' }));
});
