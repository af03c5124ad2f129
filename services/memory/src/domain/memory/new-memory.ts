import type { NewMemory } from '../../ports/memory-store.js';
import type { Memory } from './memory.js';

/** What a new memory is once it is stored under this key. */
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
