import { findPostgres, ownPostgres } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`the database of a service${missing}`, () => {
  let server: Awaited<ReturnType<typeof ownPostgres>>;
  let service: TestService;
  beforeAll(async () => {
    server = await ownPostgres();
    service = await startTestService({ AVATAR_DATABASE_URL: server.url });
  });
  afterAll(async () => {
    await service?.close();
    await server?.stop();
  });

  const speak = (text: string) => service.post('/tts/generate', { text });
  /** Speech which the engine is at for a while. */
  const long = 'This is said again and again, for a while. '.repeat(40);
  const statusOf = async (path: string) => (await service.get(path)).body.status;
  const waitFor = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 90_000, interval: 50 });

  it('may restart: requests that need it are rejected meanwhile, and accepted jobs finish', {
    timeout: 200_000,
  }, async () => {
    const running = (await speak(long)).body.status_url;
    const waiting = (await speak('Then this.')).body.status_url;
    await waitFor(async () => expect(await statusOf(running)).toBe('running'));
    await server.kill();
    await waitFor(async () => {
      const { status, body, headers } = await speak('Not now.');
      expect([status, body.code]).toEqual([503, 'storage_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    });
    expect((await service.get('/health')).status).toBe(200);
    expect((await service.get('/ready')).status).toBe(503);
    await server.start();
    await waitFor(async () => expect((await service.get('/ready')).status).toBe(200));
    for (const path of [running, waiting])
      await waitFor(async () => expect(await statusOf(path)).toBe('succeeded'));
    expect((await service.get('/jobs')).body.total).toBe(2);
    // Waking by NOTIFY works again, too: events arrive.
    const { body } = await speak('And on.');
    await waitFor(async () => expect(await statusOf(body.status_url)).toBe('succeeded'));
  });
});
