import type { Postgres, PostgresQueues } from '@anima/service/postgres';
import { loadScaleOut } from '@anima/service/scale-out';
import type { JobKind } from '../../domain/job.js';

/**
 * The jobs that may start: each has a line in a queue, which decides the worker that takes it next. The transaction that changes a job
 * also adds or removes its line, so a line exists exactly as long as its job waits only for a worker.
 */
export type ReadyJobs = PostgresQueues;

export async function openReadyJobs(db: Postgres): Promise<ReadyJobs> {
  const { openPostgresQueues } = await loadScaleOut('postgres', 'AVATAR_DATABASE_URL');
  return openPostgresQueues(db, 'avatar_queue');
}

/** The name of a queue: jobs in one may all be run by the same workers. */
export function queueOf(kind: JobKind, needs: readonly string[]): string {
  return [kind, ...[...needs].sort()].join('.');
}
