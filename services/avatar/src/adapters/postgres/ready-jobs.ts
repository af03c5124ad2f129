import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import { loadScaleOut } from '@anima/service/scale-out';
import type { JobKind } from '../../jobs/job.js';

/**
 * Jobs that are ready to run, each an entry in a queue of pg-boss, which decides which worker takes which
 * entry next. An entry is added and removed in the transaction that changes its job. So an entry exists
 * exactly while its job waits only for a worker, and the worker that takes the entry has the job. The row of
 * the job records everything that follows.
 */
export interface ReadyJobs {
  /** Its queue is there when this resolves: to be called before the transaction that puts a line there. */
  prepare(queue: string): Promise<void>;
  /** The new line of a job; those with smaller keys come first, whenever they were put there. */
  put(tx: PostgresQueries, queue: string, jobKey: number): Promise<string>;
  /**
   * Takes the first entry of a queue that no other transaction is taking. A rollback leaves the entry in the
   * queue.
   */
  take(tx: PostgresQueries, queue: string): Promise<string | null>;
  remove(tx: PostgresQueries, queue: string, line: string): Promise<void>;
}

/**
 * Opens the queues in a separate schema. The background work of pg-boss (retries, schedules, archives) is
 * off.
 */
export async function openReadyJobs(db: Postgres): Promise<ReadyJobs> {
  const { openPostgresQueues } = await loadScaleOut('postgres', 'AVATAR_DATABASE_URL');
  return openPostgresQueues(db, 'avatar_queue');
}

/** The name of a queue: jobs in one may all be run by the same workers. */
export function queueOf(kind: JobKind, needs: readonly string[]): string {
  return [kind, ...[...needs].sort()].join('.');
}
