import type { NewMemory } from '../../ports/memory-store.js';
import type { Memory } from './memory.js';

/** Returns the memory that results from storing a new memory under this key. */
export function storedMemory({ vectors: _, ...fields }: NewMemory, key: number): Memory {
  return {
    sharedWith: [],
    mergedFrom: [],
    ...fields,
    key,
    updatedAt: fields.createdAt,
    archivedAt: null,
    supersededBy: null,
    accessCount: 0,
    lastAccessedAt: null,
  };
}
