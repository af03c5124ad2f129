import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommittedChange, MemoryStore, NewMemory } from './memory-store.js';

export interface StoreUnderTest {
  store: MemoryStore;
  /** What `committed` was told, in order. */
  changes: CommittedChange[];
  /** The same data, opened anew. */
  reopen(): Promise<StoreUnderTest>;
  dispose(): Promise<void>;
}

const DIMENSIONS = 384;

export function newMemory(fields: Partial<NewMemory> = {}): NewMemory {
  return {
    memoryId: crypto.randomUUID(),
    content: 'a memory',
    type: 'fact',
    importance: 0.5,
    project: null,
    tags: ['one', 'two'],
    sourceAgent: 'ann',
    createdAt: 1_000,
    occurredAt: null,
    expiresAt: null,
    conversationId: null,
    impliedConversation: null,
    speaker: null,
    origin: 'api',
    sourcePath: null,
    sourceLine: null,
    sourceKey: null,
    vectors: { content: [vector(1), vector(2)], context: vector(3) },
    ...fields,
  };
}

function vector(seed: number): Float32Array {
  return Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.fround(Math.sin(seed * (i + 1))));
}

/** What every adapter of MemoryStore must keep. */
export function testMemoryStore(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the promises of MemoryStore`, () => {
    let under: StoreUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(() => under.dispose());

    it('gives back what it was given, also when opened anew', async () => {
      const given = newMemory({
        project: under.store.proposeProject('alpha'),
        occurredAt: 5,
        expiresAt: 9_000,
        conversationId: 'c',
        impliedConversation: 'i',
        speaker: 'Ada',
      });
      const stored = await under.store.insert(given);
      const { vectors, ...fields } = given;
      expect(stored).toEqual({
        ...fields,
        key: stored.key,
        updatedAt: 1_000,
        archivedAt: null,
        sharedWith: [],
        supersededBy: null,
        mergedFrom: [],
        accessCount: 0,
        lastAccessedAt: null,
      });
      under = await under.reopen();
      expect(under.store.byId(given.memoryId)).toEqual(stored);
      expect(under.store.byKeys([stored.key, 999_999])).toEqual([stored]);
      const [changed] = [...under.store.changedAfter(0)];
      expect(changed).toEqual({ memory: stored, vectors });
    });

    it('gives keys that rise in the order in which inserts were asked for', async () => {
      const stored = await Promise.all(
        Array.from({ length: 300 }, (_, i) => under.store.insert(newMemory({ content: `${i}` }))),
      );
      expect(stored.map(({ content }) => content)).toEqual(stored.map((_, i) => `${i}`));
      expect(stored.every(({ key }, i) => i === 0 || key > stored[i - 1]!.key)).toBe(true);
      expect(under.changes.map(({ memory }) => memory.key)).toEqual(stored.map(({ key }) => key));
    });

    it('writes a project with the first memory that names it, and none for a memory that fails', async () => {
      const { store } = under;
      const memoryId = crypto.randomUUID();
      await store.insert(newMemory({ memoryId }));
      expect(store.project('beta')).toBeNull();
      await expect(
        store.insert(newMemory({ memoryId, project: store.proposeProject('beta') })),
      ).rejects.toThrow();
      expect(store.project('beta')).toBeNull();
      await store.insert(newMemory({ project: store.proposeProject('beta') }));
      expect(store.project('beta')?.name).toBe('beta');
      expect(store.proposeProject(store.project('beta')!.projectId)).toEqual(store.project('beta'));
    });

    it('refuses one of a batch and keeps the others', async () => {
      const memoryId = crypto.randomUUID();
      const outcomes = await Promise.allSettled([
        under.store.insert(newMemory({ memoryId })),
        under.store.insert(newMemory({ memoryId })),
        under.store.insert(newMemory()),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(under.store.generation().memories).toBe(2);
      expect(under.changes).toHaveLength(2);
    });

    it('numbers changes without gaps, whatever is refused between them', async () => {
      const { store, changes } = under;
      const { memoryId } = await store.insert(newMemory());
      const touch = (refuse: boolean) =>
        store.update(memoryId, () => {
          if (refuse) throw new Error('no');
          return { kind: 'updated', agentId: 'bob', at: 2_000, fields: { importance: 0 } };
        });
      const outcomes = [touch(false), store.insert(newMemory({ memoryId })), touch(true), touch(false)];
      await Promise.allSettled(outcomes);
      await store.insertAll([newMemory({ expiresAt: 1 }), newMemory()]);
      await store.archiveExpired(2);
      expect(changes.map(({ changeSeq }) => changeSeq)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(store.generation().changeSeq).toBe(6);
    });

    it('changes on the newest state, keeps a history, and tells of it', async () => {
      const { store } = under;
      const { memoryId, key } = await store.insert(newMemory({ importance: 0 }));
      const add = () =>
        store.update(memoryId, ({ importance }) => ({
          kind: 'updated',
          agentId: 'bob',
          at: 2_000,
          fields: { importance: Math.round((importance + 0.1) * 10) / 10 },
        }));
      await Promise.all([add(), add(), add()]);
      expect(store.byId(memoryId)).toMatchObject({ importance: 0.3, updatedAt: 2_000 });
      expect(
        store.history(key).map(({ revision, change, changes }) => [revision, change, changes.importance]),
      ).toEqual([
        [1, 'created', undefined],
        [2, 'updated', { from: 0, to: 0.1 }],
        [3, 'updated', { from: 0.1, to: 0.2 }],
        [4, 'updated', { from: 0.2, to: 0.3 }],
      ]);
      expect(under.changes.map(({ kind, vectors }) => [kind, vectors !== null])).toEqual([
        ['created', true],
        ['updated', false],
        ['updated', false],
        ['updated', false],
      ]);
    });

    it('writes nothing when a change refuses or has nothing to say', async () => {
      const { store } = under;
      const stored = await store.insert(newMemory());
      const before = store.generation();
      await expect(
        store.update(stored.memoryId, () => {
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      const same = await store.update(stored.memoryId, () => ({
        kind: 'updated',
        agentId: 'x',
        at: 2,
        fields: null,
      }));
      expect(same).toEqual(stored);
      await expect(
        store.update(crypto.randomUUID(), () => ({ kind: 'updated', agentId: 'x', at: 2, fields: {} })),
      ).rejects.toMatchObject({ code: 'memory_not_found' });
      expect(store.generation()).toEqual(before);
      expect(store.history(stored.key)).toHaveLength(1);
    });

    it('inserts many together, or none of them', async () => {
      const { store } = under;
      const project = store.proposeProject('gamma');
      const many = Array.from({ length: 40 }, (_, i) => newMemory({ content: `${i}`, project }));
      const stored = await store.insertAll(many);
      expect(stored.map(({ content }) => content)).toEqual(many.map(({ content }) => content));
      expect(under.changes.map(({ memory }) => memory)).toEqual(stored);

      const other = store.proposeProject('delta');
      await expect(
        store.insertAll([newMemory({ project: other }), newMemory({ memoryId: stored[0]!.memoryId })]),
      ).rejects.toThrow();
      expect(store.generation().memories).toBe(40);
      expect(store.project('delta')).toBeNull();
      expect(under.changes).toHaveLength(40);
    });

    it('changes several and adds one, together or not at all', async () => {
      const { store } = under;
      const [first, second] = await store.insertAll([newMemory(), newMemory()]);
      const ids = [first!.memoryId, second!.memoryId];
      const merged = newMemory({ mergedFrom: ids, sharedWith: 'all' });
      const supersede = (current: readonly { memoryId: string }[]) =>
        current.map(() => ({
          kind: 'merged' as const,
          agentId: 'ann',
          at: 7,
          fields: { archivedAt: 7, supersededBy: merged.memoryId },
        }));
      const before = store.generation();
      await expect(store.updateAll([...ids, crypto.randomUUID()], supersede, merged)).rejects.toMatchObject({
        code: 'memory_not_found',
      });
      await expect(
        store.updateAll(ids, supersede, newMemory({ memoryId: first!.memoryId })),
      ).rejects.toThrow();
      expect(store.generation()).toEqual(before);

      const written = await store.updateAll(ids, supersede, merged);
      under = await under.reopen();
      expect(written.map(({ memoryId }) => under.store.byId(memoryId))).toEqual(written);
      expect(
        written.map(({ archivedAt, supersededBy, mergedFrom, sharedWith }) => [
          archivedAt,
          supersededBy,
          mergedFrom,
          sharedWith,
        ]),
      ).toEqual([
        [7, merged.memoryId, [], []],
        [7, merged.memoryId, [], []],
        [null, null, ids, 'all'],
      ]);
      expect(under.store.history(first!.key).at(-1)).toMatchObject({
        change: 'merged',
        changes: { superseded_by: { from: null, to: merged.memoryId } },
      });
    });

    it('knows which statements of a file it holds, project by project', async () => {
      const { store } = under;
      const project = store.proposeProject('p');
      await store.insertAll([
        newMemory({ project, sourceKey: 'a', sourcePath: '/f.md', sourceLine: 3 }),
        newMemory({ sourceKey: 'b' }),
      ]);
      expect(store.sourceKeys(store.project('p'), ['a', 'b', 'c'])).toEqual(new Set(['a']));
      expect(store.sourceKeys(null, ['a', 'b', 'c'])).toEqual(new Set(['b']));
      expect(store.sourceKeys(store.proposeProject('new'), ['a', 'b'])).toEqual(new Set());
      expect(store.sourceKeys('any', ['a', 'b', 'c'])).toEqual(new Set(['a', 'b']));
    });

    it('tells what changed after a change number, each memory once', async () => {
      const { store } = under;
      const first = await store.insert(newMemory());
      const { changeSeq } = store.generation();
      const second = await store.insert(newMemory());
      const touched = await store.update(first.memoryId, () => ({
        kind: 'archived',
        agentId: 'x',
        at: 3,
        fields: { archivedAt: 3 },
      }));
      const changed = [...store.changedAfter(changeSeq)];
      expect(changed.map(({ memory }) => memory)).toEqual([touched, second]);
      expect(changed.map(({ vectors }) => vectors !== null)).toEqual([false, true]);
      expect([...store.changedAfter(store.generation().changeSeq)]).toEqual([]);
    });

    it('archives what expired, and only that', async () => {
      const { store } = under;
      const gone = await store.insert(newMemory({ expiresAt: 2_000 }));
      const later = await store.insert(newMemory({ expiresAt: 2_001 }));
      expect(await store.archiveExpired(2_000)).toBe(1);
      expect(await store.archiveExpired(2_000)).toBe(0);
      expect(store.byId(gone.memoryId)?.archivedAt).toBe(2_000);
      expect(store.byId(later.memoryId)?.archivedAt).toBeNull();
      expect(store.history(gone.key).at(-1)?.change).toBe('expired');
    });

    it('adds up accesses, and counts by state, type and project', async () => {
      const { store } = under;
      const first = await store.insert(newMemory({ project: store.proposeProject('p') }));
      await store.insert(newMemory({ type: 'decision', expiresAt: 50 }));
      await store.addAccesses([{ key: first.key, count: 2, at: 10 }]);
      await store.addAccesses([{ key: first.key, count: 1, at: 5 }]);
      expect(store.byId(first.memoryId)).toMatchObject({ accessCount: 3, lastAccessedAt: 10 });
      expect(store.counts(49)).toMatchObject({ active: 2, archived: 0 });
      expect(store.counts(50)).toEqual({
        total: 2,
        active: 1,
        archived: 1,
        global: 1,
        byType: { fact: 1, decision: 1 },
        byProject: { p: 1 },
      });
    });

    it('counts projects that are named as what every object has', async () => {
      const { store } = under;
      const names = ['constructor', '__proto__', 'toString'];
      for (const name of names) await store.insert(newMemory({ project: store.proposeProject(name) }));
      const { byProject } = await store.counts(0);
      expect(Object.entries(byProject).sort()).toEqual(names.map((name) => [name, 1]).sort());
    });

    it('settles what was asked for before it closes, and refuses what comes after', async () => {
      const inserts = Promise.all(Array.from({ length: 200 }, () => under.store.insert(newMemory())));
      const closing = under.store.close();
      await expect(under.store.insert(newMemory())).rejects.toThrow(/closing/);
      await closing;
      expect(await inserts).toHaveLength(200);
    });
  });
}
