/**
 * Calls `sweep` at an interval in ms, never concurrently. `close` stops the calls and resolves after the running call. `sweep`
 * must not reject.
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
