import type { ServiceEvent } from '@anima/service/events';
import { expect, it } from 'vitest';
import { newMemory } from '../memory/memory-store.contract.js';
import { insertMemories } from '../memory/write-memories.js';
import { openStoreAndIndex } from '../testing/store-and-index.js';
import { createCallers } from './callers.js';

it('an agent receives events of judgements if it can see both memories', async () => {
  const { deps, close } = openStoreAndIndex(() => 1_000);
  const made = ['bob', 'bob', 'ada'].map((sourceAgent) => newMemory({ sourceAgent }));
  const [one, other, hidden] = (await deps.withTransaction((tx) => insertMemories(tx, made))).map(
    ({ memoryId }) => memoryId,
  );
  const event = (id: number, data: Record<string, unknown>): ServiceEvent => ({
    id,
    type: 'memory.judged',
    time: '2026-01-01T00:00:00.000Z',
    data,
  });
  const events = [
    event(1, { memory_ids: [one, other] }),
    event(2, { memory_ids: [one, hidden] }),
    event(3, { memory_id: one }),
    event(4, {}),
  ];
  const received = async (agentId: string | null) => {
    const hears = createCallers(deps, true).hears({ identity: { agentId } } as never);
    return (await hears(events)).map(({ id }) => id);
  };
  expect(await received('bob')).toEqual([1, 3]);
  expect(await received(null)).toEqual([1, 2, 3, 4]);
  await close();
});
