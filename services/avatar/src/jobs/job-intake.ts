import { AppError } from '@anima/service/errors';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import type { Job, JobKind } from './job.js';
import type { JobQueue, NewJob } from './job-queue.js';
import type { JobRecords } from './job-records.js';
import type { JobRequirements } from './job-requirements.js';
import type { JobRunner } from './job-runner.js';

/**
 * Accepts jobs. The setting `queue_limit` limits the queued jobs per kind; a batch counts as one job. A
 * quarter of the queue is reserved for callers with full rights, so callers with limited rights (`caller` of
 * `Identity`) cannot fill it.
 */
export interface JobIntake {
  /**
   * Refuses with `queue_full` what would be refused in the end, before work is spent on it. A job that was accepted under
   * this id already, as a repeated request has it, is not.
   */
  assertRoom(kind: JobKind, jobId: string, caller: string | undefined): Promise<void>;
  /** Durable when it resolves. Refuses with `queue_full`, however many come at once. */
  accept(job: NewJob, caller: string | undefined): Promise<Job>;
}

/** How soon a place is free depends on jobs that may take a second or an hour: a constant, short enough for speech. */
const RETRY_AFTER_SECONDS = 10;

const GUEST_SHARE = 0.75;

export function createJobIntake(options: {
  queue: Pick<JobQueue, 'accept' | 'queued'>;
  records: Pick<JobRecords, 'byId'>;
  runner: Pick<JobRunner, 'wake'>;
  settings: Pick<SettingsKeeper, 'current'>;
  needs: JobRequirements;
}): JobIntake {
  const { queue, records, runner, settings, needs } = options;

  function limitFor(caller: string | undefined): number {
    const { queue_limit: limit } = settings.current;
    return caller === undefined ? limit : Math.max(1, Math.floor(limit * GUEST_SHARE));
  }
  function full(kind: JobKind, limit: number): AppError {
    return new AppError('queue_full', `The queue of ${kind} jobs is full (limit ${limit}). Retry later.`, {
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    });
  }

  return {
    async assertRoom(kind, jobId, caller) {
      const limit = limitFor(caller);
      const isFull = (await queue.queued(kind)) >= limit;
      if (isFull && (await records.byId(jobId)) === null) throw full(kind, limit);
    },

    async accept(job, caller) {
      const limit = limitFor(caller);
      const accepted = await queue.accept({ ...job, needs: needs(job) }, limit);
      if (accepted === null) throw full(job.kind, limit);
      runner.wake();
      return accepted;
    },
  };
}
