import { setImmediate } from 'node:timers/promises';
import {
  type ComparableMemory,
  type Exclusions,
  findRelated,
  NOTHING_RELATED,
  type RelatedDependencies,
  type RelatedMemories,
} from './find-related.js';

/** Number of memories of an import that are compared: as many items as a response lists. */
const MAX_QUERIED = 100;
const MAX_MS = 1_000;

/**
 * Creates a function that finds the related memories of one import. It returns no related memories after
 * MAX_ASKED calls, or after MAX_MS of search time.
 */
export function createImportRelated(deps: RelatedDependencies) {
  let queried = 0;
  let spentMs = 0;
  return async (
    memory: ComparableMemory,
    vectors: readonly Float32Array[] | number,
    leftOut?: Exclusions,
  ): Promise<RelatedMemories> => {
    if (queried++ >= MAX_QUERIED || spentMs > MAX_MS) return NOTHING_RELATED;
    const began = performance.now();
    const found = await findRelated(deps, memory, vectors, leftOut);
    spentMs += performance.now() - began;
    await setImmediate();
    return found;
  };
}

export type ImportRelated = ReturnType<typeof createImportRelated>;
