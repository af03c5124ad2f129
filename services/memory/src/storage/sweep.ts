/**
 * Does something from time to time, once after the other, that nobody waits for. `close` ends that when what runs has ended. `sweep`
 * does not reject.
 */
export function sweepEvery(intervalMs: number, sweep: () => Promise<unknown>): { close(): Promise<void> } {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= sweep().finally(() => {
      running = null;
    });
  }, intervalMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
