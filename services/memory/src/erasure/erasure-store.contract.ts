import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newMemory } from '../memory/memory-store.contract.js';
import type { MemoryStore } from '../memory/memory-store.js';
import type { WithTransaction } from '../storage/transaction.js';
import type { ErasureStore } from './erasure-store.js';

interface StoreUnderTest {
  erasures: ErasureStore;
  store: MemoryStore;
  withTransaction: WithTransaction;
  reopen(): Promise<StoreUnderTest>;
  dispose(): Promise<void>;
}

/** Tests the promises of ErasureStore and ErasureWrites. */
export function testErasureStore(name: string, open: () => Promise<StoreUnderTest> | StoreUnderTest): void {
  describe(`${name} as a store of erasures`, () => {
    let under: StoreUnderTest;
    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.dispose());

    const insert = async (fields: Parameters<typeof newMemory>[0] = {}) => {
      const [memory] = await under.withTransaction((tx) => tx.memories.insert([newMemory(fields)]));
      return memory!;
    };
    const erasure = (at = 1) => ({ receiptId: randomUUID(), agentId: 'ann', reason: null, at });

    it('removes pending memories, and keeps their ids and the change number', async () => {
      const [one, two] = [await insert(), await insert()];
      const before = await under.store.generation();
      const begun = erasure();
      const unknown = randomUUID();
      await under.withTransaction((tx) => tx.erasures.begin(begun, [two.memoryId, unknown]));
      expect(await under.erasures.unfinished()).toEqual([begun]);
      expect(await under.erasures.pending(begun.receiptId, 1)).toHaveLength(1);
      expect(await under.erasures.erasedAmong([one.memoryId, two.memoryId])).toEqual(new Set([two.memoryId]));
      expect(await under.erasures.idsOf(begun.receiptId)).toEqual([]);
      await under.withTransaction(async (tx) => {
        await tx.erasures.remove([two]);
        await tx.erasures.drop([two.memoryId, unknown]);
      });
      expect(await under.erasures.pending(begun.receiptId, 9)).toEqual([]);
      expect(await under.erasures.idsOf(begun.receiptId)).toEqual([two.memoryId]);
      expect(await under.erasures.erasedAmong([unknown, two.memoryId])).toEqual(new Set([two.memoryId]));
      expect(await under.store.byIds([one.memoryId, two.memoryId])).toEqual([one]);
      expect(await under.store.generation()).toEqual({ ...before, memories: 1, erased: 1 });
      const next = await insert();
      expect(next.key).toBeGreaterThan(two.key);
      expect((await under.store.generation()).changeSeq).toBe(before.changeSeq + 1);
    });

    it('lists receipts, newest first, and unfinished erasures after a restart', async () => {
      const memory = await insert();
      const [first, second] = [erasure(1), erasure(2)];
      await under.withTransaction(async (tx) => {
        await tx.erasures.begin(first, [memory.memoryId]);
        await tx.erasures.remove([memory]);
        await tx.erasures.finish(first.receiptId, { finishedAt: 5, sha256: 'digest' });
        await tx.erasures.begin(second, [memory.memoryId]);
      });
      under = await under.reopen();
      expect(await under.erasures.receipts({ limit: 9 })).toEqual({
        receipts: [
          { ...second, erased: 0, memoryIds: [], finishedAt: null, sha256: null },
          { ...first, erased: 1, memoryIds: [memory.memoryId], finishedAt: 5, sha256: 'digest' },
        ],
        total: 2,
      });
      expect(await under.erasures.unfinished()).toEqual([second]);
    });

    it('finds merged, superseded and conversation memories, and written archives', async () => {
      const source = await insert({ conversationId: 'talk' });
      const merged = await insert({ mergedFrom: [source.memoryId] });
      await under.withTransaction(async (tx) => {
        const superseded = { ...source, supersededBy: merged.memoryId };
        const history = { change: 'merged' as const, agentId: 'ann', at: 1, changes: {} };
        await tx.memories.update([{ memory: superseded, vectors: null, history }]);
        expect(await tx.erasures.supersededBy([merged.memoryId])).toEqual([source.memoryId]);
        await tx.erasures.noteArchive('/a.json', 1);
        await tx.erasures.noteArchive('/b.json', 2);
        await tx.erasures.noteArchive('/a.json', 3);
      });
      expect(await under.erasures.mergedFrom([source.memoryId])).toEqual([merged.memoryId]);
      expect(await under.erasures.keysOfConversation('talk')).toEqual([source.key]);
      expect(await under.erasures.archives()).toEqual([
        { path: '/a.json', writtenAt: 3 },
        { path: '/b.json', writtenAt: 2 },
      ]);
    });
  });
}
