import type { EventOutbox } from '@anima/service/events';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { CacheEntry, ResponseCacheStore, UseCounts } from '../../ports/response-cache-store.js';
import type { GroupCommit } from './group-commit.js';
import { vectorsFromBlobs, vectorsToBlob } from './memory-row.js';

interface EntryRow {
  entry_key: number;
  model: string;
  context_depth: number;
  vector: Uint8Array;
  bytes: number;
  expires_at: number;
}

interface ResponseRow {
  model: string;
  context_depth: number;
  query: string;
  response: string;
  created_at: number;
  expires_at: number;
}

export function createSqliteResponseCacheStore(options: {
  db: DatabaseSyncInstance;
  commits: GroupCommit;
  events: EventOutbox;
  dimensions: number;
}): ResponseCacheStore {
  const { db, commits, events, dimensions } = options;
  const selectAll = db.prepare(`
    SELECT entry_key, model, context_depth, vector, bytes, expires_at FROM cached_responses
    ORDER BY last_used_at, entry_key`);
  const selectKey = db.prepare(
    'SELECT entry_key FROM cached_responses WHERE model = ? AND context_depth = ? AND query = ?',
  );
  const selectResponse = db.prepare(`
    SELECT model, context_depth, query, response, created_at, expires_at FROM cached_responses WHERE entry_key = ?`);
  const upsert = db.prepare(`
    INSERT INTO cached_responses
      (model, context_depth, query, response, vector, bytes, created_at, expires_at, last_used_at)
    VALUES (:model, :depth, :query, :response, :vector, :bytes, :created, :expires, :created)
    ON CONFLICT (model, context_depth, query) DO UPDATE SET response = :response, bytes = :bytes,
      created_at = :created, expires_at = :expires, last_used_at = :created
    RETURNING entry_key`);
  const deleteEntry = db.prepare('DELETE FROM cached_responses WHERE entry_key = ? RETURNING model');
  const deleteAll = db.prepare(
    'DELETE FROM cached_responses WHERE :model IS NULL OR model = :model RETURNING entry_key',
  );
  const touch = db.prepare(
    'UPDATE cached_responses SET last_used_at = max(last_used_at, ?) WHERE entry_key = ?',
  );
  const count = db.prepare(`
    INSERT INTO cache_counters (model, hits, misses, evictions) VALUES (:model, :hits, :misses, :evictions)
    ON CONFLICT (model) DO UPDATE SET hits = hits + :hits, misses = misses + :misses,
      evictions = evictions + :evictions`);
  const selectCounters = db.prepare('SELECT * FROM cache_counters');
  const selectCount = db.prepare('SELECT count(*) AS entries FROM cached_responses');

  function keyOf(model: string, depth: number, query: string): number | null {
    const row = selectKey.get(model, depth, query) as { entry_key: number } | undefined;
    return row?.entry_key ?? null;
  }

  return {
    *entries() {
      for (const row of selectAll.iterate() as Iterable<EntryRow>) {
        const entry: CacheEntry = {
          key: row.entry_key,
          model: row.model,
          contextDepth: row.context_depth,
          vector: vectorsFromBlobs(row.vector, null, dimensions).content[0]!,
          bytes: row.bytes,
          expiresAt: row.expires_at,
        };
        yield entry;
      }
    },

    find: ({ model, contextDepth }, query) => keyOf(model, contextDepth, query),

    response(key) {
      const row = selectResponse.get(key) as ResponseRow | undefined;
      if (row === undefined) return null;
      return {
        model: row.model,
        contextDepth: row.context_depth,
        query: row.query,
        response: row.response,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      };
    },

    put(entry) {
      return commits.run((afterCommit) => {
        const { model, contextDepth, query } = entry;
        const replaced = keyOf(model, contextDepth, query) !== null;
        const { entry_key } = upsert.get({
          model,
          depth: contextDepth,
          query,
          response: entry.response,
          vector: vectorsToBlob([entry.vector]),
          bytes: entry.bytes,
          created: entry.createdAt,
          expires: entry.expiresAt,
        }) as { entry_key: number };
        const event = events.record('cache.stored', { model, context_depth: contextDepth, replaced });
        afterCommit(() => events.announce([event]));
        return { key: entry_key, replaced };
      });
    },

    async evict(keys) {
      await commits.run((afterCommit) => {
        const evicted = new Map<string, number>();
        for (const key of keys) {
          const row = deleteEntry.get(key) as { model: string } | undefined;
          if (row !== undefined) evicted.set(row.model, (evicted.get(row.model) ?? 0) + 1);
        }
        const news = Array.from(evicted, ([model, evictions]) => {
          count.run({ model, hits: 0, misses: 0, evictions });
          return events.record('cache.evicted', { model, count: evictions });
        });
        afterCommit(() => events.announce(news));
      });
    },

    clear(model) {
      return commits.run((afterCommit) => {
        const rows = deleteAll.all({ model }) as { entry_key: number }[];
        const event = events.record('cache.cleared', { model, count: rows.length });
        afterCommit(() => events.announce([event]));
        return rows.map(({ entry_key }) => entry_key);
      });
    },

    async noteUse(uses, counts) {
      await commits.run(() => {
        for (const { key, at } of uses) touch.run(at, key);
        for (const [model, { hits, misses }] of counts) count.run({ model, hits, misses, evictions: 0 });
      });
    },

    counters() {
      const rows = selectCounters.all() as unknown as (UseCounts & { model: string; evictions: number })[];
      return new Map(rows.map(({ model, hits, misses, evictions }) => [model, { hits, misses, evictions }]));
    },

    probe: () => (selectCount.get() as { entries: number }).entries,
  };
}
