import type { WithTransaction } from '../storage/transaction.js';
import type { Memory } from './memory.js';
import { createWriteBehind, type WriteBehind } from './write-behind.js';

/** Counts reads of memories and writes the counts later: see write-behind.ts. */
export interface AccessCounter extends Pick<WriteBehind<number, unknown>, 'flush' | 'close'> {
  note(memories: readonly Memory[], at: number): void;
  /** Returns the memory with the counts that are not written yet. */
  withPending(memory: Memory): Memory;
}

type Accessed = Pick<Memory, 'accessCount' | 'lastAccessedAt'>;

const FLUSH_AT_MEMORIES = 2_000;

export function createAccessCounter(
  withTransaction: WithTransaction,
  onError: (error: unknown) => void,
): AccessCounter {
  const { add, withPending, flush, close } = createWriteBehind<number, Accessed>({
    sum: (known, added) => ({
      accessCount: known.accessCount + added.accessCount,
      lastAccessedAt: Math.max(known.lastAccessedAt ?? 0, added.lastAccessedAt ?? 0),
    }),
    write: (counted) => {
      const accesses = Array.from(counted, ([key, { accessCount, lastAccessedAt }]) => ({
        key,
        count: accessCount,
        at: lastAccessedAt ?? 0,
      }));
      return withTransaction((tx) => tx.memories.addAccesses(accesses));
    },
    onError,
    flushAtKeys: FLUSH_AT_MEMORIES,
  });
  return {
    note(memories, at) {
      for (const { key } of memories) add(key, { accessCount: 1, lastAccessedAt: at });
    },
    withPending(memory) {
      const { accessCount, lastAccessedAt } = withPending(memory.key, memory);
      return { ...memory, accessCount, lastAccessedAt };
    },
    flush,
    close,
  };
}
