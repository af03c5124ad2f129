import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import type { IdempotencyBegin } from '../../idempotency/idempotency.js';
import { testIdempotencyStore } from '../../idempotency/idempotency-store.contract.js';
import {
  createMemoryIdempotencyStore,
  type IdempotencyEntries,
} from '../../testing/memory-idempotency-store.js';
import { createSqliteIdempotencyStore } from './idempotency-store.js';

testIdempotencyStore('sqlite', (now) => {
  const db = new DatabaseSync(':memory:');
  const open = () => createSqliteIdempotencyStore(db, { now });
  return { store: open(), open, alone: true, close: () => db.close() };
});

testIdempotencyStore('memory', (now) => {
  const entries: IdempotencyEntries = new Map();
  const open = () => createMemoryIdempotencyStore({ now, entries });
  return { store: open(), open, alone: false };
});

test('expired rows are removed as new keys come', () => {
  const db = new DatabaseSync(':memory:');
  let time = 0;
  const store = createSqliteIdempotencyStore(db, { ttlMs: 10, now: () => time });
  for (let n = 0; n < 50; n++) store.begin({ scope: 's', key: `k${n}`, fingerprint: 'f', resourceId: 'r' });
  time = 10;
  store.begin({ scope: 's', key: 'new', fingerprint: 'f', resourceId: 'r' });
  expect(db.prepare('SELECT COUNT(*) AS n FROM idempotency_key').get().n).toBe(1);
});

function flooded() {
  const db = new DatabaseSync(':memory:');
  let time = 0;
  const store = createSqliteIdempotencyStore(db, { now: () => ++time, maxKeys: 100, maxBytes: 10_000 });
  const begin = (scope: string, key: string) =>
    store.begin({ scope, key, fingerprint: 'f', resourceId: key }) as IdempotencyBegin;
  return {
    db,
    state: (scope: string, key: string) => begin(scope, key).state,
    async call(scope: string, key: string, body: string) {
      const result = begin(scope, key);
      if (result.state === 'started') await store.finish(result.lease, { status: 201, body });
    },
  };
}

test('the oldest keys are forgotten before their time where there are too many, or their answers too large', async () => {
  const { db, call, state } = flooded();
  for (let n = 0; n < 500; n++) state('s', `k${n}`);
  expect(db.prepare('SELECT COUNT(*) AS n FROM idempotency_key').get().n).toBeLessThanOrEqual(101);
  for (let n = 0; n < 50; n++) await call('s', `large${n}`, 'x'.repeat(1_000));
  expect(db.prepare('SELECT sum(length(body)) AS n FROM idempotency_key').get().n).toBeLessThanOrEqual(
    11_000,
  );
  expect([state('s', 'large0'), state('s', 'large49')]).toEqual(['started', 'replay']);
});

test('a flood of one scope takes no key of another', async () => {
  const { call, state } = flooded();
  for (let n = 0; n < 10; n++) await call('ann', `k${n}`, 'x'.repeat(100));
  for (let n = 0; n < 1_000; n++) await call('flood', `k${n}`, 'x'.repeat(200));
  for (let n = 0; n < 10; n++) expect(state('ann', `k${n}`)).toBe('replay');
  expect([state('flood', 'k0'), state('flood', 'k999')]).toEqual(['started', 'replay']);
});

test('a table from a version without leases still works', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE TABLE idempotency_key (
      scope TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, resource_id TEXT NOT NULL,
      status INTEGER, body TEXT, headers TEXT, expires_at INTEGER NOT NULL,
      PRIMARY KEY (scope, key)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO idempotency_key VALUES ('s', 'left', 'f', 'id', NULL, NULL, NULL, 1000),
      ('s', 'done', 'f', 'id', 201, 'body', '{}', 1000)`);
  const open = () => createSqliteIdempotencyStore(db, { now: () => 1 });
  const request = { scope: 's', fingerprint: 'f', resourceId: 'new' };
  const result = await open().begin({ ...request, key: 'left' });
  expect(result).toMatchObject({ state: 'started', resourceId: 'id' });
  expect(await open().begin({ ...request, key: 'done' })).toMatchObject({ state: 'replay', body: 'body' });
});

test('a key is refused for the moment, and not waited for, while another connection writes', () => {
  const dir = mkdtempSync(join(tmpdir(), 'anima-idempotency-'));
  const path = join(dir, 'test.db');
  const db = new DatabaseSync(path, { timeout: 0 });
  const store = createSqliteIdempotencyStore(db);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const begin = () => store.begin({ scope: 's', key: 'k', fingerprint: 'f', resourceId: 'r' });
  expect(begin).toThrow(expect.objectContaining({ code: 'unavailable' }));
  other.exec('ROLLBACK');
  expect(begin()).toMatchObject({ state: 'started', resourceId: 'r' });
  other.close();
  db.close();
  rmSync(dir, { recursive: true, force: true });
});
