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
  test('each caller gets an empty database with pgvector', async () => {
    const [one, other] = await Promise.all([startedPostgres(), startedPostgres()]);
    expect(one.url).not.toBe(other.url);
    await runSql(one.url, 'CREATE EXTENSION vector');
    expect(await runSql(one.url, `SELECT '[1,0]'::halfvec <=> '[0,1]'`)).toBe('1');
  });

  test('a separate server keeps committed data after a kill', async () => {
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
  `Redis: each caller gets a database, and a separate server can restart ${or(findRedis(), 'redis-server')}`,
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
  `S3: each caller gets a bucket, and requests without a key are rejected ${or(findS3(), 'weed of SeaweedFS')}`,
  async () => {
    const { url } = await startedS3();
    const { host, pathname } = new URL(url.replace('s3:', 'http:'));
    const refused = await fetch(`http://${host}${pathname}`);
    expect(refused.status).toBe(403);
  },
);
