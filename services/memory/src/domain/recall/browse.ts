import type { MemoryDependencies } from '../dependencies.js';
import type { Memory } from '../memory/memory.js';
import type { MemoryIndex } from '../retrieval/index/memory-index.js';
import { selectTop } from '../retrieval/ranking/select-top.js';
import { type MemoryFilter, toIndexFilter } from './filter.js';

/** One page of the memories that pass the filter, newest first. */
export function browse(
  deps: MemoryDependencies,
  filter: MemoryFilter,
  { page, pageSize }: { page: number; pageSize: number },
): { memories: Memory[]; total: number } {
  const { index, match, store, accesses, clock } = deps;
  const rows = match(toIndexFilter(filter, store), clock());
  const keys = newestKeys(index, rows, (page - 1) * pageSize, page * pageSize);
  return { memories: store.byKeys(keys).map(accesses.withPending), total: rows.length };
}

/** Of the rows from the newest to the oldest those from `start` to `end`; of equal times the later key is the newer one. */
function newestKeys(index: MemoryIndex, rows: Uint32Array, start: number, end: number): number[] {
  const times = Float64Array.from(rows, (row) => index.columns.createdAt[row]!);
  const keyAt = (at: number): number => index.keyOf(rows[at]!);
  return selectTop(times, end, (a, b) => keyAt(b) - keyAt(a), start).map(keyAt);
}
