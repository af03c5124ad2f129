import type { MemoryStore } from '../../ports/memory-store.js';

const SWEEP_INTERVAL_MS = 30_000;

/**
 * Writes down, from time to time, that expired memories are archived. Nobody waits for it: readers treat a
 * memory as archived from the moment it expires.
 */
export function sweepExpired(
  store: Pick<MemoryStore, 'archiveExpired'>,
  clock: () => number,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= store
      .archiveExpired(clock())
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, SWEEP_INTERVAL_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
