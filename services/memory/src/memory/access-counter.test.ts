import { expect, it } from 'vitest';
import type { Transaction } from '../storage/transaction.js';
import { createAccessCounter } from './access-counter.js';
import type { Memory } from './memory.js';
import type { Access } from './memory-store.js';

const memory = { key: 7, accessCount: 2, lastAccessedAt: 5 } as Memory;

it('adds unwritten counts, writes sums, and keeps them if the store fails', async () => {
  const written: Access[][] = [];
  const errors: unknown[] = [];
  let broken = true;
  const addAccesses = (accesses: readonly Access[]) => {
    if (broken) throw new Error('disk full');
    written.push([...accesses]);
  };
  const counter = createAccessCounter(
    async (work) => work({ memories: { addAccesses } } as unknown as Transaction),
    (error) => errors.push(error),
  );
  counter.note([memory, memory], 10);
  counter.note([memory], 9);
  expect(counter.withPending(memory)).toMatchObject({ accessCount: 5, lastAccessedAt: 10 });
  await counter.flush();
  expect(errors).toHaveLength(1);
  expect(counter.withPending(memory)).toMatchObject({ accessCount: 5, lastAccessedAt: 10 });
  broken = false;
  await counter.close();
  expect(written).toEqual([[{ key: 7, count: 3, at: 10 }]]);
  expect(counter.withPending(memory)).toMatchObject({ accessCount: 2 });
});
