import { AppError } from '@anima/service/errors';
import { sweepEvery } from '../sweep.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { failUnfinishedRuns } from './write-audit-runs.js';

const SWEEP_INTERVAL_MS = 60_000;

/**
 * Fails, from time to time, the runs of processes that are gone, so that nobody waits for them for ever. It takes its turn among the
 * audits of this process: between them, what seems to run here could not write down how it ended.
 */
export function sweepUnfinishedRuns(
  { queue, withTransaction, clock }: Pick<AuditDependencies, 'queue' | 'withTransaction' | 'clock'>,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  return sweepEvery(SWEEP_INTERVAL_MS, () =>
    queue
      .run(() => failUnfinishedRuns(withTransaction, clock(), 'The service stopped during this run'))
      .catch((error) => {
        // Too many audits wait, the service stops, or the database is away: the next sweep is as good.
        if (!(error instanceof AppError)) onError(error);
      }),
  );
}
