import { randomUUID } from 'node:crypto';
import {
  type EngineServer,
  findNats,
  findPostgres,
  findRedis,
  ownNats,
  ownPostgres,
  ownRedis,
} from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FollowedEvents, followEvents } from './testing/follow-events.js';
import { startTestService, type TestService } from './testing/test-service.js';

const missing = [findPostgres(), findRedis(), findNats()].includes(null)
  ? ' (no postgres with pgvector, redis-server or nats-server: skipped)'
  : '';

/** The tests run in sequence, because they need the same resources of the machine. */
describe.skipIf(missing !== '')(`Two services on PostgreSQL, Redis and NATS${missing}`, () => {
  let [postgres, redis, nats] = [] as unknown as EngineServer[];
  let services: TestService[];
  let listeners: FollowedEvents[];
  /** The acknowledged memories by their content. */
  const stored = new Map<string, string>();

  beforeAll(async () => {
    [postgres, redis, nats] = await Promise.all([ownPostgres(), ownRedis(), ownNats()]);
    const env = {
      MEMORY_DATABASE_URL: postgres!.url,
      MEMORY_CACHE_URL: redis!.url,
      MEMORY_BUS_URL: nats!.url,
    };
    services = await Promise.all([startTestService(env), startTestService(env)]);
    listeners = await Promise.all(services.map(({ url }) => followEvents(`${url}/api/v1/events`)));
  });
  afterAll(async () => {
    await Promise.all((listeners ?? []).map((listener) => listener.leave()));
    await Promise.all((services ?? []).map((service) => service.close()));
    await Promise.all([postgres, redis, nats].map((server) => server?.kill()));
  });

  /**
   * Sends a request like a client with retries: the same key until there is a response, alternating between
   * the services.
   */
  async function remember(at: number): Promise<void> {
    const content = `Note ${randomUUID()}`;
    const key = randomUUID();
    for (let attempt = at; ; attempt++) {
      const service = services[attempt % services.length]!;
      const { status, body, headers } = await service.post(
        '/api/v1/remember',
        { content, type: 'fact' },
        { 'idempotency-key': key },
      );
      if (status === 201) {
        stored.set(content, body.memory_id);
        return;
      }
      expect([409, 503]).toContain(status);
      if (status === 503) {
        expect(body.code).toBe('storage_unavailable');
        expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const rememberMany = (count = 10) => Promise.all(Array.from({ length: count }, (_, n) => remember(n)));

  /** Both listeners received each memory once, in the order of the log, without gaps. */
  async function expectAllReported(): Promise<void> {
    const ids = new Set(stored.values());
    for (const listener of listeners) {
      const created = () =>
        listener.received
          .filter(({ event }) => event === 'memory.created')
          .map(({ data }) => (data.data as { memory_id: string }).memory_id);
      await listener.until(() => {
        const reported = new Set(created());
        return [...ids].every((id) => reported.has(id));
      });
      expect(created().toSorted()).toEqual([...ids].toSorted());
      expect(listener.received.map(({ id }) => Number(id))).toEqual(listener.received.map((_, n) => n + 1));
    }
    expect(listeners[0]!.received.slice(0, ids.size)).toEqual(listeners[1]!.received.slice(0, ids.size));
  }

  async function component(name: string): Promise<string> {
    const { body } = await services[0]!.get('/api/v1/status');
    return body.components[name].status;
  }
  async function untilComponent(name: string, status: string): Promise<void> {
    if ((await component(name)) !== status) await untilComponent(name, status);
  }

  it('report all events at both', async () => {
    await rememberMany();
    await expectAllReported();
  });

  it.each(['kill', 'freeze'] as const)(
    'continue without Redis (%s), and with an empty Redis',
    async (how) => {
      await (how === 'kill' ? redis!.kill() : redis!.freeze());
      await rememberMany();
      await expectAllReported();
      await (how === 'kill' ? redis!.start() : redis!.thaw());
      await untilComponent('shared_cache', 'ok');
      await rememberMany();
      await expectAllReported();
    },
  );

  it.each(['kill', 'freeze'] as const)(
    'continue without NATS (%s), and publish the events of the outage later',
    async (how) => {
      await (how === 'kill' ? nats!.kill() : nats!.freeze());
      await rememberMany();
      await expectAllReported();
      await (how === 'kill' ? nats!.start() : nats!.thaw());
      await untilComponent('message_bus', 'ok');
      await rememberMany();
      await expectAllReported();
    },
  );

  it('return 503 without PostgreSQL and stay up; acknowledged memories exist once when it is back', async () => {
    const under = rememberMany(20);
    await postgres!.kill();
    await untilComponent('database', 'down');
    for (const service of services) {
      expect((await service.get('/health')).status).toBe(200);
      expect((await service.get('/ready')).status).toBe(503);
    }
    await postgres!.start();
    await under;
    await untilComponent('database', 'ok');
    await rememberMany();
    await expectAllReported();
    const { body } = await services[1]!.get('/api/v1/memories?page_size=200');
    const listed = body.memories.map(({ memory_id }: { memory_id: string }) => memory_id);
    expect(listed.toSorted()).toEqual([...stored.values()].toSorted());
  });
});
