/** Lets other work have the event loop: recalls are answered between two steps of an audit. */
export interface Pacer {
  /** Of the audit: ends it. */
  readonly signal: AbortSignal;
  /** True when this turn has worked for as long as it may; then `await rest()`. */
  readonly due: boolean;
  /** Gives the event loop a turn. Rejects with the signal's reason once the audit is to stop. */
  rest(): Promise<void>;
}

/** How long an audit may keep the event loop, in ms. */
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
