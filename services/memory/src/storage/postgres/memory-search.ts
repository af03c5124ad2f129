import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import { nearestPair } from '../../embedding/vector-math.js';
import { nearPairs } from '../../search/index/near-pairs.js';
import { VectorTable } from '../../search/index/vector-table.js';
import {
  MAX_ASKED_WINDOWS,
  type MemorySearch,
  type NearKey,
  type PageOrder,
} from '../../search/memory-search.js';
import { HALF_LIFE_MS, RECENCY_WEIGHT } from '../../search/ranking/usefulness.js';
import { vectorsFromBytes } from './memory-row.js';
import { ERASED } from './memory-store.js';
import {
  type NearMemory,
  type NeighbourQuery,
  nearestFirst,
  nearMemories,
  prepareWalk,
} from './near-memories.js';
import { rankCandidates } from './rank-candidates.js';
import { createCensuses } from './search-census.js';
import { passes } from './search-filter-sql.js';
import { vectorText } from './search-rows.js';
import { sqlValues } from './sql-values.js';

export interface PostgresSearchOptions {
  db: Postgres;
  /** Dimensions of the vectors. Their index must exist, see search-schema.ts. */
  dimensions: number;
}

const READ_AT_A_TIME = 500;
/**
 * Number of additional candidates. Candidates are found with half precision and then compared with full
 * precision.
 */
const RESCORE_FACTOR = 8;

/**
 * Searches in the database of the memories, so all committed changes are found. If more than a thousand
 * memories pass a filter, ranking considers only candidates that words and an approximate vector index find;
 * lists, counts and filters are always exact.
 */
export function createPostgresSearch({ db, dimensions }: PostgresSearchOptions): MemorySearch {
  const censusOf = createCensuses();

  /** Runs `work` in a read transaction, so that all its statements see the same state. */
  function looking<T>(work: (tx: PostgresQueries) => Promise<T>): Promise<T> {
    return db.transaction(work, { isolation: 'repeatable read', readOnly: true });
  }

  async function firstVectors(keys: readonly number[]): Promise<(Float32Array | null)[]> {
    const found = new Map<number, Float32Array>();
    for (let from = 0; from < keys.length; from += READ_AT_A_TIME) {
      const rows = await db.query<{ memory_key: number; content: Buffer }>(
        `SELECT memory_key, substring(content FOR ${dimensions * Float32Array.BYTES_PER_ELEMENT}) AS content
         FROM memory_vectors WHERE memory_key = ANY ($1::bigint[])`,
        [keys.slice(from, from + READ_AT_A_TIME)],
      );
      for (const { memory_key, content } of rows) {
        const [first] = vectorsFromBytes({ content, context: null }, dimensions).content;
        if (first !== undefined) found.set(memory_key, first);
      }
    }
    return keys.map((key) => found.get(key) ?? null);
  }

  async function windowsOf(tx: PostgresQueries, keys: readonly number[]) {
    const rows = await tx.query<{ memory_key: number; content: Buffer }>(
      'SELECT memory_key, content FROM memory_vectors WHERE memory_key = ANY ($1::bigint[])',
      [keys],
    );
    return new Map(
      rows.map(({ memory_key, content }) => [
        memory_key,
        vectorsFromBytes({ content, context: null }, dimensions).content,
      ]),
    );
  }

  async function nearestTo(
    tx: PostgresQueries,
    queryWindows: readonly Float32Array[],
    own: number | null,
    limit: number,
    at: NeighbourQuery,
  ): Promise<NearKey[]> {
    const best = new Map<number, NearMemory>();
    for (const vector of queryWindows) {
      for (const near of await nearMemories(tx, vector, limit + RESCORE_FACTOR, at)) {
        const before = best.get(near.key);
        if (near.key !== own && (before === undefined || before.cosine < near.cosine))
          best.set(near.key, near);
      }
    }
    const keys = nearestFirst([...best.values()])
      .slice(0, limit + RESCORE_FACTOR)
      .map(({ key }) => key);
    const windows = await windowsOf(tx, keys);
    return keys
      .flatMap((key) => ({ key, ...nearestPair(queryWindows, windows.get(key)!) }))
      .sort((a, b) => b.similarity - a.similarity || b.key - a.key)
      .slice(0, limit);
  }

  return {
    async page(filter, { order, from, to, now, after }) {
      const { values, $ } = sqlValues();
      const where = passes(filter, now, $);
      const count = to === Number.POSITIVE_INFINITY ? null : Math.max(0, to - from);
      const rest =
        after === undefined
          ? 'true'
          : `(created_at, memory_key) < (${$(after.createdAt)}::bigint, ${$(after.key)}::bigint)`;
      const [found] = await db.query<{ keys: number[]; total: number }>(
        `SELECT (SELECT count(*) FROM search_rows WHERE ${where}) AS total, to_json(ARRAY(
           SELECT memory_key FROM search_rows WHERE ${where} AND ${rest}
           ORDER BY ${inOrder(order, () => `${$(now)}::float8`)} OFFSET ${$(from)} LIMIT ${$(count)})) AS keys`,
        values,
      );
      return found!;
    },

    async count(filter, now) {
      const { values, $ } = sqlValues();
      const rows = await db.query<{ type: string; project_id: string | null; count: number }>(
        `SELECT type, project_id, count FROM (
           SELECT type, project_key, count(*) FROM search_rows WHERE ${passes(filter, now, $)} GROUP BY type, project_key
         ) AS counted LEFT JOIN projects USING (project_key)`,
        values,
      );
      const byType = new Map<string, number>();
      const byProject = new Map<string, number>();
      let total = 0;
      for (const { type, project_id: projectId, count } of rows) {
        total += count;
        byType.set(type, (byType.get(type) ?? 0) + count);
        if (projectId !== null) byProject.set(projectId, (byProject.get(projectId) ?? 0) + count);
      }
      return { total, byType, byProject };
    },

    rank: (query, filter, options) =>
      looking(async (tx) => {
        const seen = await prepareWalk(tx, options.limit);
        const census = await censusOf(tx, filter, options.now, seen);
        const at = { filter, now: options.now, census, seen, dimensions };
        return { ranked: await rankCandidates(tx, query, options, at), total: census.total };
      }),

    nearest: (of, filter, { limit, now }) =>
      looking(async (tx) => {
        const own = typeof of === 'number' ? of : null;
        const windows = typeof of === 'number' ? ((await windowsOf(tx, [of])).get(of) ?? []) : of;
        const queryWindows = windows.slice(0, MAX_ASKED_WINDOWS);
        if (queryWindows.length === 0 || limit < 1) return [];
        const seen = await prepareWalk(tx, limit + RESCORE_FACTOR);
        const census = await censusOf(tx, filter, now, seen);
        return nearestTo(tx, queryWindows, own, limit, { filter, now, census, seen, dimensions });
      }),

    async cosines(pairs) {
      const windows = await windowsOf(db, [...new Set(pairs.flat())]);
      return pairs.map(([one, other]) => {
        const [a, b] = [windows.get(one), windows.get(other)];
        return a === undefined || b === undefined ? 0 : nearestPair(a, b).similarity;
      });
    },

    async windowCosines(vector, keys) {
      const rows = await db.query<{ key: number; cosines: number[] }>(
        `SELECT memory_key AS key, to_json(array_agg(-(vector <#> $1::halfvec) ORDER BY number)) AS cosines
         FROM search_windows WHERE memory_key = ANY ($2::bigint[]) AND number >= 0 GROUP BY memory_key`,
        [vectorText(vector), keys],
      );
      return new Map(rows.map(({ key, cosines }) => [key, cosines]));
    },

    async *nearPairs(compared, options) {
      const table = new VectorTable(dimensions);
      while (table.rows < compared.length) {
        const some = compared.slice(table.rows, table.rows + READ_AT_A_TIME);
        const keys = some.filter((vector) => typeof vector === 'number');
        const vectorOf = new Map((await firstVectors(keys)).map((vector, at) => [keys[at]!, vector]));
        for (const keyOrVector of some) {
          const vector = typeof keyOrVector === 'number' ? (vectorOf.get(keyOrVector) ?? null) : keyOrVector;
          table.append(vector === null ? [] : [vector]);
        }
      }
      yield* nearPairs(table, options);
    },

    async lastOfConversation(conversation) {
      if (conversation.includes('\0')) return null;
      const [row] = await db.query<{ key: number | null }>(
        'SELECT max(memory_key) AS key FROM search_rows WHERE conversation = $1',
        [conversation],
      );
      return row?.key ?? null;
    },

    async holds() {
      // The search data is written in the transaction of its memories.
      const [state] = await db.query<{ memories: number; changeSeq: number }>(
        `SELECT last_key - ${ERASED} AS memories, last_change AS "changeSeq" FROM store_state`,
      );
      return state!;
    },
  };
}

function inOrder(order: PageOrder, now: () => string): string {
  if (order === 'arrival') return 'memory_key';
  if (order === 'newest') return 'created_at DESC, memory_key DESC';
  // Same formula as usefulness.ts. The cap at 1,000 half-lives prevents an underflow of `power`.
  const halfLives = `least(greatest(0, ${now()} - occurred_at) / ${HALF_LIFE_MS}, 1000)`;
  return `importance + ${RECENCY_WEIGHT} * power(0.5::float8, ${halfLives}) DESC, memory_key DESC`;
}
