import type { ResponseCacheStore, UseCounts } from '../../ports/response-cache-store.js';

/**
 * Counts checks and uses without making them wait for the disk: they gather in RAM and are written together. A process
 * that is killed loses the counts of the last seconds, never a response.
 */
export interface UseCounter {
  hit(model: string, key: number, at: number): void;
  miss(model: string): void;
  /** Since the database was made, with what is not written yet. */
  counts(): Map<string, UseCounts & { evictions: number }>;
  close(): Promise<void>;
}

const FLUSH_INTERVAL_MS = 2_000;

export function createUseCounter(
  store: Pick<ResponseCacheStore, 'noteUse' | 'counters'>,
  onError: (error: unknown) => void,
): UseCounter {
  let uses = new Map<number, number>();
  let pending = new Map<string, UseCounts>();
  /** What is being written: not yet in the counters of the store. */
  let inFlight: ReadonlyMap<string, UseCounts> = new Map();
  let flushing: Promise<void> | null = null;

  function add(model: string, { hits, misses }: UseCounts): void {
    const known = pending.get(model) ?? { hits: 0, misses: 0 };
    pending.set(model, { hits: known.hits + hits, misses: known.misses + misses });
  }

  async function write(): Promise<void> {
    const used = Array.from(uses, ([key, at]) => ({ key, at }));
    inFlight = pending;
    uses = new Map();
    pending = new Map();
    try {
      await store.noteUse(used, inFlight);
    } catch (error) {
      // The order of use may be lost, the counts are not.
      for (const [model, counts] of inFlight) add(model, counts);
      onError(error);
    } finally {
      inFlight = new Map();
      flushing = null;
    }
  }

  function flush(): void {
    if (flushing !== null || pending.size === 0) return;
    flushing = write();
  }

  const timer = setInterval(flush, FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    hit(model, key, at) {
      uses.set(key, at);
      add(model, { hits: 1, misses: 0 });
    },

    miss: (model) => add(model, { hits: 0, misses: 1 }),

    counts() {
      const counts = store.counters();
      for (const unwritten of [inFlight, pending]) {
        for (const [model, { hits, misses }] of unwritten) {
          const known = counts.get(model) ?? { hits: 0, misses: 0, evictions: 0 };
          counts.set(model, { ...known, hits: known.hits + hits, misses: known.misses + misses });
        }
      }
      return counts;
    },

    async close() {
      clearInterval(timer);
      await flushing;
      flush();
      await flushing;
    },
  };
}
