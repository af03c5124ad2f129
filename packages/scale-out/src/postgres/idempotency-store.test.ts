import { testIdempotencyStore } from '@anima/service/contracts';
import type { IdempotencyStore } from '@anima/service/idempotency';
import type { Postgres } from '@anima/service/postgres';
import { findPostgres, startedPostgres } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresIdempotencyStore } from './idempotency-store.js';
import { openPostgres } from './open-postgres.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`PostgreSQL${missing}`, () => {
  let db: Postgres;
  let other: Postgres;
  beforeAll(async () => {
    const { url } = await startedPostgres();
    db = openPostgres({ url, name: 'test', onError: () => {} });
    other = openPostgres({ url, name: 'other', onError: () => {} });
  });
  afterAll(() => Promise.all([db.close(), other.close()]));
  const clear = () => db.query('DROP TABLE IF EXISTS anima_idempotency, anima_schema');

  testIdempotencyStore('postgres', async (now) => {
    await clear();
    return {
      store: await openPostgresIdempotencyStore(db, { now }),
      open: () => openPostgresIdempotencyStore(other, { now }),
      alone: false,
    };
  });

  const call = async (store: IdempotencyStore, scope: string, key: string, body: string) => {
    const outcome = await store.begin({ scope, key, fingerprint: 'f', resourceId: key });
    if (outcome.state === 'started') await store.finish(outcome.lease, { status: 201, body });
    return outcome.state;
  };

  test('uses the clock of the database by default', async () => {
    await clear();
    const store = await openPostgresIdempotencyStore(db);
    expect([await call(store, 's', 'k', 'a\0b'), await call(store, 's', 'k', '')]).toEqual([
      'started',
      'replay',
    ]);
    expect(await store.begin({ scope: 's', key: 'k', fingerprint: 'f', resourceId: 'r' })).toMatchObject({
      body: 'a\0b',
    });
  });

  test('a flood of one scope evicts no key of another scope, and stays within the limits', async () => {
    await clear();
    let time = 0;
    const store = await openPostgresIdempotencyStore(db, {
      now: () => ++time,
      maxKeys: 100,
      maxBytes: 10_000,
    });
    for (let n = 0; n < 10; n++) await call(store, 'ann', `k${n}`, 'x'.repeat(100));
    for (let n = 0; n < 400; n++) await call(store, 'flood', `k${n}`, 'x'.repeat(50));
    for (let n = 0; n < 10; n++) expect(await call(store, 'ann', `k${n}`, '')).toBe('replay');
    const [{ rows } = { rows: 0 }] = await db.query<{ rows: number }>(
      'SELECT count(*) AS rows FROM anima_idempotency',
    );
    expect(rows).toBeLessThanOrEqual(200);
    expect(await call(store, 'flood', 'k0', '')).toBe('started');
  });
});
