import { setImmediate } from 'node:timers/promises';
import {
  type ComparableMemory,
  type Exclusions,
  findRelated,
  NOTHING_RELATED,
  type RelatedDependencies,
  type RelatedMemories,
} from './find-related.js';

/** As many items as an answer shows. */
const MAX_ASKED = 100;
const MAX_MS = 1_000;

/** Finds what the memories of one import have to do with, for the first of them and as long as it may take. */
export function createImportRelated(deps: RelatedDependencies) {
  let asked = 0;
  let spentMs = 0;
  return async (
    memory: ComparableMemory,
    vectors: readonly Float32Array[] | number,
    leftOut?: Exclusions,
  ): Promise<RelatedMemories> => {
    if (asked++ >= MAX_ASKED || spentMs > MAX_MS) return NOTHING_RELATED;
    const began = performance.now();
    const found = await findRelated(deps, memory, vectors, leftOut);
    spentMs += performance.now() - began;
    await setImmediate();
    return found;
  };
}

export type ImportRelated = ReturnType<typeof createImportRelated>;
