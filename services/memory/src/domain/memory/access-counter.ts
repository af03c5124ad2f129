import type { Access, MemoryStore } from '../../ports/memory-store.js';
import type { Memory } from './memory.js';

/**
 * Counts reads without making them wait for the disk: accesses gather in RAM and are written together. A process
 * that is killed loses the last few seconds of counts, never a memory.
 */
export interface AccessCounter {
  note(memories: readonly Memory[], at: number): void;
  /** The memory with what has not been written yet. */
  withPending(memory: Memory): Memory;
  flush(): Promise<void>;
  close(): Promise<void>;
}

const FLUSH_INTERVAL_MS = 2_000;
const FLUSH_AT_ENTRIES = 2_000;

export function createAccessCounter(
  store: Pick<MemoryStore, 'addAccesses'>,
  onError: (error: unknown) => void,
): AccessCounter {
  let pending = new Map<number, Access>();
  /** What is being written: still to be added to what a reader sees until the commit. */
  let inFlight: ReadonlyMap<number, Access> = new Map();
  let flushing: Promise<void> | null = null;

  async function writePending(): Promise<void> {
    inFlight = pending;
    pending = new Map();
    try {
      await store.addAccesses([...inFlight.values()]);
    } catch (error) {
      for (const access of inFlight.values()) add(access.key, access.count, access.at);
      onError(error);
    } finally {
      inFlight = new Map();
      flushing = null;
    }
  }

  function flush(): Promise<void> {
    if (flushing) return flushing;
    if (pending.size === 0) return Promise.resolve();
    flushing = writePending();
    return flushing;
  }

  function add(key: number, count: number, at: number): void {
    const known = pending.get(key);
    if (known === undefined) pending.set(key, { key, count, at });
    else {
      known.count += count;
      known.at = Math.max(known.at, at);
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    note(memories, at) {
      for (const { key } of memories) add(key, 1, at);
      if (pending.size >= FLUSH_AT_ENTRIES) void flush();
    },

    withPending(memory) {
      let { accessCount, lastAccessedAt } = memory;
      for (const access of [inFlight.get(memory.key), pending.get(memory.key)]) {
        if (access === undefined) continue;
        accessCount += access.count;
        lastAccessedAt = Math.max(lastAccessedAt ?? 0, access.at);
      }
      return { ...memory, accessCount, lastAccessedAt };
    },

    flush,

    async close() {
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}
