import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { testIdempotencyStore } from '../idempotency-store.contract.js';
import { createMemoryIdempotencyStore } from '../testing/memory-idempotency-store.js';
import { createSqliteIdempotencyStore } from './idempotency-store.js';

testIdempotencyStore('sqlite', (now) => {
  const db = new DatabaseSync(':memory:');
  const open = () => createSqliteIdempotencyStore(db, { now });
  return { store: open(), reopen: open, close: () => db.close() };
});

testIdempotencyStore('memory', (now) => ({ store: createMemoryIdempotencyStore({ now }), reopen: null }));

test('expired rows are removed as new keys come', () => {
  const db = new DatabaseSync(':memory:');
  let time = 0;
  const store = createSqliteIdempotencyStore(db, { ttlMs: 10, now: () => time });
  for (let n = 0; n < 50; n++) store.begin({ scope: 's', key: `k${n}`, fingerprint: 'f', resourceId: 'r' });
  time = 10;
  store.begin({ scope: 's', key: 'new', fingerprint: 'f', resourceId: 'r' });
  expect(db.prepare('SELECT COUNT(*) AS n FROM idempotency_key').get().n).toBe(1);
});

test('the oldest keys are forgotten before their time where there are too many, or their answers too large', async () => {
  const db = new DatabaseSync(':memory:');
  let time = 0;
  const store = createSqliteIdempotencyStore(db, { now: () => ++time, maxKeys: 100, maxBytes: 10_000 });
  const call = (key: string) => store.begin({ scope: 's', key, fingerprint: 'f', resourceId: key }).state;
  for (let n = 0; n < 500; n++) call(`k${n}`);
  expect(db.prepare('SELECT COUNT(*) AS n FROM idempotency_key').get().n).toBeLessThanOrEqual(101);
  for (let n = 0; n < 50; n++) {
    call(`large${n}`);
    await store.finish({ scope: 's', key: `large${n}` }, { status: 201, body: 'x'.repeat(1_000) });
  }
  expect(db.prepare('SELECT sum(length(body)) AS n FROM idempotency_key').get().n).toBeLessThanOrEqual(
    11_000,
  );
  expect([call('large0'), call('large49')]).toEqual(['started', 'replay']);
});

test('a flood of one scope takes no key of another', async () => {
  const db = new DatabaseSync(':memory:');
  let time = 0;
  const store = createSqliteIdempotencyStore(db, { now: () => ++time, maxKeys: 100, maxBytes: 10_000 });
  const call = (scope: string, key: string) =>
    store.begin({ scope, key, fingerprint: 'f', resourceId: key }).state;
  for (let n = 0; n < 10; n++) {
    call('ann', `k${n}`);
    await store.finish({ scope: 'ann', key: `k${n}` }, { status: 201, body: 'x'.repeat(100) });
  }
  for (let n = 0; n < 1_000; n++) {
    call('flood', `k${n}`);
    await store.finish({ scope: 'flood', key: `k${n}` }, { status: 201, body: 'x'.repeat(200) });
  }
  for (let n = 0; n < 10; n++) expect(call('ann', `k${n}`)).toBe('replay');
  expect([call('flood', 'k0'), call('flood', 'k999')]).toEqual(['started', 'replay']);
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
  expect(begin()).toEqual({ state: 'started', resourceId: 'r' });
  other.close();
  db.close();
  rmSync(dir, { recursive: true, force: true });
});
