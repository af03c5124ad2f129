import { setImmediate } from 'node:timers/promises';
import Type from 'typebox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { strictObject } from '../schema/schema.js';
import { createMemoryIdempotencyStore } from '../testing/memory-idempotency-store.js';
import { createSampleService, type SampleService } from '../testing/sample-service.js';
import { IDEMPOTENCY_LEASE_MS, type IdempotencyStore } from './idempotency.js';

let service: SampleService;
let store: IdempotencyStore;
beforeEach(async () => {
  store = createMemoryIdempotencyStore();
  service = await createSampleService({ idempotency: store });
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

const create = (key: string | undefined, payload: object | string, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/items',
    payload,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
  });
const count = async () => (await service.app.inject('/items')).json().count;

test('a repeated call answers the same and does nothing', async () => {
  const first = await create('k', '{"name":"a","importance":2}');
  const again = await create('k', '{ "importance": 2, "name": "a" }');
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect([again.statusCode, again.body, again.headers.location]).toEqual([
    201,
    first.body,
    first.headers.location,
  ]);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  expect(await count()).toBe(1);
});

test('without a key every call is its own', async () => {
  expect((await create(undefined, { name: 'a' })).json().item_id).not.toBe(
    (await create(undefined, { name: 'a' })).json().item_id,
  );
});

test('another body under the same key is refused', async () => {
  await create('k', { name: 'a' });
  const other = await create('k', { name: 'b' });
  expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused']);
  expect(await count()).toBe(1);
});

test('the same key of another agent is another key', async () => {
  await create('k', { name: 'a' }, { 'x-agent-id': 'ada' });
  expect((await create('k', { name: 'b' }, { 'x-agent-id': 'bob' })).statusCode).toBe(201);
});

test('a repeated call is rejected while the first one runs', async () => {
  await service.close();
  // A call that never ends, as the next one sees it.
  service = await createSampleService({ idempotency: { ...store, finish: async () => {} } });
  await create('k', { name: 'a' });
  const second = await create('k', { name: 'a' });
  expect([second.statusCode, second.json().code]).toEqual([409, 'idempotency_in_progress']);
  expect(second.headers['retry-after']).toBe('1');
});

test('with several processes, a response is sent after it was stored', async () => {
  await service.close();
  let isStored = false;
  const shared: IdempotencyStore = {
    ...store,
    isShared: true,
    async finish(lease, response) {
      await setImmediate();
      await store.finish(lease, response);
      isStored = true;
    },
  };
  service = await createSampleService({ idempotency: shared });
  expect((await create('k', { name: 'a' })).statusCode).toBe(201);
  expect(isStored).toBe(true);
  expect((await create('k', { name: 'a' })).headers['idempotency-replayed']).toBe('true');
});

test('a call that runs for long keeps its key until it ends', async () => {
  await service.close();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let time = 0;
  const renewed: number[] = [];
  store = createMemoryIdempotencyStore({ now: () => time });
  const watched: IdempotencyStore = {
    ...store,
    renew(leases) {
      renewed.push(leases.length);
      return store.renew(leases);
    },
  };
  let wasRequested = () => {};
  const requested = new Promise<void>((resolve) => (wasRequested = resolve));
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  service = await createSampleService({
    idempotency: watched,
    routes(app) {
      app.post(
        '/items',
        {
          schema: {
            operationId: 'createItem',
            body: strictObject({ name: Type.String() }),
            response: { 200: strictObject({}) },
          },
          config: { idempotent: true },
        },
        async () => {
          wasRequested();
          await finished;
          return {};
        },
      );
    },
  });
  const first = create('k', { name: 'a' });
  await requested;
  const step = IDEMPOTENCY_LEASE_MS / 3;
  for (let n = 0; n < 9; n++) {
    time += step;
    await vi.advanceTimersByTimeAsync(step);
  }
  expect((await create('k', { name: 'a' })).json().code).toBe('idempotency_in_progress');
  finish();
  expect((await first).statusCode).toBe(200);
  await vi.advanceTimersByTimeAsync(step);
  expect(renewed).toEqual(Array(9).fill(1));
  expect((await create('k', { name: 'a' })).headers['idempotency-replayed']).toBe('true');
});

test('a refused call frees its key for a corrected body', async () => {
  expect((await create('k', { name: 'refuse' })).statusCode).toBe(409);
  expect((await create('k', { name: 'a' })).statusCode).toBe(201);
});

test('a call that broke off is resumed under the id it had reserved', async () => {
  const reserved: string[] = [];
  await service.close();
  service = await createSampleService({
    idempotency: {
      ...store,
      begin: async (request) => {
        const started = await store.begin(request);
        if (started.state === 'started') reserved.push(started.resourceId);
        return started;
      },
    },
  });
  expect((await create('k', { name: 'crash' })).statusCode).toBe(500);
  expect((await create('k', { name: 'crash' })).statusCode).toBe(500);
  expect(reserved[1]).toBe(reserved[0]);
  // Another body means another call, which may not use the record of the first one.
  expect((await create('k', { name: 'a' })).json().code).toBe('idempotency_key_reused');
});

test('the record gets the id that was first reserved, not the one of this request', async () => {
  const resourceId = '0190a5c4-0000-7000-8000-000000000000';
  await service.close();
  // As after a crash: the reservation is older than this process.
  service = await createSampleService({
    idempotency: {
      ...store,
      begin: ({ scope, key }) => ({ state: 'started', resourceId, lease: { scope, key, token: 't' } }),
    },
  });
  expect((await create('k', { name: 'a' })).json().item_id).toBe(resourceId);
});

test('an answer that cannot be kept still goes out', async () => {
  await service.close();
  service = await createSampleService({
    idempotency: {
      ...store,
      finish: () => {
        throw new Error('disk full');
      },
    },
  });
  expect((await create('k', { name: 'a' })).statusCode).toBe(201);
});

test.each(['', ' ', 'a'.repeat(256), 'tab\tkey'])('key %j is refused', async (key) => {
  const answer = await create(key, { name: 'a' });
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'idempotency-key']);
});

test('a body that breaks its schema reserves nothing', async () => {
  expect((await create('k', { nam: 'a' })).statusCode).toBe(400);
  expect((await create('k', { name: 'a' })).statusCode).toBe(201);
});
