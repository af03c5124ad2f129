import { AppError } from '@anima/service/errors';
import { sweepEvery } from '../storage/sweep.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { failUnfinishedRuns } from './write-audit-runs.js';

const SWEEP_INTERVAL_MS = 60_000;

/**
 * Periodically marks the runs of ended processes as failed, so that no client waits for them forever. The
 * sweep runs in the audit queue of this process: between two audits, a run that is marked as running could
 * not store its end.
 */
export function sweepUnfinishedRuns(
  { queue, withTransaction, clock }: Pick<AuditDependencies, 'queue' | 'withTransaction' | 'clock'>,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  return sweepEvery(SWEEP_INTERVAL_MS, () =>
    queue
      .run(() => failUnfinishedRuns(withTransaction, clock(), 'The service stopped during this run'))
      .catch((error) => {
        // The queue is full, the service is stopping, or the database is unreachable. The next sweep retries.
        if (!(error instanceof AppError)) onError(error);
      }),
  );
}
