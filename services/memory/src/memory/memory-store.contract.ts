import type { EventLog } from '@anima/service/events';
import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangedMemory, Transaction, WithTransaction } from '../storage/transaction.js';
import type { Memory } from './memory.js';
import type { CommittedChange, MemoryStore, NewMemory, StoredMemory } from './memory-store.js';

export interface StoreUnderTest {
  store: MemoryStore;
  withTransaction: WithTransaction;
  events: EventLog;
  follow(follower: (change: CommittedChange) => void): void;
  /** Errors that followers threw. */
  errors: unknown[];
  /** Opens the same data again. */
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
    validFrom: null,
    validUntil: null,
    expiresAt: null,
    conversationId: null,
    impliedConversation: null,
    speaker: null,
    role: null,
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

function changed(before: Memory, fields: Partial<Memory>): ChangedMemory {
  const [field] = Object.keys(fields) as (keyof Memory)[];
  return {
    memory: { ...before, ...fields, updatedAt: 2_000 },
    vectors: null,
    history: {
      change: 'updated',
      agentId: 'bob',
      at: 2_000,
      changes: { [field!]: { from: before[field!], to: fields[field!] } },
    },
  };
}

/** Tests the promises of MemoryStore and WithTransaction, for every adapter. */
export function testMemoryStore(name: string, create: () => MaybePromise<StoreUnderTest>): void {
  describe(`${name} keeps the promises of MemoryStore`, () => {
    let under: StoreUnderTest;
    let announced: CommittedChange[];
    beforeEach(async () => {
      under = await create();
      announced = [];
      under.follow((change) => announced.push(change));
    });
    afterEach(() => under.dispose());

    const insertAll = (memories: NewMemory[]) => under.withTransaction((tx) => tx.memories.insert(memories));
    const insert = async (fields: Partial<NewMemory> = {}) => (await insertAll([newMemory(fields)]))[0]!;
    const update = (memoryId: string, decide: (memory: Memory) => Partial<Memory>) =>
      under.withTransaction(async (tx) => {
        const [memory] = await tx.memories.forUpdate([memoryId]);
        await tx.memories.update([changed(memory!, decide(memory!))]);
      });
    const propose = (projectName: string) => under.store.proposeProject(projectName);
    const eventTypes = async () => (await under.events.after(0, 1_000)).map(({ type }) => type);

    async function changedAfter(changeSeq: number): Promise<StoredMemory[]> {
      const all: StoredMemory[] = [];
      for await (const some of under.store.changedAfter(changeSeq)) all.push(...some);
      return all;
    }

    it('returns stored memories unchanged, also after reopening', async () => {
      const given = newMemory({
        project: await propose('alpha'),
        occurredAt: 5,
        validFrom: 6,
        validUntil: 8_000,
        expiresAt: 9_000,
        conversationId: 'c',
        impliedConversation: 'i',
        speaker: 'Ada',
        role: 'user',
      });
      const [stored] = await insertAll([given]);
      const { vectors, ...fields } = given;
      expect(stored).toEqual({
        ...fields,
        key: stored!.key,
        updatedAt: 1_000,
        archivedAt: null,
        sharedWith: [],
        supersededBy: null,
        mergedFrom: [],
        accessCount: 0,
        lastAccessedAt: null,
      });
      under = await under.reopen();
      expect(await under.store.byId(given.memoryId)).toEqual(stored);
      expect(await under.store.byIds([crypto.randomUUID(), given.memoryId])).toEqual([stored]);
      expect(await under.store.byKeys([stored!.key, 999_999])).toEqual([stored]);
      expect(await changedAfter(0)).toEqual([{ memory: stored, vectors }]);
    });

    it('replaces vectors without a trace, and finds memories by their number of vectors', async () => {
      const vector = (at: number) => Float32Array.from({ length: 384 }, (_, i) => Number(i === at));
      const content = 'x'.repeat(100);
      const memory = await insert({ content, vectors: { content: [vector(0), vector(1)], context: null } });
      await insert({ content: 'x', vectors: { content: [vector(0), vector(1)], context: null } });
      await insert({ content, vectors: { content: [vector(0)], context: null } });
      expect(await under.store.idsWithWindows(2, 100)).toEqual([memory.memoryId]);
      const vectors = { content: [vector(0), vector(1), vector(2)], context: null };
      await under.withTransaction((tx) => tx.memories.update([{ memory, vectors, history: null }]));
      expect(await under.store.idsWithWindows(2, 100)).toEqual([]);
      expect(await under.store.byId(memory.memoryId)).toEqual(memory);
      expect(await under.store.history(memory.key)).toHaveLength(1);
      expect((await changedAfter(3)).map((change) => change.vectors)).toEqual([vectors]);
    });

    it('assigns ascending keys in the order of the calls', async () => {
      const stored = await Promise.all(Array.from({ length: 300 }, (_, i) => insert({ content: `${i}` })));
      expect(stored.map(({ content }) => content)).toEqual(stored.map((_, i) => `${i}`));
      expect(stored.every(({ key }, i) => i === 0 || key > stored[i - 1]!.key)).toBe(true);
      expect(announced.map(({ memory }) => memory.key)).toEqual(stored.map(({ key }) => key));
    });

    it('writes a project with the first memory that names it, and no project for a memory that fails', async () => {
      const { store } = under;
      const { memoryId } = await insert();
      expect(await store.project('beta')).toBeNull();
      await expect(insert({ memoryId, project: await propose('beta') })).rejects.toThrow();
      expect(await store.project('beta')).toBeNull();
      const beta = await propose('beta');
      expect(await propose('beta')).toEqual(beta);
      await insert({ project: beta });
      expect(await store.project('beta')).toEqual(beta);
      expect(await store.project(beta.projectId)).toEqual(beta);
      expect(await propose(beta.projectId)).toEqual(beta);
      await expect((async () => propose(crypto.randomUUID()))()).rejects.toMatchObject({
        code: 'project_unknown',
      });
      expect(await store.project('be\0ta')).toBeNull();
    });

    it('rejects one of several transactions and keeps the others', async () => {
      const memoryId = crypto.randomUUID();
      const outcomes = await Promise.allSettled([insert({ memoryId }), insert({ memoryId }), insert()]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect((await under.store.generation()).memories).toBe(2);
      expect(announced).toHaveLength(2);
    });

    it('applies all writes of a transaction', async () => {
      const { withTransaction } = under;
      const first = await insert({ importance: 0 });
      const project = await propose('gamma');
      const answer = await withTransaction(async (tx) => {
        const [read] = await tx.memories.forUpdate([first.memoryId]);
        const [second] = await tx.memories.insert([newMemory({ project })]);
        tx.record('first', { n: 1 });
        await tx.memories.update([
          changed(read!, { importance: 1 }),
          changed(second!, { tags: ['changed'] }),
        ]);
        tx.record('second', { n: 2 });
        await tx.memories.addAccesses([{ key: first.key, count: 2, at: 7 }]);
        const [again] = await tx.memories.forUpdate([second!.memoryId]);
        expect(again).toMatchObject({ tags: ['changed'], project });
        return again;
      });
      under = await under.reopen();
      expect(await under.store.byId(answer!.memoryId)).toEqual(answer);
      expect(await under.store.byId(first.memoryId)).toMatchObject({ importance: 1, accessCount: 2 });
      expect(await under.store.history(first.key)).toHaveLength(2);
      expect(announced.map(({ memory, changeSeq }) => [memory.memoryId, changeSeq])).toEqual([
        [first.memoryId, 1],
        [answer!.memoryId, 2],
        [first.memoryId, 3],
        [answer!.memoryId, 4],
      ]);
      const events = await under.events.after(0, 10);
      expect(events.map(({ type, data }) => [type, data])).toEqual([
        ['first', { n: 1 }],
        ['second', { n: 2 }],
      ]);
    });

    it('applies no write of a transaction that fails, however late', async () => {
      const { withTransaction, store } = under;
      const first = await insert();
      const project = await propose('delta');
      const before = [await store.generation(), await store.byId(first.memoryId), [...announced]];
      const everything = async (tx: Transaction) => {
        const [read] = await tx.memories.forUpdate([first.memoryId]);
        await tx.memories.insert([newMemory({ project }), newMemory()]);
        await tx.memories.update([changed(read!, { importance: 1 })]);
        await tx.memories.addAccesses([{ key: first.key, count: 2, at: 7 }]);
        tx.record('never', {});
      };
      const failures: ((tx: Transaction) => unknown)[] = [
        () => {
          throw new Error('late');
        },
        async () => Promise.reject(new Error('late')),
        (tx) => tx.memories.insert([newMemory(), newMemory({ memoryId: first.memoryId })]),
      ];
      for (const fail of failures) {
        const failed = withTransaction(async (tx) => {
          await everything(tx);
          await fail(tx);
        });
        await expect(failed).rejects.toThrow();
      }
      await expect(
        withTransaction(() => {
          throw new Error('at once');
        }),
      ).rejects.toThrow('at once');
      expect([await store.generation(), await store.byId(first.memoryId), announced]).toEqual(before);
      expect(await store.history(first.key)).toHaveLength(1);
      expect(await store.project('delta')).toBeNull();
      expect(await eventTypes()).toEqual([]);
      expect((await insert()).key).toBe(first.key + 1);
    });

    it('hides the writes of a transaction from others until the commit', async () => {
      const { withTransaction, store, events } = under;
      const first = await insert({ importance: 0 });
      const seen = async () => [
        await store.byId(first.memoryId),
        await store.generation(),
        await store.counts(0),
        await store.project('epsilon'),
        await store.history(first.key),
        await changedAfter(0),
        await events.latestId(),
      ];
      const before = await seen();
      const project = await propose('epsilon');
      await withTransaction(async (tx) => {
        await tx.memories.update([changed(first, { importance: 1 })]);
        await tx.memories.insert([newMemory({ project })]);
        await tx.memories.addAccesses([{ key: first.key, count: 1, at: 3 }]);
        tx.record('happened', {});
        expect(await seen()).toEqual(before);
        expect((await tx.memories.forUpdate([first.memoryId]))[0]!.importance).toBe(1);
      });
      expect((await store.generation()).memories).toBe(2);
      expect(await events.latestId()).toBe(1);
    });

    it('runs each transaction on the writes of the previous ones', async () => {
      const { memoryId, key } = await insert({ importance: 0 });
      const add = () =>
        update(memoryId, ({ importance }) => ({ importance: Math.round((importance + 0.1) * 10) / 10 }));
      await Promise.all([add(), add(), add()]);
      expect(await under.store.byId(memoryId)).toMatchObject({ importance: 0.3, updatedAt: 2_000 });
      const history = await under.store.history(key);
      expect(history.map(({ revision, change, changes }) => [revision, change, changes.importance])).toEqual([
        [1, 'created', undefined],
        [2, 'updated', { from: 0, to: 0.1 }],
        [3, 'updated', { from: 0.1, to: 0.2 }],
        [4, 'updated', { from: 0.2, to: 0.3 }],
      ]);
      expect(announced.map(({ vectors }) => vectors !== null)).toEqual([true, false, false, false]);
    });

    it('shows a transaction the writes of an earlier one from the same moment', async () => {
      const memoryId = crypto.randomUUID();
      const project = await propose('zeta');
      await Promise.all([insert({ memoryId, project }), update(memoryId, () => ({ importance: 1 }))]);
      expect(await under.store.byId(memoryId)).toMatchObject({ importance: 1, project });
    });

    it('numbers changes without gaps, regardless of failed transactions', async () => {
      const { memoryId } = await insert();
      const touch = (refuse: boolean) =>
        update(memoryId, () => {
          if (refuse) throw new Error('no');
          return { importance: 0 };
        });
      await Promise.allSettled([touch(false), insert({ memoryId }), touch(true), touch(false)]);
      await insertAll([newMemory(), newMemory()]);
      expect(announced.map(({ changeSeq }) => changeSeq)).toEqual([1, 2, 3, 4, 5]);
      expect((await under.store.generation()).changeSeq).toBe(5);
    });

    it('reports a change when it is durable and before its promise resolves, even if a follower throws', async () => {
      let followed: unknown;
      under.follow(({ memory }) => {
        followed = under.store.byId(memory.memoryId);
        throw new Error('a follower broke');
      });
      const written = insert().then((memory) => ({ memory, announced: [...announced], followed }));
      const { memory, ...atResolve } = await written;
      expect(atResolve.announced).toEqual([
        { changeSeq: 1, memory, vectors: { content: [vector(1), vector(2)], context: vector(3) } },
      ]);
      expect(await atResolve.followed).toEqual(memory);
      expect(under.errors).toEqual([new Error('a follower broke')]);
    });

    it('returns the stored statements of a file, project by project', async () => {
      const { store } = under;
      await insertAll([
        newMemory({ project: await propose('p'), sourceKey: 'a', sourcePath: '/f.md', sourceLine: 3 }),
        newMemory({ sourceKey: 'b' }),
      ]);
      expect(await store.sourceKeys(await store.project('p'), ['a', 'b', 'c'])).toEqual(new Set(['a']));
      expect(await store.sourceKeys(null, ['a', 'b', 'c'])).toEqual(new Set(['b']));
      expect(await store.sourceKeys(await propose('new'), ['a', 'b'])).toEqual(new Set());
      expect(await store.sourceKeys('any', ['a', 'b', 'c'])).toEqual(new Set(['a', 'b']));
      const inside = await under.withTransaction(async (tx) => {
        await tx.memories.insert([newMemory({ sourceKey: 'c' })]);
        return tx.memories.sourceKeys(null, ['a', 'b', 'c']);
      });
      expect(inside).toEqual(new Set(['b', 'c']));
    });

    it('finds the memories of an imported file, also after the file has moved', async () => {
      const { store, withTransaction } = under;
      const [first, gone] = await insertAll([
        newMemory({ project: await propose('p'), sourceKey: 'a', sourcePath: '/x/f.md', sourceLine: 3 }),
        newMemory({ sourceKey: 'b', sourcePath: '/x/f.md', sourceLine: 4 }),
        newMemory({ sourcePath: '/x/f.md' }),
        newMemory({ sourceKey: 'c', sourcePath: '/y/f.md' }),
        newMemory({ sourceKey: 'd', sourcePath: '/y/g.md' }),
      ]);
      const idsFrom = async (path: string) =>
        (await store.importedFrom(path)).map(({ memoryId }) => memoryId);
      expect(await idsFrom('/x/f.md')).toEqual([first!.memoryId, gone!.memoryId]);
      expect(await store.importedPaths('/f.md')).toEqual(['/x/f.md', '/y/f.md']);
      await withTransaction((tx) =>
        tx.memories.update([
          changed(first!, { sourcePath: '/z/f.md', sourceKey: 'z' }),
          changed(gone!, { archivedAt: 5, sourceKey: null }),
        ]),
      );
      expect(await idsFrom('/x/f.md')).toEqual([]);
      expect(await store.importedFrom('/z/f.md')).toEqual([
        { ...first, sourcePath: '/z/f.md', sourceKey: 'z', updatedAt: expect.any(Number) },
      ]);
      expect(await store.sourceKeys('any', ['a', 'b', 'z'])).toEqual(new Set(['z']));
    });

    it('lists the memories changed after a change number, each once, with the vectors of new texts', async () => {
      const { store, withTransaction } = under;
      const first = await insert();
      const rewritten = await insert();
      const { changeSeq } = await store.generation();
      const third = await insert();
      await update(first.memoryId, () => ({ archivedAt: 3 }));
      const vectors = { content: [vector(9)], context: null };
      await withTransaction((tx) =>
        tx.memories.update([{ ...changed(rewritten, { content: 'new words' }), vectors }]),
      );
      const changes = await changedAfter(changeSeq);
      expect(changes.map(({ memory }) => memory)).toEqual(
        await store.byKeys([first.key, rewritten.key, third.key]),
      );
      expect(changes.map((change) => change.vectors)).toEqual([null, vectors, expect.anything()]);
      expect(await changedAfter((await store.generation()).changeSeq)).toEqual([]);
    });

    it('lists all changed memories, regardless of their number', async () => {
      const stored = await insertAll(Array.from({ length: 250 }, (_, i) => newMemory({ content: `${i}` })));
      expect((await changedAfter(0)).map(({ memory }) => memory)).toEqual(stored);
    });

    it('finds expired memories that are not archived, earliest expiry first, up to the limit', async () => {
      const { withTransaction } = under;
      const later = await insert({ expiresAt: 1_900 });
      const gone = await insert({ expiresAt: 1_800 });
      await insert({ expiresAt: 2_001 });
      const archived = await insert({ expiresAt: 5 });
      await update(archived.memoryId, () => ({ archivedAt: 4 }));
      const expired = (now: number, limit: number) =>
        withTransaction((tx) => tx.memories.expired(now, limit));
      expect(await expired(2_000, 10)).toEqual([gone, later]);
      expect(await expired(2_000, 1)).toEqual([gone]);
      expect(await expired(1_799, 10)).toEqual([]);
    });

    it('adds up accesses, and counts by state, type and project', async () => {
      const { store, withTransaction } = under;
      const first = await insert({ project: await propose('p') });
      await insert({ type: 'decision', expiresAt: 50 });
      await withTransaction((tx) => tx.memories.addAccesses([{ key: first.key, count: 2, at: 10 }]));
      await withTransaction((tx) => tx.memories.addAccesses([{ key: first.key, count: 1, at: 5 }]));
      expect(await store.byId(first.memoryId)).toMatchObject({ accessCount: 3, lastAccessedAt: 10 });
      expect(announced).toHaveLength(2);
      // A change that was prepared earlier does not reset the counts.
      await withTransaction((tx) => tx.memories.update([changed(first, { importance: 0 })]));
      expect(await store.byId(first.memoryId)).toMatchObject({ accessCount: 3, importance: 0 });
      expect(await store.counts(49)).toMatchObject({ active: 2, archived: 0 });
      expect(await store.counts(50)).toEqual({
        total: 2,
        active: 1,
        archived: 1,
        global: 1,
        byType: { fact: 1, decision: 1 },
        byProject: { p: 1 },
      });
    });

    it('counts projects whose names are properties of every object', async () => {
      const names = ['constructor', '__proto__', 'toString'];
      for (const each of names) await insert({ project: await propose(each) });
      const { byProject } = await under.store.counts(0);
      expect(Object.entries(byProject).sort()).toEqual(names.map((each) => [each, 1]).sort());
    });

    it('settles pending transactions before it closes, and rejects later ones', async () => {
      const inserts = Promise.all(Array.from({ length: 200 }, () => insert()));
      const closing = under.store.close();
      await expect(insert()).rejects.toThrow(/closing/);
      await closing;
      expect(await inserts).toHaveLength(200);
    });
  });
}
