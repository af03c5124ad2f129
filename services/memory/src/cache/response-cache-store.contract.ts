import type { EventLog } from '@anima/service/events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewCachedResponse, ResponseCacheStore } from './response-cache-store.js';

export interface CacheStoreUnderTest {
  store: ResponseCacheStore;
  events: EventLog;
  close(): Promise<void>;
  /** Opens the same responses again. */
  reopen(): Promise<CacheStoreUnderTest>;
}

/** Number of dimensions of the vectors below. */
export const CACHE_DIMENSIONS = 16;
const axis = (at: number): Float32Array =>
  Float32Array.from({ length: CACHE_DIMENSIONS }, (_, i) => (i === at ? 1 : 0));
const between = (a: number, b: number): Float32Array =>
  Float32Array.from({ length: CACHE_DIMENSIONS }, (_, i) => (i === a || i === b ? Math.SQRT1_2 : 0));
const scope = { model: 'm', contextDepth: 0, context: '' };

let made = 0;
function responseTo(query: string, fields: Partial<NewCachedResponse> = {}): NewCachedResponse {
  return {
    ...scope,
    query,
    response: `the answer to ${query}`,
    vector: axis(0),
    bytes: 10,
    createdAt: 100 + made++,
    expiresAt: 1_000_000,
    ...fields,
  };
}

/** Tests the promises of ResponseCacheStore, for every adapter. `create` returns an empty store. */
export function testResponseCacheStore(name: string, create: () => Promise<CacheStoreUnderTest>): void {
  describe(`${name} as a store of responses`, () => {
    let under: CacheStoreUnderTest;
    let store: ResponseCacheStore;
    beforeEach(async () => {
      under = await create();
      store = under.store;
    });
    afterEach(() => under.close());

    const putAll = async (...queries: string[]) => {
      for (const query of queries) await store.put(responseTo(query));
    };
    const keyOf = async (query: string) => (await store.find(scope, query, 0))!.key;
    const storedQueries = async (...queries: string[]) => {
      const found = await Promise.all(queries.map((query) => store.find(scope, query, 0)));
      return queries.filter((_, at) => found[at] !== null);
    };
    const eventTypes = async () => {
      const events = await under.events.after(0, 100);
      return events.map(({ type, data }) => [type, data]);
    };
    const roomFor = (entries: number, bytes = 1_000) => ({ entries, bytes });

    it('stores one response to a question for each context', async () => {
      const second = { ...scope, context: 'c' };
      await putAll('a');
      expect(await store.put(responseTo('a', { ...second, response: 'other' }))).toEqual({ replaced: false });
      expect(await store.put(responseTo('a', { ...second, response: 'newer' }))).toEqual({ replaced: true });
      expect(await store.find(scope, 'a', 0)).toMatchObject({ response: 'the answer to a', context: '' });
      expect(await store.find(second, 'a', 0)).toMatchObject({ response: 'newer', context: 'c' });
      const near = await store.nearest(second, axis(0), { now: 0, limit: 9, minimum: 0.9 });
      expect(near).toMatchObject([{ response: 'newer', context: 'c' }]);
    });

    it('finds only the identical question of a scope, until it expires', async () => {
      const response = responseTo('Who deploys?', { expiresAt: 500 });
      expect(await store.put(response)).toEqual({ replaced: false });
      const { vector: _, bytes: __, ...said } = response;
      expect(await store.find(scope, 'Who deploys?', 499)).toEqual({ ...said, key: expect.any(Number) });
      expect(await store.find(scope, 'Who deploys?', 500)).toBeNull();
      expect(await store.find(scope, 'who deploys?', 0)).toBeNull();
      expect(await store.find({ ...scope, model: 'n' }, 'Who deploys?', 0)).toBeNull();
      expect(await store.find({ ...scope, contextDepth: 1 }, 'Who deploys?', 0)).toBeNull();
      expect(await store.find({ ...scope, context: 'c' }, 'Who deploys?', 0)).toBeNull();
      expect(await store.find(scope, 'Who\0deploys?', 0)).toBeNull();
    });

    it('replaces the same question, which keeps its key', async () => {
      await putAll('Who deploys?');
      const key = await keyOf('Who deploys?');
      const refreshed = responseTo('Who deploys?', { response: 'Ada', bytes: 7, expiresAt: 2_000_000 });
      expect(await store.put(refreshed)).toEqual({ replaced: true });
      expect(await store.find(scope, 'Who deploys?', 1_500_000)).toMatchObject({ key, response: 'Ada' });
      expect(await store.sizes(0)).toEqual(new Map([['m', { entries: 1, bytes: 7 }]]));
    });

    it('finds the nearest responses of a scope, nearest first, without expired ones', async () => {
      await store.put(responseTo('half', { vector: between(0, 1) }));
      await store.put(responseTo('same', { vector: axis(0) }));
      await store.put(responseTo('gone', { vector: axis(0), expiresAt: 5 }));
      await store.put(responseTo('other', { vector: axis(2) }));
      await store.put(responseTo('elsewhere', { vector: axis(0), model: 'n' }));
      await store.put(responseTo('deeper', { vector: axis(0), contextDepth: 1 }));
      await store.put(responseTo('elsewhere', { vector: axis(0), context: 'c' }));
      const near = async (options: object = {}) =>
        (await store.nearest(scope, axis(0), { now: 5, limit: 10, minimum: 0.5, ...options })).map(
          ({ query, cosine }) => [query, Math.round(cosine * 10) / 10],
        );
      expect(await near()).toEqual([
        ['same', 1],
        ['half', 0.7],
      ]);
      expect(await near({ now: 4, limit: 2 })).toEqual([
        ['gone', 1],
        ['same', 1],
      ]);
      expect(await near({ minimum: 0.9 })).toEqual([['same', 1]]);
      expect(
        await store.nearest({ ...scope, contextDepth: 2 }, axis(0), { now: 0, limit: 1, minimum: 0 }),
      ).toEqual([]);
      const [nearest] = await store.nearest(scope, axis(0), { now: 5, limit: 1, minimum: 0.9 });
      expect(nearest).toMatchObject({ key: await keyOf('same'), response: 'the answer to same' });
    });

    it('evicts nothing while the size is within the limits', async () => {
      await putAll('a', 'b');
      await store.makeRoom({ most: roomFor(2), left: roomFor(1) }, 0);
      expect(await storedQueries('a', 'b')).toEqual(['a', 'b']);
      expect(await store.counters()).toEqual(new Map());
    });

    it('evicts expired responses, then the least recently used', async () => {
      await putAll('a', 'b');
      await store.put(responseTo('gone', { expiresAt: 5, model: 'n' }));
      await putAll('c', 'd');
      await store.used(await keyOf('a'));
      await store.makeRoom({ most: roomFor(4), left: roomFor(3) }, 5);
      expect(await storedQueries('a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
      await store.makeRoom({ most: roomFor(9, 25), left: roomFor(9, 25) }, 5);
      expect(await storedQueries('a', 'c', 'd')).toEqual(['a', 'd']);
      const evictions = async () =>
        Array.from(await store.counters(), ([model, counts]) => [model, counts.evictions]).sort();
      expect(await evictions()).toEqual([
        ['m', 2],
        ['n', 1],
      ]);
      expect(await store.probe()).toBe(2);
    });

    it('does not evict a response that is replaced during the eviction', async () => {
      await putAll('a', 'b');
      await Promise.all([
        store.put(responseTo('a', { response: 'anew' })),
        store.makeRoom({ most: roomFor(1), left: roomFor(1) }, 0),
      ]);
      expect(await store.find(scope, 'a', 0)).toMatchObject({ response: 'anew' });
      expect(await storedQueries('a', 'b')).toEqual(['a']);
      expect(await store.probe()).toBe(1);
    });

    it('evicts only once if two evictions run at the same time', async () => {
      await putAll('a', 'b', 'c');
      const limits = { most: roomFor(2), left: roomFor(2) };
      await Promise.all([store.makeRoom(limits, 0), store.makeRoom(limits, 0)]);
      expect(await storedQueries('a', 'b', 'c')).toEqual(['b', 'c']);
      expect((await store.counters()).get('m')).toMatchObject({ evictions: 1 });
    });

    it('removes expired responses, and excludes them from the size before', async () => {
      await store.put(responseTo('gone', { expiresAt: 5 }));
      await putAll('a');
      expect(await store.sizes(5)).toEqual(new Map([['m', { entries: 1, bytes: 10 }]]));
      expect(await store.probe()).toBe(2);
      await store.dropExpired(5);
      expect(await store.probe()).toBe(1);
      expect((await store.counters()).get('m')).toMatchObject({ evictions: 1 });
    });

    it('clears all responses or the responses of a model', async () => {
      await putAll('a', 'b');
      await store.put(responseTo('a', { model: 'n' }));
      expect(await store.clear('n')).toBe(1);
      expect(await storedQueries('a', 'b')).toEqual(['a', 'b']);
      expect(await store.clear(null)).toBe(2);
      expect([await storedQueries('a', 'b'), await store.probe(), await store.sizes(0)]).toEqual([
        [],
        0,
        new Map(),
      ]);
      expect(await store.nearest(scope, axis(0), { now: 0, limit: 9, minimum: 0 })).toEqual([]);
    });

    it('adds up counts', async () => {
      await store.noteUse([], new Map([['m', { hits: 1, misses: 2 }]]));
      await store.noteUse([], new Map([['m', { hits: 3, misses: 0 }]]));
      expect(await store.counters()).toEqual(new Map([['m', { hits: 4, misses: 2, evictions: 0 }]]));
    });

    it('records an event for each change', async () => {
      await putAll('a', 'a', 'b');
      await store.makeRoom({ most: roomFor(1), left: roomFor(1) }, 0);
      await store.clear(null);
      expect(await eventTypes()).toEqual([
        ['cache.stored', { model: 'm', context_depth: 0, replaced: false }],
        ['cache.stored', { model: 'm', context_depth: 0, replaced: true }],
        ['cache.stored', { model: 'm', context_depth: 0, replaced: false }],
        ['cache.evicted', { model: 'm', count: 1 }],
        ['cache.cleared', { model: null, count: 1 }],
      ]);
    });

    it('keeps its responses and their order of use after reopening', async () => {
      await putAll('a', 'b', 'c');
      await store.noteUse([{ key: await keyOf('a'), at: 1_000 + made }], new Map());
      under = await under.reopen();
      store = under.store;
      await store.makeRoom({ most: roomFor(2), left: roomFor(1) }, 0);
      expect(await storedQueries('a', 'b', 'c')).toEqual(['a']);
      expect(await store.nearest(scope, axis(0), { now: 0, limit: 9, minimum: 0.9 })).toMatchObject([
        { query: 'a' },
      ]);
    });
  });
}
