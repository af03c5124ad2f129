import type { PostgresQueries } from '@anima/service/postgres';
import type { StoredMemory } from '../../ports/memory-store.js';

/** Brings what is searched up to date with new and changed memories, in their transaction. */
export async function writeSearchRows(
  _tx: PostgresQueries,
  _changed: readonly StoredMemory[],
): Promise<void> {}
