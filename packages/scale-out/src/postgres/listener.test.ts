import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { findPostgres, startedPostgres } from '@anima/test-engines';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createListener } from './listener.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

/** Starts a proxy to a server. `lose` drops all further data on the existing connections. */
async function startWay(to: URL) {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.pipe(far).pipe(near);
    sockets.push(near, far);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(to);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    lose() {
      for (const socket of sockets) socket.unpipe().resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe.skipIf(missing !== '')(`A PostgreSQL listener${missing}`, () => {
  let way: Awaited<ReturnType<typeof startWay>>;
  let opened: ReturnType<typeof createListener>;
  let teller: pg.Client;
  function listening(lookEveryMs?: number) {
    opened = createListener(
      () => new pg.Client({ connectionString: way.url }),
      () => {},
      lookEveryMs,
    );
    return opened;
  }
  beforeEach(async () => {
    const { url } = await startedPostgres();
    way = await startWay(new URL(url));
    teller = new pg.Client({ connectionString: url });
    await teller.connect();
  });
  afterEach(async () => {
    await opened.close();
    way.close();
    await teller.end();
  });

  it('detects a lost connection that reports no error', async () => {
    const listener = listening(500);
    const heard = new Promise<string>((resolve, reject) => {
      const hear = (news: string) => {
        if (news !== '') resolve(news);
        else teller.query("NOTIFY news, 'again'").catch(reject);
      };
      listener.listen('news', hear).then(way.lose, reject);
    });
    expect(await heard).toBe('again');
  });

  it('still listens to a channel if a follower is added while the last one is removed', async () => {
    const listener = listening();
    const leave = await listener.listen('news', () => {});
    const heard: string[] = [];
    const [, leaveToo] = await Promise.all([leave(), listener.listen('news', (news) => heard.push(news))]);
    let tellOther = () => {};
    const other = new Promise<void>((resolve) => (tellOther = resolve));
    await listener.listen('other', tellOther);
    await teller.query("NOTIFY news, 'one'");
    await teller.query("NOTIFY other, 'two'");
    await other;
    expect(heard).toEqual(['one']);
    await leaveToo();
  });
});
