/** Lets other tasks use the event loop: recall requests are handled between two steps of an audit. */
export interface Pacer {
  /** Aborted when the audit must stop. */
  readonly signal: AbortSignal;
  /** True if the audit has used its time in this turn of the event loop. Then call `rest()`. */
  readonly due: boolean;
  /** Yields to the event loop. Rejects with the reason of the signal if the audit must stop. */
  rest(): Promise<void>;
}

/** Maximum time for which an audit blocks the event loop, in ms. */
const WORK_MS = 4;

export function createPacer(signal: AbortSignal): Pacer {
  let began = performance.now();
  return {
    signal,
    get due() {
      return performance.now() - began >= WORK_MS;
    },
    async rest() {
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      began = performance.now();
    },
  };
}
