import type { ListPosition } from '../../ports/memory-search.js';
import type { MemoryDependencies } from '../dependencies.js';
import type { Memory } from '../memory/memory.js';
import { type MemoryFilter, toSearchFilter } from './filter.js';
import { readWithin } from './read-within.js';

export interface BrowseOptions {
  /** A page number of the complete list, or the position after which the list continues. */
  start: { page: number } | { after: ListPosition | null };
  pageSize: number;
}

export interface MemoryList {
  memories: Memory[];
  /** Number of memories that pass the filter. */
  total: number;
  /** The position of the last memory; null if no memory follows it. */
  next: ListPosition | null;
}

/**
 * Lists the memories that pass the filter, newest first. A list that continues after a position ends before its contents exceed
 * `MAX_LIST_BYTES`. A numbered page is always complete: the next number would skip the omitted memories.
 */
export async function browse(
  { search, store, accesses, clock }: MemoryDependencies,
  filter: MemoryFilter,
  { start, pageSize }: BrowseOptions,
): Promise<MemoryList> {
  const from = 'page' in start ? (start.page - 1) * pageSize : 0;
  const after = 'page' in start ? null : start.after;
  const { keys, total } = await search.page(await toSearchFilter(filter, store), {
    order: 'newest',
    from,
    // One more: it tells whether the list ends here.
    to: from + pageSize + 1,
    now: clock(),
    ...(after === null ? {} : { after }),
  });
  const wanted = keys.slice(0, pageSize);
  const { memories, isCut } =
    'page' in start
      ? { memories: await store.byKeys(wanted), isCut: false }
      : await readWithin(store, wanted);
  const last = memories.at(-1);
  const hasMore = isCut || keys.length > pageSize;
  return {
    memories: memories.map(accesses.withPending),
    total,
    next: hasMore && last !== undefined ? { createdAt: last.createdAt, key: last.key } : null,
  };
}
