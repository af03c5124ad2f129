import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';

/**
 * Runs one audit at a time; further audits wait in a queue. Two concurrent audits would each take twice as
 * long, because the model processes one text at a time.
 */
export interface AuditQueue {
  /**
   * Runs `work` after all earlier audits. Rejects with `audit_running` if the queue is full. `signal` is
   * aborted when the service stops.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Aborts the running audit, rejects the waiting audits, and resolves when all have ended. */
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
      // Waits for the queued audits, which now fail immediately.
      await inTurn(() => {});
    },
  };
}
