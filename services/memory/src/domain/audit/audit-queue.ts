import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';

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
  const inTurn = pLimit(1);
  return {
    async run(work) {
      if (inTurn.pendingCount >= MAX_WAITING) {
        throw new AppError(
          'audit_running',
          `Expected at most ${MAX_WAITING} audits to wait for the running one; try again later`,
          {
            headers: { 'retry-after': '10' },
          },
        );
      }
      return inTurn(() => {
        stop.signal.throwIfAborted();
        return work(stop.signal);
      });
    },
    async close() {
      stop.abort(new AppError('unavailable', 'The service is stopping'));
      // Behind all that wait, which end at once now.
      await inTurn(() => {});
    },
  };
}
