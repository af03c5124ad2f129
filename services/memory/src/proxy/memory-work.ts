import { LRUCache } from 'lru-cache';

/** Work of memory for proxied requests, whose failures never reach a caller. */
export interface MemoryWork {
  /** Returns the result of the work, or `otherwise` if it fails. */
  unlessFailing<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result>;
  /** Starts work that no request waits for. */
  inBackground(work: () => Promise<void>): void;
  onFailure(error: unknown): void;
  /** Resolves when all work in the background has ended. */
  end(): Promise<void>;
}

/** Work in the background at a time; further work is dropped. */
const MAX_PENDING = 256;
const LOG_EVERY_MS = 3_600_000;

/** Creates the work. The same failure is logged once an hour. */
export function createMemoryWork(log: { warn(fields: object, message: string): void }): MemoryWork {
  const pending = new Set<Promise<void>>();
  const logged = new LRUCache<string, true>({ max: 100, ttl: LOG_EVERY_MS });

  function onFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (logged.has(reason)) return;
    logged.set(reason, true);
    log.warn({ err: error }, 'memory failed; proxied requests continue without it');
  }
  async function unlessFailing<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
      return otherwise;
    }
  }
  return {
    unlessFailing,
    onFailure,
    inBackground(work) {
      if (pending.size >= MAX_PENDING) {
        onFailure(new Error(`${MAX_PENDING} turns wait to be stored`));
        return;
      }
      const running = unlessFailing(work, undefined).finally(() => pending.delete(running));
      pending.add(running);
    },
    end: async () => void (await Promise.all(pending)),
  };
}
