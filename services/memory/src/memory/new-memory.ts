import type { Memory } from './memory.js';
import { memoryColumns } from './memory-columns.js';
import type { NewMemory, NullableField } from './memory-store.js';

const noValues = Object.fromEntries(
  memoryColumns.filter(({ isNullable }) => isNullable).map(({ field }) => [field, null]),
) as Pick<Memory, NullableField>;

/** Returns the memory that results from storing a new memory under this key. */
export function storedMemory({ vectors: _, ...fields }: NewMemory, key: number): Memory {
  return {
    ...noValues,
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
