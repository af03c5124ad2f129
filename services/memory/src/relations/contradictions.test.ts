import { expect, it } from 'vitest';
import type { Memory } from '../memory/memory.js';
import { newMemory } from '../memory/memory-store.contract.js';
import { storedMemory } from '../memory/new-memory.js';
import { findContradictions, MAX_READ_AFTER } from './contradictions.js';
import { judgementOf } from './relation.js';

it('limits the memories read outside of the results to the latest judgements', async () => {
  const [told, ...others] = Array.from({ length: MAX_READ_AFTER + 2 }, (_, key) =>
    storedMemory(newMemory({ content: `says ${key}` }), key),
  ) as [Memory, ...Memory[]];
  const by = { by: 'agent:ann', confidence: null, reason: null };
  const conflicts = others.map((other, at) => judgementOf('conflicts', told, other, { ...by, at }));
  const read: string[] = [];
  const found = await findContradictions(
    {
      relations: { of: () => conflicts },
      store: {
        byIds(memoryIds) {
          read.push(...memoryIds);
          return others.filter(({ memoryId }) => memoryIds.includes(memoryId));
        },
      },
    },
    [told],
    0,
  );
  expect(read).toHaveLength(MAX_READ_AFTER);
  expect(read).not.toContain(others[0]!.memoryId);
  expect(found.get(told.memoryId)![0]).toMatchObject({ memoryId: others.at(-1)!.memoryId, newest: true });
});
