import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@anima/service/errors';
import { afterEach, expect, it } from 'vitest';
import { createServiceLink } from './service-link.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) stop(server);
});

async function listen(port = 0): Promise<{ server: Server; url: string; port: number }> {
  const server = createServer((_, response) => response.end('{"status":"ok"}'));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${address.port}`, port: address.port };
}

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}

const locked = () =>
  new AppError('data_directory_locked', 'The data directory /d is in use by another process');

/** Counts the starts, and runs the given steps in order. */
function startWith(...steps: (() => Promise<{ url: string; close(): Promise<void> }>)[]) {
  const start = () => {
    const step = steps[start.calls++];
    if (step === undefined) throw new Error('started once too often');
    return step();
  };
  start.calls = 0;
  return start;
}

function ownService(onClose = () => {}) {
  return { url: 'http://own', close: async () => onClose() };
}

it('uses a service that responds, and starts none', async () => {
  const { url } = await listen();
  const start = startWith();
  const link = createServiceLink({ url, start });
  expect(await Promise.all([link.reach(), link.reach()])).toEqual([url, url]);
  expect(start.calls).toBe(0);
});

it('starts one service if none is reachable, for all callers, and stops it at the end', async () => {
  const { server, url } = await listen();
  stop(server);
  let stops = 0;
  const start = startWith(async () => ownService(() => stops++));
  const link = createServiceLink({ url, start });
  expect(await Promise.all([link.reach(), link.reach()])).toEqual(['http://own', 'http://own']);
  // It is this process itself: it is not lost.
  link.lost('http://own');
  expect(await link.reach()).toBe('http://own');
  expect(start.calls).toBe(1);
  await link.close();
  expect(stops).toBe(1);
});

it('finds the one that another process is starting at this moment', async () => {
  const { server, url, port } = await listen();
  stop(server);
  const start = startWith(
    () => Promise.reject(locked()),
    async () => {
      await listen(port);
      throw locked();
    },
  );
  expect(await createServiceLink({ url, start }).reach()).toBe(url);
  expect(start.calls).toBe(2);
});

it('takes over when the other process has ended', async () => {
  const { server, url } = await listen();
  const start = startWith(async () => ownService());
  const link = createServiceLink({ url, start });
  expect(await link.reach()).toBe(url);
  stop(server);
  link.lost(url);
  expect(await link.reach()).toBe('http://own');
});

it('reports the address if the data is in use and the service is unreachable', async () => {
  const link = createServiceLink({ url: null, start: startWith(() => Promise.reject(locked())) });
  await expect(link.reach()).rejects.toThrow(
    'The data directory /d is in use by another process, and its address is unknown (MEMORY_PORT is 0); set MEMORY_URL to its address',
  );
});

it('passes on why a start failed, and tries again with the next call', async () => {
  const start = startWith(
    () => Promise.reject(new AppError('forbidden', 'Refusing to listen')),
    async () => ownService(),
  );
  const link = createServiceLink({ url: null, start });
  await expect(link.reach()).rejects.toThrow('Refusing to listen');
  expect(await link.reach()).toBe('http://own');
});

it('stops a service that is still starting', async () => {
  let ready = () => {};
  let stops = 0;
  const loaded = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const start = startWith(() => loaded.then(() => ownService(() => stops++)));
  const link = createServiceLink({ url: null, start });
  const reaching = link.reach();
  const closing = link.close();
  ready();
  await Promise.all([reaching, closing]);
  expect(stops).toBe(1);
});
