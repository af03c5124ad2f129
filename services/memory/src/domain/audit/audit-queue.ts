import { AppError } from '@anima/service/errors';

/**
 * One audit at a time: two at once would each take twice as long, for the model works on one text after the other.
 * Others wait for their turn.
 */
export interface AuditQueue {
  /** Rejects with `audit_running` where too many wait. `signal` tells the work that the service stops. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Stops the running audit, refuses those that wait, and resolves when none is left. */
  close(): Promise<void>;
}

const MAX_WAITING = 8;

export function createAuditQueue(): AuditQueue {
  const stop = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  return {
    async run(work) {
      if (unfinished > MAX_WAITING) {
        throw new AppError(
          'audit_running',
          `Expected at most ${MAX_WAITING} audits to wait for the running one; try again later`,
          {
            headers: { 'retry-after': '10' },
          },
        );
      }
      unfinished++;
      const result = last.then(() => {
        stop.signal.throwIfAborted();
        return work(stop.signal);
      });
      last = result.catch(() => {});
      return result.finally(() => {
        unfinished--;
      });
    },
    async close() {
      stop.abort(new AppError('unavailable', 'The service is stopping'));
      await last;
    },
  };
}
