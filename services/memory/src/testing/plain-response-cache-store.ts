import type { EventOutbox } from '@anima/service/events';
import { cacheCleared, cacheEvicted, cacheStored } from '../domain/cache/cache-events.js';
import { dot } from '../domain/embedding/vector-math.js';
import type {
  CacheScope,
  CacheSize,
  NewCachedResponse,
  ResponseCacheStore,
  UseCounts,
} from '../ports/response-cache-store.js';

type Entry = NewCachedResponse & { key: number; lastUsedAt: number };

/** For tests: the store of responses as plainly as it can be written, in order of use. */
export function createPlainResponseCacheStore(events?: EventOutbox): ResponseCacheStore {
  let entries: Entry[] = [];
  const counters = new Map<string, UseCounts & { evictions: number }>();
  let lastKey = 0;

  const isOf = (scope: CacheScope) => (entry: Entry) =>
    entry.model === scope.model &&
    entry.contextDepth === scope.contextDepth &&
    entry.context === scope.context;
  const said = ({ vector: _, bytes: __, lastUsedAt: ___, ...kept }: Entry) => kept;
  const tell = (event: readonly [type: string, data: Record<string, unknown>]) =>
    events?.announce([events.record(...event)]);

  function count(model: string, counts: Partial<UseCounts & { evictions: number }>): void {
    const known = counters.get(model) ?? { hits: 0, misses: 0, evictions: 0 };
    const { hits = 0, misses = 0, evictions = 0 } = counts;
    counters.set(model, {
      hits: known.hits + hits,
      misses: known.misses + misses,
      evictions: known.evictions + evictions,
    });
  }

  function giveUp(gone: readonly Entry[]): void {
    entries = entries.filter((entry) => !gone.includes(entry));
    for (const model of new Set(gone.map((entry) => entry.model))) {
      const evictions = gone.filter((entry) => entry.model === model).length;
      count(model, { evictions });
      tell(cacheEvicted(model, evictions));
    }
  }

  function moveToEnd(entry: Entry): void {
    entries = [...entries.filter(({ key }) => key !== entry.key), entry];
  }

  const fits = (kept: readonly Entry[], { entries: most, bytes }: CacheSize) =>
    kept.length <= most && kept.reduce((sum, entry) => sum + entry.bytes, 0) <= bytes;

  return {
    async find(scope, query, now) {
      const found = entries
        .filter(isOf(scope))
        .find((entry) => entry.query === query && entry.expiresAt > now);
      return found === undefined ? null : said(found);
    },

    async nearest(scope, vector, { now, limit, minimum }) {
      return entries
        .filter((entry) => isOf(scope)(entry) && entry.expiresAt > now)
        .map((entry) => ({ ...said(entry), cosine: dot(entry.vector, vector) }))
        .filter(({ cosine }) => cosine >= minimum)
        .sort((a, b) => b.cosine - a.cosine || b.key - a.key)
        .slice(0, limit);
    },

    async put(response) {
      const known = entries.filter(isOf(response)).find(({ query }) => query === response.query);
      moveToEnd({ ...response, key: known?.key ?? ++lastKey, lastUsedAt: response.createdAt });
      tell(cacheStored(response, known !== undefined));
      return { replaced: known !== undefined };
    },

    async makeRoom({ most, left }, now) {
      if (fits(entries, most)) return;
      const kept = entries.filter(({ expiresAt }) => expiresAt > now);
      while (!fits(kept, left)) kept.shift();
      giveUp(entries.filter((entry) => !kept.includes(entry)));
    },

    async dropExpired(now) {
      giveUp(entries.filter(({ expiresAt }) => expiresAt <= now));
    },

    async clear(model) {
      const before = entries.length;
      entries = model === null ? [] : entries.filter((entry) => entry.model !== model);
      tell(cacheCleared(model, before - entries.length));
      return before - entries.length;
    },

    async used(key) {
      const entry = entries.find((each) => each.key === key);
      if (entry !== undefined) moveToEnd(entry);
    },

    async noteUse(uses, counts) {
      for (const { key, at } of uses) {
        const entry = entries.find((each) => each.key === key);
        if (entry !== undefined) entry.lastUsedAt = Math.max(entry.lastUsedAt, at);
      }
      entries.sort((a, b) => a.lastUsedAt - b.lastUsedAt || a.key - b.key);
      for (const [model, counted] of counts) count(model, counted);
    },

    async sizes(now) {
      const sizes = new Map<string, CacheSize>();
      for (const { model, bytes, expiresAt } of entries) {
        if (expiresAt <= now) continue;
        const known = sizes.get(model) ?? { entries: 0, bytes: 0 };
        sizes.set(model, { entries: known.entries + 1, bytes: known.bytes + bytes });
      }
      return sizes;
    },

    counters: async () => new Map(counters),
    probe: async () => entries.length,
  };
}
