import { createHash } from 'node:crypto';
import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import { cacheCleared, cacheEvicted, cacheStored } from '../../cache/cache-events.js';
import type {
  CacheSize,
  ResponseCacheStore,
  StoredResponse,
  UseCounts,
} from '../../cache/response-cache-store.js';
import type { Commits, WriteTransaction } from './commits.js';
import { NOW_MS } from './processes.js';
import { vectorText } from './search-rows.js';

interface ResponseRow {
  key: number;
  model: string;
  contextDepth: number;
  context: string;
  query: string;
  response: string;
  createdAt: number;
  expiresAt: number;
}

const RESPONSE = `entry_key AS key, model, context_depth AS "contextDepth", context, query, response,
  created_at AS "createdAt", expires_at AS "expiresAt"`;
const IN_SCOPE = 'model = $1 AND context_depth = $2 AND context = $3';

const SELECT_SAME = `SELECT ${RESPONSE} FROM cached_responses
  WHERE ${IN_SCOPE} AND query_digest = $4 AND query = $5 AND expires_at > $6`;
/** Compares all questions of the scope, so that the result is exact. `<#>` is the negative inner product. */
const SELECT_NEAREST = `SELECT ${RESPONSE}, -(vector <#> $4::halfvec) AS cosine FROM cached_responses
  WHERE ${IN_SCOPE} AND expires_at > $5 AND vector <#> $4::halfvec <= -($6::double precision)
  ORDER BY vector <#> $4::halfvec, entry_key DESC LIMIT $7`;
const UPSERT = `
  INSERT INTO cached_responses AS kept (model, context_depth, context, query, query_digest, response, vector, bytes, created_at,
    expires_at, last_used_at, conversation_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7::halfvec, $8, $9, $10, $9, $11)
  ON CONFLICT (model, context_depth, query_digest) DO UPDATE SET conversation_id = $11, response = $6, vector = $7::halfvec, bytes = $8, created_at = $9,
    expires_at = $10, last_used_at = $9
  RETURNING EXISTS (SELECT 1 FROM cached_responses AS before WHERE before.entry_key = kept.entry_key) AS replaced`;
/**
 * Removes the least recently used responses beyond $2 entries or $3 bytes, and expired ones. The comparison
 * of `last_used_at` keeps a response that was used in the meantime.
 */
const DELETE_SURPLUS = `
  DELETE FROM cached_responses USING (
    SELECT entry_key, last_used_at, row_number() OVER recent > $2 OR sum(bytes) OVER recent > $3 AS is_surplus FROM cached_responses
    WINDOW recent AS (ORDER BY expires_at > $1 DESC, last_used_at DESC, entry_key DESC ROWS UNBOUNDED PRECEDING)
  ) AS ranked
  WHERE cached_responses.entry_key = ranked.entry_key AND cached_responses.last_used_at = ranked.last_used_at
    AND (is_surplus OR expires_at <= $1)
  RETURNING model`;
/** Commits without waiting for the disk: only the current order of use matters. */
const USE_NOW = `
  WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true))
  UPDATE cached_responses SET last_used_at = greatest(last_used_at, ${NOW_MS}) FROM unhurried WHERE entry_key = $1`;
const USE_THEN = `
  UPDATE cached_responses SET last_used_at = greatest(last_used_at, at)
  FROM unnest($1::bigint[], $2::bigint[]) AS used (key, at) WHERE entry_key = key`;
const COUNT = `
  INSERT INTO cache_counters AS kept (model, hits, misses, evictions)
  SELECT * FROM json_to_recordset($1::json) AS counted (model text, hits bigint, misses bigint, evictions bigint)
  ON CONFLICT (model) DO UPDATE SET hits = kept.hits + excluded.hits, misses = kept.misses + excluded.misses,
    evictions = kept.evictions + excluded.evictions`;

/** Creates a cache that stores responses only in the database, so that all processes return the same. */
export function createPostgresResponseCacheStore(options: {
  db: Postgres;
  /** Serialises writes, so that storing a response and an eviction do not overlap. */
  commits: Pick<Commits, 'run'>;
}): ResponseCacheStore {
  const { db, commits } = options;

  async function storedSize(): Promise<CacheSize> {
    const [size] = await db.query<CacheSize>(
      'SELECT count(*) AS entries, coalesce(sum(bytes), 0)::bigint AS bytes FROM cached_responses',
    );
    return size!;
  }

  function giveUp(remove: (tx: WriteTransaction) => Promise<{ model: string }[]>): Promise<void> {
    return commits.run(async (tx) => {
      const evicted = new Map<string, number>();
      for (const { model } of await remove(tx)) evicted.set(model, (evicted.get(model) ?? 0) + 1);
      await count(
        tx,
        Array.from(evicted, ([model, evictions]) => ({ model, hits: 0, misses: 0, evictions })),
      );
      for (const [model, evictions] of evicted) tx.record(...cacheEvicted(model, evictions));
    });
  }

  return {
    async find({ model, contextDepth, context }, query, now) {
      // PostgreSQL cannot compare U+0000, and no stored question contains it.
      if (query.includes('\0')) return null;
      const [row] = await db.query<ResponseRow>(SELECT_SAME, [
        model,
        contextDepth,
        context,
        keyDigest(query, context),
        query,
        now,
      ]);
      return row ?? null;
    },

    nearest: ({ model, contextDepth, context }, vector, { now, limit, minimum }) =>
      db.query<StoredResponse & { cosine: number }>(SELECT_NEAREST, [
        model,
        contextDepth,
        context,
        vectorText(vector),
        now,
        minimum,
        limit,
      ]),

    put(entry) {
      return commits.run(async (tx) => {
        const [written] = await tx.query<{ replaced: boolean }>(UPSERT, [
          entry.model,
          entry.contextDepth,
          entry.context,
          entry.query,
          keyDigest(entry.query, entry.context),
          entry.response,
          vectorText(entry.vector),
          entry.bytes,
          entry.createdAt,
          entry.expiresAt,
          entry.conversationId ?? null,
        ]);
        const { replaced } = written!;
        tx.record(...cacheStored(entry, replaced));
        return { replaced };
      });
    },

    async makeRoom({ most, left }, now) {
      const { entries, bytes } = await storedSize();
      if (entries <= most.entries && bytes <= most.bytes) return;
      await giveUp((tx) => tx.query(DELETE_SURPLUS, [now, left.entries, left.bytes]));
    },

    async dropExpired(now) {
      const expired = 'FROM cached_responses WHERE expires_at <= $1';
      const [any] = await db.query(`SELECT 1 ${expired} LIMIT 1`, [now]);
      if (any !== undefined) await giveUp((tx) => tx.query(`DELETE ${expired} RETURNING model`, [now]));
    },

    clear(model) {
      return commits.run(async (tx) => {
        const gone = await tx.query(
          'DELETE FROM cached_responses WHERE $1::text IS NULL OR model = $1 RETURNING entry_key',
          [model],
        );
        tx.record(...cacheCleared(model, gone.length));
        return gone.length;
      });
    },

    removeMentions({ texts, conversations }) {
      return commits.run(async (tx) => {
        const gone = await tx.query(
          `DELETE FROM cached_responses WHERE conversation_id = ANY ($2)
             OR EXISTS (SELECT 1 FROM unnest($1::text[]) AS mentioned (text)
               WHERE position(text IN response) > 0 OR position(text IN query) > 0)
           RETURNING entry_key`,
          [texts, conversations],
        );
        return gone.length;
      });
    },

    async used(key) {
      await db.query(USE_NOW, [key]);
    },

    noteUse(uses, counts) {
      return commits.run(async (tx) => {
        await tx.query(USE_THEN, [uses.map(({ key }) => key), uses.map(({ at }) => at)]);
        await count(
          tx,
          Array.from(counts, ([model, { hits, misses }]) => ({ model, hits, misses, evictions: 0 })),
        );
      });
    },

    async sizes(now) {
      const rows = await db.query<CacheSize & { model: string }>(
        `SELECT model, count(*) AS entries, sum(bytes)::bigint AS bytes FROM cached_responses
         WHERE expires_at > $1 GROUP BY model`,
        [now],
      );
      return new Map(rows.map(({ model, entries, bytes }) => [model, { entries, bytes }]));
    },

    async counters() {
      const rows = await db.query<UseCounts & { model: string; evictions: number }>(
        'SELECT model, hits, misses, evictions FROM cache_counters',
      );
      return new Map(rows.map(({ model, ...counts }) => [model, counts]));
    },

    probe: async () => (await storedSize()).entries,
  };
}

async function count(
  tx: PostgresQueries,
  counted: readonly (UseCounts & { model: string; evictions: number })[],
): Promise<void> {
  if (counted.length > 0) await tx.query(COUNT, [JSON.stringify(counted)]);
}

/** Digest to find a question of any length. */
export const queryDigest = (query: string) => createHash('sha256').update(query).digest('hex');

/** Digest of a row; with a context it covers both, so that every context has a separate response. */
const keyDigest = (query: string, context: string) =>
  queryDigest(context === '' ? query : `${context} ${query}`);
