import type { PostgresQueries } from '@anima/service/postgres';
import type { SearchFilter } from '../../search/search-filter.js';
import { passes } from './search-filter-sql.js';
import { sqlValues } from './sql-values.js';

/** Statistics of all memories that pass a filter. */
export interface Census {
  total: number;
  /** Number of terms of their texts and headers together. */
  length: number;
  /**
   * Keys of some hundred of these memories, in runs of adjacent keys spread over the key range; ranking
   * estimates distributions from them.
   */
  sample: readonly number[];
}

/** State of the database that a transaction sees. */
export interface SeenState {
  lastChange: number;
  /** Number of all memories. */
  memories: number;
}

interface CachedCensus extends Census {
  lastChange: number;
  /** The census is valid from `from` (inclusive) to `until` (exclusive). */
  from: number;
  until: number;
}

const SAMPLED_RUNS = 8;
const RUN_LENGTH = 64;
const MAX_CACHED = 64;

/**
 * Creates a function that counts the memories that pass a filter, by reading all of their rows. It caches the
 * last counts until the next change of the database. Callers read the number of the last change first, so no
 * process returns outdated counts.
 */
export function createCensuses() {
  const cached = new Map<string, CachedCensus>();

  async function take(
    tx: PostgresQueries,
    filter: SearchFilter,
    now: number,
    seen: SeenState,
  ): Promise<CachedCensus> {
    const { values, $ } = sqlValues();
    const [row] = await tx.query<{
      total: number;
      length: number;
      first: number | null;
      last: number | null;
      expiry: number | null;
    }>(
      `SELECT count(*) AS total, coalesce(sum(body_length + header_length), 0) AS length,
         min(memory_key) AS first, max(memory_key) AS last, min(expires_at) AS expiry
       FROM search_rows WHERE ${passes(filter, now, $)}`,
      values,
    );
    const { total, length, first, last, expiry } = row!;
    return {
      total,
      length,
      sample: first === null || last === null ? [] : await sampleOf(tx, filter, now, first, last),
      lastChange: seen.lastChange,
      from: now,
      until: filter.includeArchived || expiry === null ? Number.POSITIVE_INFINITY : expiry,
    };
  }

  return async (tx: PostgresQueries, filter: SearchFilter, now: number, seen: SeenState): Promise<Census> => {
    const name = JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)));
    const known = cached.get(name);
    cached.delete(name);
    const holds = known?.lastChange === seen.lastChange && now >= known.from && now < known.until;
    const census = holds ? known : await take(tx, filter, now, seen);
    cached.set(name, census);
    if (cached.size > MAX_CACHED) cached.delete(cached.keys().next().value!);
    return census;
  };
}

/** Selects the sample from the data only, so that every process uses the same sample. */
async function sampleOf(
  tx: PostgresQueries,
  filter: SearchFilter,
  now: number,
  first: number,
  last: number,
): Promise<number[]> {
  const starts = Array.from({ length: SAMPLED_RUNS }, (_, run) =>
    Math.floor(first + ((last - first) * run) / SAMPLED_RUNS),
  );
  const { values, $ } = sqlValues();
  const rows = await tx.query<{ memory_key: number }>(
    `SELECT DISTINCT memory_key FROM unnest(${$(starts)}::bigint[]) AS start, LATERAL (
       SELECT memory_key FROM search_rows WHERE memory_key >= start AND ${passes(filter, now, $)}
       ORDER BY memory_key LIMIT ${RUN_LENGTH}) AS run`,
    values,
  );
  return rows.map((row) => row.memory_key);
}
