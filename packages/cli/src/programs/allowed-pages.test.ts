import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { environmentOf } from './allowed-pages.js';

const ownPage = readFileSync(new URL('../../../live-page/src/index.html', import.meta.url), 'utf8');
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A port at which every path answers with this page. */
async function serving(page: string): Promise<string> {
  const server = createServer((_request, response) => response.end(page)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  closers.push(close);
  return String((server.address() as AddressInfo).port);
}

async function freePort(): Promise<string> {
  const port = await serving('');
  await closers.pop()!();
  return port;
}

const both = ['memory', 'avatar'] as const;
const of = (port: string) => `http://127.0.0.1:${port} http://localhost:${port}`;

it('allows the page of the avatar service that starts with it, or runs already', async () => {
  const PORT = await freePort();
  expect(await environmentOf(both, { PORT })).toEqual({
    env: { PORT, AVATAR_URL: `http://127.0.0.1:${PORT}`, MEMORY_ALLOWED_ORIGINS: of(PORT) },
    note: null,
  });
  const running = await serving(ownPage);
  const { env } = await environmentOf(['memory'], { PORT: running });
  expect(env.MEMORY_ALLOWED_ORIGINS).toBe(of(running));
  // A service at another address is not the avatar service.
  const elsewhere = await environmentOf(both, { PORT, AVATAR_HOST: '::1' });
  expect(elsewhere.env.MEMORY_ALLOWED_ORIGINS).toBe(`http://[::1]:${PORT} http://localhost:${PORT}`);
  // The port of a service in the background overrides the setting.
  const noted = await environmentOf(['memory'], { PORT: '0' }, `http://127.0.0.1:${PORT}`);
  expect(noted.env.MEMORY_ALLOWED_ORIGINS).toBe(`http://127.0.0.1:${PORT}`);
});

it('rejects pages of other programs, and reports it', async () => {
  for (const page of ['<title>Another page</title>', `${' '.repeat(100_000)}<title>Live · Anima</title>`]) {
    const PORT = await serving(page);
    const { env, note } = await environmentOf(both, { PORT });
    expect(env.MEMORY_ALLOWED_ORIGINS).toBe('');
    expect(note).toBe(
      `Another program listens at http://127.0.0.1:${PORT}, so the memory service rejects requests of its pages. Stop it, or set PORT`,
    );
  }
  const memoryOnly = await environmentOf(['memory'], { PORT: await freePort() });
  expect(memoryOnly.env.MEMORY_ALLOWED_ORIGINS).toBe('');
  expect(memoryOnly.note).toMatch(/^No avatar service runs/);
});

it('keeps the setting of the user, and prints no note for port 0', async () => {
  const env = { MEMORY_ALLOWED_ORIGINS: 'https://a.example' };
  expect(await environmentOf(both, env)).toEqual({ env, note: null });
  expect(await environmentOf(['avatar'], {})).toEqual({ env: {}, note: null });
  expect((await environmentOf(both, { PORT: '0' })).note).toBeNull();
});
