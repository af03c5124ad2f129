import type { MemoryDependencies } from '../dependencies.js';
import type { Memory } from '../memory/memory.js';
import { type MemoryFilter, toSearchFilter } from './filter.js';

/** One page of the memories that pass the filter, newest first. */
export async function browse(
  { search, store, accesses, clock }: MemoryDependencies,
  filter: MemoryFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ memories: Memory[]; total: number }> {
  const { keys, total } = await search.page(await toSearchFilter(filter, store), {
    order: 'newest',
    from: (page - 1) * pageSize,
    to: page * pageSize,
    now: clock(),
  });
  const memories = await store.byKeys(keys);
  return { memories: memories.map(accesses.withPending), total };
}
