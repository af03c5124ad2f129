import { findNats, findRedis, ownNats, ownRedis } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

it('is ready while the required components respond, and requires no token', async () => {
  const service = await startTestService({ MEMORY_API_TOKEN: 'a-token-of-some-length' });
  const response = await fetch(`${service.url}/ready`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }]);
  await service.close();
});

const missing =
  findRedis() === null || findNats() === null ? ' (no redis-server or nats-server: skipped)' : '';

describe.skipIf(missing !== '')(`with Redis and NATS${missing}`, () => {
  let service: TestService;
  let [redis, nats] = [] as unknown as [
    Awaited<ReturnType<typeof ownRedis>>,
    Awaited<ReturnType<typeof ownNats>>,
  ];
  beforeAll(async () => {
    [redis, nats] = await Promise.all([ownRedis(), ownNats()]);
    service = await startTestService({ MEMORY_CACHE_URL: redis.url, MEMORY_BUS_URL: nats.url });
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([redis.kill(), nats.kill()]);
  });
  const components = async () => (await service.get('/api/v1/status')).body.components;
  const until = async (is: (found: Record<string, { status: string }>) => boolean): Promise<void> => {
    if (!is(await components())) await until(is);
  };
  const remember = (content: string, key: string) =>
    service.request('POST', '/api/v1/remember', {
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ content, type: 'fact' }),
    });

  it('reports it, and continues without either of them', async () => {
    await until(({ shared_cache }) => shared_cache?.status === 'ok');
    expect(await components()).toMatchObject({
      message_bus: { status: 'ok', backend: 'nats' },
      shared_cache: { status: 'ok', backend: 'redis' },
    });
    const first = await remember('Backups run at night', 'k1');
    await Promise.all([redis.kill(), nats.kill()]);
    await until(
      ({ shared_cache, message_bus }) => shared_cache?.status === 'down' && message_bus?.status === 'down',
    );
    expect((await service.get('/api/v1/status')).body.status).toBe('degraded');
    expect((await service.get('/ready')).status).toBe(200);
    expect((await remember('Backups run at night', 'k1')).body.memory_id).toBe(first.body.memory_id);
    const { status, body } = await remember('Deploys run at noon', 'k2');
    expect(status).toBe(201);
    const { body: found } = await service.post('/api/v1/recall', { query: 'when do deploys run?' });
    expect(found.memories[0].memory_id).toBe(body.memory_id);
    await Promise.all([redis.start(), nats.start()]);
    await until(
      ({ shared_cache, message_bus }) => shared_cache?.status === 'ok' && message_bus?.status === 'ok',
    );
  });
});
