import { describe, expect, test } from 'vitest';
import {
  findPostgres,
  findRedis,
  findS3,
  ownPostgres,
  ownRedis,
  startedPostgres,
  startedRedis,
  startedS3,
} from './index.js';
import { runSql } from './postgres.js';

const or = (found: string | null, name: string) => (found === null ? `(no ${name}: skipped)` : '');

describe.skipIf(findPostgres() === null)(`PostgreSQL ${or(findPostgres(), 'postgres with pgvector')}`, () => {
  test('each caller has an empty database with vectors at hand', async () => {
    const [one, other] = await Promise.all([startedPostgres(), startedPostgres()]);
    expect(one.url).not.toBe(other.url);
    await runSql(one.url, 'CREATE EXTENSION vector');
    expect(await runSql(one.url, `SELECT '[1,0]'::halfvec <=> '[0,1]'`)).toBe('1');
  });

  test('one of our own is killed and comes back with what was committed', async () => {
    const server = await ownPostgres();
    const ask = (sql: string) => runSql(server.url, sql);
    await ask('CREATE TABLE kept AS SELECT 7 AS value');
    const before = server.pid();
    await server.kill();
    await expect(ask('SELECT 1')).rejects.toThrow();
    await server.start();
    expect(await ask('SELECT value FROM kept')).toBe('7');
    expect(server.pid()).not.toBe(before);
    await server.stop();
  });
});

test.skipIf(findRedis() === null)(
  `Redis: rooms are numbers, one of our own keeps what it has ${or(findRedis(), 'redis-server')}`,
  async () => {
    const [one, other] = await Promise.all([startedRedis(), startedRedis()]);
    expect(one.url).not.toBe(other.url);
    const server = await ownRedis();
    await server.stop();
    await server.start();
    await server.stop();
  },
);

test.skipIf(findS3() === null)(
  `S3: each caller has a bucket, and the key is asked for ${or(findS3(), 'weed of SeaweedFS')}`,
  async () => {
    const { url } = await startedS3();
    const { host, pathname } = new URL(url.replace('s3:', 'http:'));
    const refused = await fetch(`http://${host}${pathname}`);
    expect(refused.status).toBe(403);
  },
);
