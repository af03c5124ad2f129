import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newMemory, testMemoryStore } from '../../memory/memory-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';
import { walCommits } from '../../testing/wal-commits.js';
import { openDatabase } from './open-database.js';

testMemoryStore('SQLite', openSqliteStore);

describe('SQLite', () => {
  it('rejects with storage_full on a full disk, writes nothing, and continues when space is free', async () => {
    const { store, withTransaction, follow, events, db, dispose } = openSqliteStore();
    const changedKeys: number[] = [];
    follow(({ changeSeq }) => changedKeys.push(changeSeq));
    const insert = (content: string) =>
      withTransaction(async (tx) => {
        await tx.memories.insert([newMemory({ content })]);
        tx.record('memory.created', {});
      });
    await insert('before');
    const pages = (db.prepare('PRAGMA page_count').get() as { page_count: number }).page_count;
    // SQLite treats this limit like a full disk.
    db.exec(`PRAGMA max_page_count = ${pages + 20}`);
    const inserts = () => Promise.allSettled(Array.from({ length: 40 }, () => insert('x'.repeat(3_000))));
    const outcomes = await inserts();
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'storage_full' });
    const accepted = outcomes.length - refused.length;
    expect((await store.generation()).memories).toBe(1 + accepted);
    expect(changedKeys).toHaveLength(1 + accepted);
    expect(await events.latestId()).toBe(1 + accepted);

    db.exec('PRAGMA max_page_count = 1073741823');
    expect((await inserts()).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await store.generation()).memories).toBe(41 + accepted);
    await dispose();
  });

  it('flushes each commit to the disk before it resolves', async () => {
    const { db, dispose } = openSqliteStore();
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    await dispose();
  });

  it('commits all waiting work together, even if the work awaits the transaction', async () => {
    const { dataDir, store, withTransaction, dispose } = openSqliteStore();
    const before = walCommits(`${dataDir}/memory.db`);
    await Promise.all(
      Array.from({ length: 100 }, () =>
        withTransaction(async (tx) => {
          const [stored] = await tx.memories.insert([newMemory()]);
          expect(await tx.memories.forUpdate([stored!.memoryId])).toHaveLength(1);
        }),
      ),
    );
    expect((await store.generation()).memories).toBe(100);
    expect(walCommits(`${dataDir}/memory.db`) - before).toBe(1);
    await dispose();
  });

  it('leaves all data in one file after closing', async () => {
    const { dataDir, store, withTransaction, close } = openSqliteStore();
    await withTransaction((tx) => tx.memories.insert([newMemory()]));
    expect((await store.generation()).memories).toBe(1);
    await close();
    expect(walCommits(`${dataDir}/memory.db`)).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('rejects a database of a later version', async () => {
    const { dataDir, db, close } = openSqliteStore();
    db.exec('PRAGMA user_version = 999');
    await close();
    expect(() => openDatabase(dataDir)).toThrow(/schema version 999/);
    rmSync(dataDir, { recursive: true, force: true });
  });
});
