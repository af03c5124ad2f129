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
    const received = new Promise<string>((resolve, reject) => {
      const receive = (news: string) => {
        if (news !== '') resolve(news);
        else teller.query("NOTIFY news, 'again'").catch(reject);
      };
      listener.listen('news', receive).then(way.lose, reject);
    });
    expect(await received).toBe('again');
  });

  it('still listens to a channel if a follower is added while the last one is removed', async () => {
    const listener = listening();
    const leave = await listener.listen('news', () => {});
    const received: string[] = [];
    const [, leaveToo] = await Promise.all([leave(), listener.listen('news', (news) => received.push(news))]);
    let notifyOther = () => {};
    const other = new Promise<void>((resolve) => (notifyOther = resolve));
    await listener.listen('other', notifyOther);
    await teller.query("NOTIFY news, 'one'");
    await teller.query("NOTIFY other, 'two'");
    await other;
    expect(received).toEqual(['one']);
    await leaveToo();
  });
});
