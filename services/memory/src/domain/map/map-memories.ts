import { setImmediate } from 'node:timers/promises';
import type { MemoryDependencies } from '../dependencies.js';
import type { Memory } from '../memory/memory.js';
import { type MemoryFilter, toSearchFilter } from '../recall/filter.js';
import { principalAxes } from './principal-axes.js';

export interface MappedMemory {
  memory: Memory;
  /** -1 to 1. */
  x: number;
  y: number;
}

const READ_AT_A_TIME = 200;

/** Of the memories that pass the filter the `limit` most useful, laid out so that those of near meaning lie near. */
export async function mapMemories(
  { search, store, clock }: Pick<MemoryDependencies, 'search' | 'store' | 'clock'>,
  filter: MemoryFilter,
  limit: number,
): Promise<{ mapped: MappedMemory[]; total: number }> {
  const { keys, total } = await search.page(await toSearchFilter(filter, store), {
    order: 'useful',
    from: 0,
    to: limit,
    now: clock(),
  });
  const found: { memory: Memory; vector: Float32Array }[] = [];
  for (let from = 0; from < keys.length; from += READ_AT_A_TIME) {
    await setImmediate();
    const memories = await store.byKeys(keys.slice(from, from + READ_AT_A_TIME));
    const vectors = await search.firstVectors(memories.map(({ key }) => key));
    // One that was given up meanwhile has none.
    for (const [at, vector] of vectors.entries())
      if (vector !== null) found.push({ memory: memories[at]!, vector });
  }
  const [x, y] = await principalAxes(found.map(({ vector }) => vector));
  return { mapped: found.map(({ memory }, at) => ({ memory, x: x[at]!, y: y[at]! })), total };
}
