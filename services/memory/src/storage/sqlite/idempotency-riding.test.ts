import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIdempotencyStore } from '@anima/service/contracts';
import type { IdempotencyStore } from '@anima/service/http';
import { createSqliteIdempotencyStore } from '@anima/service/sqlite';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { walCommits } from '../../testing/wal-commits.js';
import { createGroupCommit } from './group-commit.js';

function open(now: () => number = Date.now) {
  const dir = mkdtempSync(join(tmpdir(), 'anima-idempotency-'));
  const path = join(dir, 'test.db');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE record (id TEXT PRIMARY KEY)');
  const commits = createGroupCommit(db, (error) => {
    throw error;
  });
  const insert = db.prepare('INSERT INTO record VALUES (?)');
  return {
    db,
    path,
    commits,
    store: () => createSqliteIdempotencyStore(db, { now, write: commits.ride }),
    write: (id: string) => commits.run(() => insert.run(id)),
    pages: () => (db.prepare('PRAGMA page_count').get() as { page_count: number }).page_count,
    rows: (table: 'record' | 'idempotency_key') =>
      (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n,
    async close() {
      await commits.close();
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

testIdempotencyStore('sqlite, riding with the group commit', (now) => {
  const { commits, store, close } = open(now);
  // Commits the small writes, as another write would.
  const depart = () => commits.run(() => null);
  const hurried = (): IdempotencyStore => {
    const patient = store();
    return {
      ...patient,
      finish: (lease, answer) => settle(patient.finish(lease, answer)),
      abandon: (lease) => settle(patient.abandon(lease)),
    };
  };
  const settle = async (done: Promise<void>) => {
    await depart();
    await done;
  };
  const reopen = async () => {
    await depart();
    return hurried();
  };
  return { store: hurried(), open: reopen, alone: true, close };
});

describe('a reservation that joins the group commit', () => {
  let opened: ReturnType<typeof open>;
  let store: ReturnType<typeof opened.store>;
  beforeEach(() => {
    opened = open();
    store = opened.store();
    // The fake timers prevent commits that a timeout causes.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await opened.close();
  });

  const call = (key: string) => ({ scope: 's', key, fingerprint: 'f', resourceId: `id of ${key}` });
  const startedCalls = async (key: string) => {
    const { state, ...started } = await store.begin(call(key));
    if (!('lease' in started)) throw new Error(`expected a free key, received ${state}`);
    return started.lease;
  };

  it('needs no separate transaction, and neither does the response', async () => {
    const before = walCommits(opened.path);
    for (let n = 1; n <= 10; n++) {
      const lease = await startedCalls(`${n}`);
      await opened.write(`${n}`);
      expect(opened.rows('idempotency_key')).toBe(n);
      void store.finish(lease, { status: 201, body: `${n}` });
      expect(store.begin(call(`${n}`))).toEqual({ state: 'replay', status: 201, body: `${n}` });
    }
    expect(walCommits(opened.path) - before).toBe(10);
  });

  it('is written before its record, even if the disk was full at first', async () => {
    store.begin(call('k'));
    opened.db.exec(`PRAGMA max_page_count = ${opened.pages()}`);
    const filling = opened.write('x'.repeat(100_000));
    await expect(filling).rejects.toMatchObject({ code: 'storage_full' });
    expect([opened.rows('record'), opened.rows('idempotency_key')]).toEqual([0, 0]);
    expect(store.begin(call('k'))).toEqual({ state: 'in_progress' });
    opened.db.exec('PRAGMA max_page_count = 1073741823');
    await opened.write('id of k');
    expect([opened.rows('record'), opened.rows('idempotency_key')]).toEqual([1, 1]);
  });

  it('is removed if its call failed before it wrote anything', async () => {
    void store.abandon(await startedCalls('k'));
    await opened.write('other');
    expect(opened.rows('idempotency_key')).toBe(0);
  });
});
