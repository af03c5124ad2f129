import { expect, it } from 'vitest';
import { outstandingPairs } from './outstanding-pairs.js';
import { createPacer } from './pacer.js';

const near = (a: number, b: number, cosine: number) => ({ a, b, cosine });
async function order(pairs: readonly ReturnType<typeof near>[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { a, b } of outstandingPairs(pairs, createPacer(new AbortController().signal)))
    found.push(`${a}/${b}`);
  return found;
}

it('ranks a pair that is nearer than its neighbours before a text that is near to every text', async () => {
  // 0 is near to all of 1 to 4; 5 and 6 are near to nothing else.
  const hub = [1, 2, 3, 4].map((other) => near(0, other, 0.85 - other / 100));
  const rest = [near(1, 2, 0.8), near(3, 4, 0.79), near(5, 6, 0.75), near(1, 5, 0.5), near(2, 6, 0.5)];
  expect((await order([...hub, ...rest]))[0]).toBe('5/6');
});

it('returns a pair if it is among the nearest five of at least one text', async () => {
  const star = Array.from({ length: 9 }, (_, at) => near(0, at + 1, 0.9 - at / 100));
  expect(await order(star)).toHaveLength(9);
  const crowd = [1, 2, 3, 4, 5, 6, 7].flatMap((a) =>
    [1, 2, 3, 4, 5, 6, 7].filter((b) => b > a).map((b) => near(a, b, 0.9)),
  );
  const far = near(1, 8, 0.5);
  expect(await order([...crowd, far])).toContain('1/8');
  const others = [2, 3, 4, 5, 6].map((a) => near(a, 8, 0.6));
  expect(await order([...crowd, ...others, far])).not.toContain('1/8');
});

it('does not depend on the order of the input', async () => {
  const pairs = [near(0, 1, 0.7), near(2, 3, 0.7), near(1, 2, 0.6), near(0, 3, 0.6), near(0, 2, 0.65)];
  expect(await order(pairs.toReversed())).toEqual(await order(pairs));
});
