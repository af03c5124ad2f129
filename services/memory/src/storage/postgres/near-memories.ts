import type { PostgresQueries } from '@anima/service/postgres';
import type { SearchFilter } from '../../search/search-filter.js';
import type { Census, SeenState } from './search-census.js';
import { passes } from './search-filter-sql.js';
import { vectorText } from './search-rows.js';
import { indexedVector, indexedWindows } from './search-schema.js';
import { sqlValues } from './sql-values.js';

export interface NearMemory {
  key: number;
  /** Cosine of the nearest window, in half precision. */
  cosine: number;
}

/** Filter, time and state for a search of neighbours. */
export interface NeighbourQuery {
  filter: SearchFilter;
  now: number;
  census: Census;
  seen: SeenState;
  dimensions: number;
}

/**
 * Cost of visiting one memory in the graph, relative to comparing one memory with the query. The search
 * visits about `limit · all / passing` memories until `limit` of them pass.
 */
const WALK_OVER_SCAN = 5;
/**
 * Number of windows to request from the graph per memory, because several windows can belong to one memory.
 */
const WINDOWS_A_MEMORY = 1.5;

/**
 * Returns the memories nearest to a vector, nearest first; of equally near memories the latest first. Returns
 * `limit` memories, or all that pass if they are fewer. If few memories pass, all of them are compared.
 * Otherwise the graph is searched, and if it finds too few, all are compared.
 */
export async function nearMemories(
  tx: PostgresQueries,
  vector: Float32Array,
  limit: number,
  at: NeighbourQuery,
): Promise<NearMemory[]> {
  const { total } = at.census;
  const wanted = Math.min(limit, total);
  if (wanted <= 0) return [];
  const isCheapToCompareAll = total * total <= WALK_OVER_SCAN * wanted * at.seen.memories;
  if (isCheapToCompareAll) return compareAll(tx, vector, wanted, at);
  const walked = await walkGraph(tx, vector, wanted, at);
  return walked.length < wanted ? compareAll(tx, vector, wanted, at) : walked;
}

async function compareAll(
  tx: PostgresQueries,
  vector: Float32Array,
  limit: number,
  { filter, now, dimensions }: NeighbourQuery,
): Promise<NearMemory[]> {
  const { values, $ } = sqlValues();
  const queryVector = `${$(vectorText(vector))}::halfvec`;
  return tx.query<NearMemory>(
    `SELECT memory_key AS key, max(-(${indexedVector(dimensions)} <#> ${queryVector})) AS cosine
     FROM search_rows JOIN search_windows USING (memory_key)
     WHERE ${indexedWindows(dimensions)} AND ${passes(filter, now, $)}
     GROUP BY memory_key ORDER BY cosine DESC, memory_key DESC LIMIT ${$(limit)}`,
    values,
  );
}

/**
 * Searches the graph of the index within the limits of `prepareWalk`. The result is approximate, and shorter
 * than requested if few memories pass.
 */
async function walkGraph(
  tx: PostgresQueries,
  vector: Float32Array,
  limit: number,
  { filter, now, dimensions }: NeighbourQuery,
): Promise<NearMemory[]> {
  const { values, $ } = sqlValues();
  const distance = `${indexedVector(dimensions)} <#> ${$(vectorText(vector))}::halfvec`;
  const windows = await tx.query<NearMemory>(
    `SELECT memory_key AS key, -(${distance}) AS cosine FROM search_windows JOIN search_rows USING (memory_key)
     WHERE ${indexedWindows(dimensions)} AND ${passes(filter, now, $)}
     ORDER BY ${distance} LIMIT ${$(Math.ceil(limit * WINDOWS_A_MEMORY))}`,
    values,
  );
  const best = new Map<number, number>();
  for (const { key, cosine } of windows) best.set(key, Math.max(cosine, best.get(key) ?? -1));
  return nearestFirst(Array.from(best, ([key, cosine]) => ({ key, cosine }))).slice(0, limit);
}

export const nearestFirst = (memories: readonly NearMemory[]): NearMemory[] =>
  memories.toSorted((a, b) => b.cosine - a.cosine || b.key - a.key);

/**
 * Reads the state that the transaction sees, and sets the limits of graph searches: they continue while too
 * few of the visited memories pass the filter. Disables the JIT compiler of PostgreSQL, which takes longer
 * than it saves.
 */
export async function prepareWalk(tx: PostgresQueries, limit: number): Promise<SeenState> {
  const breadth = Math.min(1_000, Math.max(100, Math.ceil(limit * WINDOWS_A_MEMORY)));
  const [state] = await tx.query<SeenState>(
    `SELECT last_change AS "lastChange", last_key AS memories, set_config('jit', 'off', true),
       set_config('hnsw.ef_search', $1, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
       set_config('hnsw.max_scan_tuples', '60000', true), set_config('hnsw.scan_mem_multiplier', '4', true)
     FROM store_state`,
    [String(breadth)],
  );
  return state!;
}
