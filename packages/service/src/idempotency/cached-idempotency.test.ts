import { expect, test } from 'vitest';
import type { RemoteCache } from '../storage/remote-cache.js';
import {
  createMemoryIdempotencyStore,
  type IdempotencyEntries,
} from '../testing/memory-idempotency-store.js';
import { cacheIdempotency } from './cached-idempotency.js';
import { testIdempotencyStore } from './idempotency-store.contract.js';

/** A cache that several processes share, with a clock. */
function cacheOf(now: () => number): RemoteCache & { isAway: boolean; forget(): void } {
  const stored = new Map<string, { value: Buffer; until: number }>();
  return {
    isAway: false,
    async get(name) {
      const entry = this.isAway ? undefined : stored.get(name);
      return entry !== undefined && entry.until > now() ? entry.value : null;
    },
    getAll: async () => [],
    async set(name, value, ttlMs) {
      if (!this.isAway) stored.set(name, { value: Buffer.from(value), until: now() + ttlMs });
    },
    clear: async () => stored.clear(),
    async probe() {},
    forget: () => stored.clear(),
  };
}

testIdempotencyStore('memory behind a cache', (now) => {
  const entries: IdempotencyEntries = new Map();
  const cache = cacheOf(now);
  const open = () => cacheIdempotency(createMemoryIdempotencyStore({ now, entries }), cache, now);
  return { store: open(), open, alone: false };
});

test('a cache that forgets, or is away, repeats the answer of the store', async () => {
  const entries: IdempotencyEntries = new Map();
  const cache = cacheOf(Date.now);
  const store = cacheIdempotency(createMemoryIdempotencyStore({ entries }), cache);
  const request = { scope: 's', key: 'k', fingerprint: 'f', resourceId: 'r' };
  const started = await store.begin(request);
  if (started.state !== 'started') throw new Error(`Expected a free key, received ${started.state}`);
  await store.finish(started.lease, { status: 201, body: 'b', headers: {} });
  const replay = { state: 'replay', status: 201, body: 'b', headers: {} };
  expect(await store.begin(request)).toEqual(replay);
  cache.forget();
  expect(await store.begin(request)).toEqual(replay);
  cache.isAway = true;
  expect(await store.begin(request)).toEqual(replay);
});

const stored = { status: 201, body: 'b', headers: {}, fingerprint: 'f' };
test.each([
  ['not JSON', 'not JSON'],
  ...[
    {},
    [],
    null,
    'text',
    { ...stored, status: 1e300 },
    { ...stored, body: {} },
    { ...stored, headers: null },
  ].map((value): [string, string] => [JSON.stringify(value), JSON.stringify(value)]),
  ['a header of two lines', JSON.stringify({ ...stored, headers: { location: 'a\r\nset-cookie: b' } })],
])('what is no answer in the cache is no answer: %s', async (_, text) => {
  const cache = { ...cacheOf(Date.now), get: async () => Buffer.from(text) };
  const store = cacheIdempotency(createMemoryIdempotencyStore(), cache);
  const started = await store.begin({ scope: 's', key: 'k', fingerprint: 'f', resourceId: 'r' });
  expect(started.state).toBe('started');
});
