import type { Postgres } from '@anima/service/postgres';
import { migrate } from '@anima/service/postgres';
import { findPostgres, ownPostgres, startedPostgres } from '@anima/test-engines';
import { afterAll, describe, expect, it } from 'vitest';
import { openPostgres } from './open-postgres.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`PostgreSQL${missing}`, async () => {
  const opened: Postgres[] = [];
  const open = (url: string, onError: (error: unknown) => void = () => {}) => {
    const db = openPostgres({ url, name: 'test', onError });
    opened.push(db);
    return db;
  };
  const { url } = missing === '' ? await startedPostgres() : { url: '' };
  afterAll(() => Promise.all(opened.map((db) => db.close())));

  it('returns bigint values as numbers', async () => {
    expect(await open(url).query('SELECT 9007199254740991::bigint AS value, count(*) AS rows')).toEqual([
      { value: 9007199254740991, rows: 1 },
    ]);
  });

  it('migrates once for concurrent callers, and accepts a database of a newer version', async () => {
    const one = ['CREATE TABLE kept (value integer)', 'INSERT INTO kept VALUES (1)'];
    await Promise.all([1, 2, 3].map(() => migrate(open(url), { name: 'room', migrations: one })));
    await migrate(open(url), { name: 'room', migrations: [...one, 'INSERT INTO kept VALUES (2)'] });
    await migrate(open(url), { name: 'room', migrations: one });
    expect(await open(url).query('SELECT value FROM kept ORDER BY value')).toEqual([
      { value: 1 },
      { value: 2 },
    ]);
    await open(url).query("UPDATE anima_schema SET serves_from = 3 WHERE name = 'room'");
    await expect(migrate(open(url), { name: 'room', migrations: one })).rejects.toThrow(
      'expected a newer service',
    );
  });

  it('retries transactions that fail to serialise, and rolls back transactions that throw', async () => {
    const db = open(url);
    await db.query('CREATE TABLE counter AS SELECT 0 AS value');
    const add = () =>
      db.transaction(
        async (tx) => {
          const [row] = await tx.query<{ value: number }>('SELECT value FROM counter');
          await tx.query('UPDATE counter SET value = $1', [(row?.value ?? 0) + 1]);
        },
        { isolation: 'serializable' },
      );
    await Promise.all([add(), add(), add(), add()]);
    const failed = db.transaction(async (tx) => {
      await tx.query('UPDATE counter SET value = 100');
      throw new Error('changed its mind');
    });
    await expect(failed).rejects.toThrow('changed its mind');
    const ignored = db.transaction(async (tx) => {
      await tx.query('UPDATE counter SET value = 100');
      await tx.query('SELECT 1 / 0').catch(() => {});
    });
    await expect(ignored).rejects.toThrow('received ROLLBACK');
    expect(await db.query('SELECT value FROM counter')).toEqual([{ value: 4 }]);
  });

  it('listens again after its connection breaks, and reports that notifications may be lost', async () => {
    const db = open(url);
    const received: string[] = [];
    let onReceived = () => {};
    const unlisten = await db.listen('news', (payload) => {
      received.push(payload);
      onReceived();
    });
    const hears = (count: number) =>
      new Promise<void>((resolve) => {
        onReceived = () => received.length >= count && resolve();
        onReceived();
      });
    await db.query("NOTIFY news, 'first'");
    await hears(1);
    await open(url).query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
    );
    await hears(2);
    await db.query("NOTIFY news, 'second'");
    await hears(3);
    expect(received).toEqual(['first', '', 'second']);
    await unlisten();
  });

  it('rejects only the caller that waited too long for a connection while the pool was full', async () => {
    const db = openPostgres({
      url,
      name: 'test',
      maxConnections: 1,
      connectTimeoutMs: 1_000,
      onError: () => {},
    });
    opened.push(db);
    const refused = await db.transaction(() => db.query('SELECT 1').catch((error: unknown) => error));
    expect(refused).toMatchObject({ code: 'storage_unavailable' });
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports an unreachable server, then rejects immediately until the server is back', async () => {
    const server = await ownPostgres();
    const db = open(server.url);
    await db.query('CREATE TABLE kept AS SELECT 7 AS value');
    await server.kill();
    const refused = { code: 'storage_unavailable', headers: { 'retry-after': '1' } };
    await expect(db.query('SELECT 1')).rejects.toMatchObject(refused);
    await expect(db.query('SELECT 1')).rejects.toMatchObject(refused);
    await server.start();
    const ask = async (): Promise<unknown> =>
      db.query('SELECT value FROM kept').catch(() => new Promise(setImmediate).then(ask));
    expect(await ask()).toEqual([{ value: 7 }]);
    await server.kill();
  });
});
