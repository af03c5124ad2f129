import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { engineFindings, engines } from './engines.js';

it('reports whether each configured engine is reachable, without its password', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const env = {
    MEMORY_DATABASE_URL: `postgres://ada:s3cret@127.0.0.1:${port}/anima`,
    MEMORY_CACHE_URL: 'redis://:s3cret@127.0.0.1:1/0',
    MEMORY_BUS_URL: 'localhost:4222',
    AVATAR_DATABASE_URL: 'mysql://s3cret@127.0.0.1/x',
    AVATAR_MEDIA_URL: ' ',
  };
  const findings = await engineFindings(env);
  server.close();
  expect(findings.map(({ about, state, what }) => [about, state, what])).toEqual([
    ['PostgreSQL (memory)', 'well', `listens at 127.0.0.1:${port}`],
    ['Redis (memory)', 'wrong', 'cannot be reached at 127.0.0.1:1 (ECONNREFUSED)'],
    ['NATS (memory)', 'wrong', 'MEMORY_BUS_URL is no valid address'],
    ['PostgreSQL (avatar)', 'wrong', 'AVATAR_DATABASE_URL is no valid address'],
  ]);
  expect(JSON.stringify(findings)).not.toContain('s3cret');
});

it('has no findings without external engines', async () => {
  expect(await engineFindings({})).toEqual([]);
  expect(new Set(engines.map(({ variable }) => variable)).size).toBe(engines.length);
});
