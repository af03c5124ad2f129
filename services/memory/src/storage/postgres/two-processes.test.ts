import { findPostgres } from '@anima/test-engines';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newMemory } from '../../memory/memory-store.contract.js';
import { insertMemories } from '../../memory/write-memories.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';
type Opened = Awaited<ReturnType<typeof openPostgresStore>>;

describe.skipIf(missing !== '')(`Two processes on one database${missing}`, () => {
  let ann: Opened;
  let bob: Opened;
  beforeEach(async () => {
    ann = await openPostgresStore();
    bob = await openPostgresStore(ann.url);
  });
  afterEach(() => Promise.all([ann.close(), bob.close()]));

  const insert = ({ withTransaction }: Opened, fields: Parameters<typeof newMemory>[0] = {}) =>
    withTransaction(async (tx) => (await insertMemories(tx, [newMemory(fields)]))[0]!);

  it('see the commits of each other immediately', async () => {
    const stored = await insert(ann, { project: await ann.store.proposeProject('alpha') });
    expect(await bob.store.byId(stored.memoryId)).toEqual(stored);
    expect(await bob.store.project('alpha')).toEqual(stored.project);
    await bob.withTransaction(async (tx) => {
      const [memory] = await tx.memories.forUpdate([stored.memoryId]);
      const history = { change: 'archived', agentId: 'bob', at: 5, changes: {} } as const;
      await tx.memories.update([{ memory: { ...memory!, archivedAt: 5 }, vectors: null, history }]);
    });
    expect(await ann.store.byId(stored.memoryId)).toMatchObject({ archivedAt: 5 });
    expect(await ann.store.history(stored.key)).toHaveLength(2);
  });

  it('number keys, changes and events without gaps, in the same order', async () => {
    const received: number[] = [];
    for (const { follow } of [ann, bob]) follow(({ changeSeq }) => received.push(changeSeq));
    const memoryId = crypto.randomUUID();
    const writes = Array.from({ length: 60 }, (_, n) =>
      insert(n % 2 === 0 ? ann : bob, n % 10 === 0 ? { memoryId } : { content: `${n}` }),
    );
    const stored = (await Promise.allSettled(writes)).filter(({ status }) => status === 'fulfilled');
    expect(stored).toHaveLength(55);
    const generation = await ann.store.generation();
    expect(generation).toEqual({ ...generation, changeSeq: 55, memories: 55 });
    expect(await bob.store.generation()).toEqual(generation);
    expect(received.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 55 }, (_, n) => n + 1));
    const byKey = await bob.store.byKeys(Array.from({ length: 55 }, (_, n) => n + 1));
    const events = await ann.events.after(0, 100);
    expect(events.map(({ id }) => id)).toEqual(byKey.map((_, n) => n + 1));
    expect(events.map(({ data }) => data.memory_id)).toEqual(byKey.map(({ memoryId }) => memoryId));
  });

  it('run each transaction on the writes of the other process', async () => {
    const { memoryId, key } = await insert(ann, { importance: 0 });
    const add = ({ withTransaction }: Opened) =>
      withTransaction(async (tx) => {
        const [memory] = await tx.memories.forUpdate([memoryId]);
        const importance = memory!.importance + 1;
        const history = { change: 'updated', agentId: 'x', at: 5, changes: { importance } } as never;
        await tx.memories.update([{ memory: { ...memory!, importance }, vectors: null, history }]);
      });
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(n % 2 === 0 ? ann : bob)));
    expect(await bob.store.byId(memoryId)).toMatchObject({ importance: 20 });
    expect((await ann.store.history(key)).map(({ revision }) => revision)).toEqual(
      Array.from({ length: 21 }, (_, n) => n + 1),
    );
  });

  it('agree on the project of a new name, proposed at the same time or imported from an archive', async () => {
    const [fromAnn, fromBob] = await Promise.all([ann, bob].map(({ store }) => store.proposeProject('beta')));
    expect(fromAnn!.projectId).toBe(fromBob!.projectId);
    const stored = await Promise.all([
      insert(ann, { project: fromAnn! }),
      insert(bob, { project: fromBob! }),
    ]);
    const written = await ann.store.project('beta');
    expect(stored.map(({ project }) => project)).toEqual([written, written]);

    const proposed = await bob.store.proposeProject('gamma');
    const brought = { projectId: crypto.randomUUID(), name: 'gamma', createdAt: 1 };
    await insert(ann, { project: await ann.projects.adopt(brought) });
    expect(await insert(bob, { project: proposed })).toMatchObject({ project: brought });
  });

  it('continue if a transaction of the other process hangs', async () => {
    let goOn = () => {};
    const goesOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let hung: Promise<unknown> | undefined;
    await new Promise<void>((isIn) => {
      hung = ann.withTransaction(async (tx) => {
        isIn();
        await goesOn;
        await tx.memories.insert([newMemory()]);
      });
    });
    // The server does the same automatically after ten seconds.
    await bob.db.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()",
    );
    expect(await insert(bob)).toMatchObject({ key: 1 });
    goOn();
    await expect(hung).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await insert(bob)).toMatchObject({ key: 2 });
  });
});
