import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMemoryRecord } from '../../archive/memory-record.js';
import { updateMemory } from '../../memory/change-memory.js';
import type { StoreGeneration } from '../../memory/memory-store.js';
import { remember } from '../../memory/remember.js';
import { search } from '../../recall/recall.js';
import { memoryRecord } from '../../testing/archive-text.js';
import { openStoreAndIndex } from '../../testing/store-and-index.js';
import type { MemoryIndex } from '../index/memory-index.js';
import { type IndexFile, keepIndexSaved } from './index-keeper.js';

let under: ReturnType<typeof openStoreAndIndex>;
beforeEach(() => {
  under = openStoreAndIndex(() => 1_000);
});
afterEach(async () => {
  vi.useRealTimers();
  await under.close();
});

async function write(content: string): Promise<string> {
  const { memory } = await remember(under.deps, {
    memoryId: crypto.randomUUID(),
    content,
    type: 'fact',
    importance: 0.5,
    project: null,
    tags: [],
    sourceAgent: 'ann',
    ttlSeconds: null,
    conversationId: null,
    speaker: null,
    occurredAt: null,
  });
  return memory.memoryId;
}

const touch = (memoryId: string) => updateMemory(under.deps, memoryId, 'ann', { importance: 0.9 });

/** An import of so many memories. */
async function bringIn(count: number): Promise<void> {
  const stage = await under.storage.archives.stage();
  const vector = new Float32Array(384).fill(Math.sqrt(1 / 384));
  for (let number = 1; number <= count; number++) {
    const archived = readMemoryRecord(memoryRecord({ content: `imported ${number}` }), { contentBytes: 100 });
    if ('invalid' in archived) throw new Error(archived.invalid);
    expect(await stage.addMemory(archived)).toBe(true);
    // A record that is refused leaves no gap in the numbers.
    expect(await stage.addMemory(archived)).toBe(false);
    await stage.setVectors(number, { content: [vector], context: null });
  }
  await stage.commit({ type: 'memory.imported', data: {} });
  await stage.close();
}

/** Saves nothing, and records the calls. */
function watchedFile(): IndexFile & { saved: StoreGeneration[] } {
  const saved: StoreGeneration[] = [];
  return {
    saved,
    load: async () => ({ reason: 'it does not exist' }),
    save: async (_index, generation) => {
      saved.push(generation);
      return true;
    },
  };
}

const saveAs = async (index: MemoryIndex, claims: Partial<StoreGeneration> = {}) =>
  under.indexFile.save(index, { ...(await under.deps.store.generation()), ...claims });

const found = async (index: MemoryIndex, query: string) =>
  (await search(under.over(index), query, { page: 1, pageSize: 10, filter: {} })).results.map(
    ({ memory }) => memory.content,
  );

describe('the index is saved', () => {
  const SAVE_INTERVAL_MS = 30_000;
  /** Fewer are left to the next start. */
  const MEMORIES = 1_000;

  it('not during an import, and after it under the number of its changes', async () => {
    const { index } = under;
    const { store } = under.deps;
    const file = watchedFile();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const saver = keepIndexSaved(store, index, file, (error) => under.errors.push(error), 0);
    const sizes: number[] = [];
    under.storage.follow(() => {
      sizes.push(index.size);
      if (index.size % 100 === 0) vi.advanceTimersByTime(SAVE_INTERVAL_MS);
      expect(index.size < MEMORIES ? file.saved : []).toEqual([]);
    });
    await bringIn(MEMORIES);
    expect(sizes.at(-1)).toBe(MEMORIES);
    vi.advanceTimersByTime(SAVE_INTERVAL_MS);
    await saver.close();
    expect(file.saved).toEqual([{ ...(await store.generation()), changeSeq: MEMORIES, memories: MEMORIES }]);
    expect(under.errors).toEqual([]);
  });

  it('not after an import that could not be indexed, which is durable and acknowledged', async () => {
    const { index } = under;
    const { store } = under.deps;
    const file = watchedFile();
    const saver = keepIndexSaved(store, index, file, (error) => under.errors.push(error), 0);
    vi.spyOn(under.storage.store, 'takeInMemories').mockRejectedValueOnce(new Error('disk I/O error'));
    await bringIn(3);
    expect(under.errors).toEqual([new Error('disk I/O error')]);
    await write('Written after it');
    await saver.close();
    expect(file.saved).toEqual([]);
    expect((await under.openAnew()).index.size).toBe(4);
  });

  it('not after a change that it could not follow, which stays durable', async () => {
    const { index } = under;
    const { store } = under.deps;
    const file = watchedFile();
    const saver = keepIndexSaved(store, index, file, (error) => under.errors.push(error), 0);
    const missed = await write('The heron nests by the mill');
    vi.spyOn(index, 'patch').mockImplementationOnce(() => {
      throw new Error('no room');
    });
    expect((await touch(missed)).memory.importance).toBe(0.9);
    expect(under.errors).toEqual([new Error('no room')]);
    await write('Written after it');
    await saver.close();
    expect(file.saved).toEqual([]);
    expect([index.changeSeq, (await store.generation()).changeSeq]).toEqual([1, 3]);
    expect((await under.openAnew()).index.changeSeq).toBe(3);
  });
});

describe('a start makes a new index', () => {
  it('if the saved index contains less than it states, as after a kill during an import', async () => {
    await write('one');
    await saveAs(under.index, { changeSeq: 2, memories: 2 });
    await write('two');
    const { origin, reason, index } = await under.openAnew();
    expect([origin, reason]).toEqual(['rebuilt', 'it contains 1 memories, but states 2']);
    expect((await found(index, 'two')).sort()).toEqual(['one', 'two']);
  });

  it('if the saved index cannot be updated', async () => {
    const first = await write('one');
    await write('two');
    under.index.remove(1);
    await saveAs(under.index, { memories: 1 });
    under.index.clear();
    await touch(first);
    const { origin, reason, index } = await under.openAnew();
    expect([origin, reason]).toEqual(['rebuilt', expect.stringContaining('could not be updated')]);
    expect((await found(index, 'one')).sort()).toEqual(['one', 'two']);
  });

  it('without a memory that cannot be indexed, and names it', async () => {
    const damaged = await write('Its vectors are gone');
    await write('The heron nests by the mill');
    const other = new DatabaseSync(join(under.dataDir, 'memory.db'));
    other.exec('DELETE FROM memory_vectors WHERE memory_key = 1');
    other.close();
    const { origin, leftOut, index } = await under.openAnew();
    expect(origin).toBe('rebuilt');
    expect(leftOut).toEqual([{ memoryId: damaged, error: expect.any(Error) }]);
    expect(await found(index, 'heron')).toEqual(['The heron nests by the mill']);
    expect(await under.deps.store.byId(damaged)).toMatchObject({ content: 'Its vectors are gone' });
  });
});
