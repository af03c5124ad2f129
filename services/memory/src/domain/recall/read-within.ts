import type { MemoryStore } from '../../ports/memory-store.js';
import type { Memory } from '../memory/memory.js';

/** A list ends before the UTF-8 contents of its memories exceed this. It has at least one memory. */
export const MAX_LIST_BYTES = 4 * 1024 * 1024;

const READ_AT_A_TIME = 32;

/** Reads memories in the order of their keys until their contents reach the limit; `isCut` tells that it was reached. */
export async function readWithin(
  store: Pick<MemoryStore, 'byKeys'>,
  keys: readonly number[],
): Promise<{ memories: Memory[]; isCut: boolean }> {
  const memories: Memory[] = [];
  let bytes = 0;
  for (let from = 0; from < keys.length; from += READ_AT_A_TIME) {
    for (const memory of await store.byKeys(keys.slice(from, from + READ_AT_A_TIME))) {
      bytes += Buffer.byteLength(memory.content);
      if (bytes > MAX_LIST_BYTES && memories.length > 0) return { memories, isCut: true };
      memories.push(memory);
    }
  }
  return { memories, isCut: false };
}
