import type { MemoryDependencies } from './dependencies.js';
import { type MemoryFilter, toIndexFilter } from './filter.js';
import type { Memory } from './memory.js';
import type { MemoryIndex } from './retrieval/index/memory-index.js';

/** One page of the memories that pass the filter, newest first. */
export function browse(
  deps: MemoryDependencies,
  filter: MemoryFilter,
  { page, pageSize }: { page: number; pageSize: number },
): { memories: Memory[]; total: number } {
  const { index, match, store, accesses, clock } = deps;
  const rows = newestFirst(index, match(toIndexFilter(filter, store), clock()));
  const keys = Array.from(rows.subarray((page - 1) * pageSize, page * pageSize), (row) => index.keyOf(row));
  return { memories: store.byKeys(keys).map(accesses.withPending), total: rows.length };
}

/** Rows stand in order of arrival, but a rewritten content moves its row: the sort finds them nearly in order. */
function newestFirst(index: MemoryIndex, rows: Uint32Array): Uint32Array {
  const { createdAt } = index.columns;
  return rows
    .slice()
    .reverse()
    .sort((a, b) => createdAt[b]! - createdAt[a]! || index.keyOf(b) - index.keyOf(a));
}
