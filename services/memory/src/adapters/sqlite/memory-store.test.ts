import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteEventLog } from '@anima/service/sqlite';
import { describe, expect, it } from 'vitest';
import { newMemory, type StoreUnderTest, testMemoryStore } from '../../ports/memory-store.contract.js';
import type { CommittedChange } from '../../ports/memory-store.js';
import { createGroupCommit } from './group-commit.js';
import { createSqliteMemoryStore } from './memory-store.js';
import { openDatabase } from './open-database.js';
import { createProjectRegistry } from './project-registry.js';

async function open(dir = mkdtempSync(join(tmpdir(), 'anima-store-'))) {
  const db = openDatabase(dir);
  const changes: CommittedChange[] = [];
  const events = createSqliteEventLog(db);
  const store = createSqliteMemoryStore({
    db,
    commits: createGroupCommit(db, (error) => {
      throw error;
    }),
    projects: createProjectRegistry(db, () => 500),
    events,
    dimensions: 384,
    committed: (change) => changes.push(change),
  });
  const under: StoreUnderTest = {
    store,
    changes,
    async reopen() {
      await store.close();
      db.close();
      return open(dir);
    },
    async dispose() {
      await store.close();
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return { ...under, db, events };
}

testMemoryStore('SQLite', () => open());

describe('SQLite', () => {
  it('answers a full disk with storage_full, writes nothing of it, and goes on when there is room', async () => {
    const { store, changes, events, db, dispose } = await open();
    await store.insert(newMemory());
    const pages = (db.prepare('PRAGMA page_count').get() as { page_count: number }).page_count;
    // SQLite refuses to grow past this as it would on a full disk.
    db.exec(`PRAGMA max_page_count = ${pages + 20}`);
    const inserts = () =>
      Promise.allSettled(
        Array.from({ length: 40 }, () => store.insert(newMemory({ content: 'x'.repeat(3_000) }))),
      );
    const outcomes = await inserts();
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'storage_full' });
    const kept = outcomes.length - refused.length;
    expect(store.generation().memories).toBe(1 + kept);
    expect(changes).toHaveLength(1 + kept);
    expect(events.latestId()).toBe(1 + kept);

    db.exec('PRAGMA max_page_count = 1073741823');
    expect((await inserts()).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(store.generation().memories).toBe(41 + kept);
    await dispose();
  });

  it('flushes each commit to the disk before it answers', async () => {
    const { db, dispose } = await open();
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    await dispose();
  });

  it('refuses a database of a later version', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'anima-store-'));
    const db = openDatabase(dir);
    db.exec('PRAGMA user_version = 999');
    db.close();
    expect(() => openDatabase(dir)).toThrow(/schema version 999/);
    rmSync(dir, { recursive: true, force: true });
  });
});
