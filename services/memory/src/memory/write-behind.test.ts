import { expect, it, vi } from 'vitest';
import { createWriteBehind } from './write-behind.js';

function counting(flushAtKeys = 100) {
  const stored = new Map<string, number>();
  const errors: unknown[] = [];
  let isBroken = false;
  let gate = Promise.resolve();
  const counter = createWriteBehind<string, number>({
    sum: (known, added) => known + added,
    async write(counts) {
      await gate;
      if (isBroken) throw new Error('disk full');
      for (const [key, count] of counts) stored.set(key, (stored.get(key) ?? 0) + count);
    },
    onError: (error) => errors.push(error),
    flushAtKeys,
  });
  return {
    ...counter,
    stored,
    errors,
    /** Returns the count that a reader gets: the stored count plus the pending count. */
    total: (key: string) => counter.withPending(key, stored.get(key) ?? 0),
    break: (broken: boolean) => (isBroken = broken),
    /** Blocks writes until the returned function is called. */
    holdWrites() {
      let open = () => {};
      gate = new Promise((resolve) => (open = resolve));
      return open;
    },
  };
}

it('includes pending counts before and during a write', async () => {
  const counter = counting();
  counter.add('a', 1);
  counter.add('a', 2);
  expect([counter.total('a'), counter.stored.get('a')]).toEqual([3, undefined]);
  const open = counter.holdWrites();
  const flushed = counter.flush();
  counter.add('a', 4);
  counter.add('b', 1);
  expect([counter.total('a'), [...counter.pendingKeys()]]).toEqual([7, ['a', 'b']]);
  open();
  await flushed;
  expect([counter.total('a'), counter.stored.get('a')]).toEqual([7, 3]);
  await counter.close();
  expect([...counter.stored]).toEqual([
    ['a', 7],
    ['b', 1],
  ]);
  expect(counter.pendingKeys().size).toBe(0);
});

it('retries counts after a failed write', async () => {
  const counter = counting();
  counter.add('a', 1);
  counter.break(true);
  await counter.flush();
  counter.add('a', 1);
  expect([counter.total('a'), counter.errors.length]).toEqual([2, 1]);
  counter.break(false);
  await counter.close();
  expect(counter.stored.get('a')).toBe(2);
});

it('writes every two seconds, and earlier if there are many keys', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const counter = counting(3);
    counter.add('a', 1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(counter.stored.get('a')).toBe(1);
    for (const key of ['a', 'b', 'c']) counter.add(key, 1);
    expect(counter.pendingKeys().size).toBe(3);
    await vi.advanceTimersByTimeAsync(0);
    expect([...counter.stored.values()]).toEqual([2, 1, 1]);
    await counter.close();
  } finally {
    vi.useRealTimers();
  }
});
