import { expect, it } from 'vitest';
import { newMemory } from '../memory/memory-store.contract.js';
import { insertMemories } from '../memory/write-memories.js';
import { openSqliteStore } from '../testing/open-sqlite-store.js';
import { supersedeIn } from './supersede.js';

it('limits the memories that one memory supersedes, not counting repetitions', async () => {
  const { withTransaction, relations, dispose } = openSqliteStore();
  const made = Array.from({ length: 258 }, () => newMemory());
  const [memory, ...others] = await withTransaction((tx) => insertMemories(tx, made));
  const ids = others.map(({ memoryId }) => memoryId);
  const by = { agentId: 'ann', at: 2_000, reason: null };
  const supersede = (some: readonly string[]) => withTransaction((tx) => supersedeIn(tx, memory!, some, by));
  await supersede(ids.slice(0, 200));
  await expect(supersede(ids.slice(200))).rejects.toMatchObject({ code: 'supersede_refused' });
  await supersede(ids.slice(200, 256));
  await supersede(ids.slice(0, 256));
  await expect(supersede(ids.slice(256))).rejects.toMatchObject({ code: 'supersede_refused' });
  expect(await relations.of([memory!.memoryId])).toHaveLength(256);
  await dispose();
});
