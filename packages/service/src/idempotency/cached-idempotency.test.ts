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
  const kept = new Map<string, { value: Buffer; until: number }>();
  return {
    isAway: false,
    async get(name) {
      const entry = this.isAway ? undefined : kept.get(name);
      return entry !== undefined && entry.until > now() ? entry.value : null;
    },
    getAll: async () => [],
    async set(name, value, ttlMs) {
      if (!this.isAway) kept.set(name, { value: Buffer.from(value), until: now() + ttlMs });
    },
    async probe() {},
    forget: () => kept.clear(),
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
  const begun = await store.begin(request);
  if (begun.state !== 'started') throw new Error(`Expected a free key, received ${begun.state}`);
  await store.finish(begun.lease, { status: 201, body: 'b', headers: {} });
  const replay = { state: 'replay', status: 201, body: 'b', headers: {} };
  expect(await store.begin(request)).toEqual(replay);
  cache.forget();
  expect(await store.begin(request)).toEqual(replay);
  cache.isAway = true;
  expect(await store.begin(request)).toEqual(replay);
});

const kept = { status: 201, body: 'b', headers: {}, fingerprint: 'f' };
test.each([
  ['not JSON', 'not JSON'],
  ...[
    {},
    [],
    null,
    'text',
    { ...kept, status: 1e300 },
    { ...kept, body: {} },
    { ...kept, headers: null },
  ].map((value): [string, string] => [JSON.stringify(value), JSON.stringify(value)]),
  ['a header of two lines', JSON.stringify({ ...kept, headers: { location: 'a\r\nset-cookie: b' } })],
])('what is no answer in the cache is no answer: %s', async (_, text) => {
  const cache = { ...cacheOf(Date.now), get: async () => Buffer.from(text) };
  const store = cacheIdempotency(createMemoryIdempotencyStore(), cache);
  const begun = await store.begin({ scope: 's', key: 'k', fingerprint: 'f', resourceId: 'r' });
  expect(begun.state).toBe('started');
});
