import { createWriteBehind } from '../memory/write-behind.js';
import type { ResponseCacheStore, UseCounts } from './response-cache-store.js';

/** Counts checks and uses of the cache in the background, see write-behind.ts. */
export interface UseCounter {
  hit(model: string, key: number, at: number): void;
  miss(model: string): void;
  /** The counts since the database was created, with pending counts. */
  counts(): Promise<Map<string, UseCounts & { evictions: number }>>;
  close(): Promise<void>;
}

export function createUseCounter(
  store: Pick<ResponseCacheStore, 'noteUse' | 'counters'>,
  onError: (error: unknown) => void,
): UseCounter {
  const lastUses = createWriteBehind<number, number>({
    sum: Math.max,
    write: (uses) =>
      store.noteUse(
        Array.from(uses, ([key, at]) => ({ key, at })),
        new Map(),
      ),
    onError,
  });
  const checks = createWriteBehind<string, UseCounts>({
    sum: (known, added) => ({ hits: known.hits + added.hits, misses: known.misses + added.misses }),
    write: (counts) => store.noteUse([], counts),
    onError,
  });
  return {
    hit(model, key, at) {
      lastUses.add(key, at);
      checks.add(model, { hits: 1, misses: 0 });
    },

    miss: (model) => checks.add(model, { hits: 0, misses: 1 }),

    async counts() {
      const counts = new Map(await store.counters());
      for (const model of checks.pendingKeys()) {
        const known = counts.get(model) ?? { hits: 0, misses: 0, evictions: 0 };
        counts.set(model, { ...known, ...checks.withPending(model, known) });
      }
      return counts;
    },

    async close() {
      await Promise.all([lastUses.close(), checks.close()]);
    },
  };
}
