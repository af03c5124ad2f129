import { AppError } from '@anima/service/errors';
import type { JobQueue, NewJob } from '../ports/job-queue.js';
import type { JobRecords } from '../ports/job-records.js';
import type { SettingsKeeper } from './engine-settings.js';
import type { Job, JobKind } from './job.js';
import type { JobNeeds } from './job-needs.js';
import type { JobRunner } from './job-runner.js';

/** Where jobs are accepted. No more of a kind wait than the setting `queue_limit` says; a batch counts as one job. */
export interface JobIntake {
  /**
   * Refuses with `queue_full` what would be refused in the end, before work is spent on it. A job that was accepted under
   * this id already, as a repeated request has it, is not.
   */
  assertRoom(kind: JobKind, jobId: string): Promise<void>;
  /** Durable when it resolves. Refuses with `queue_full`, however many come at once. */
  accept(job: NewJob): Promise<Job>;
}

/** How soon a place is free depends on jobs that may take a second or an hour: a constant, short enough for speech. */
const RETRY_AFTER_SECONDS = 10;

export function createJobIntake(options: {
  queue: Pick<JobQueue, 'accept' | 'queued'>;
  records: Pick<JobRecords, 'byId'>;
  runner: Pick<JobRunner, 'wake'>;
  settings: Pick<SettingsKeeper, 'current'>;
  needs: JobNeeds;
}): JobIntake {
  const { queue, records, runner, settings, needs } = options;

  function full(kind: JobKind): AppError {
    return new AppError(
      'queue_full',
      `Expected at most ${settings.current.queue_limit} ${kind} jobs to wait, and so many do: try again when some are done`,
      { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
    );
  }

  return {
    async assertRoom(kind, jobId) {
      const isFull = (await queue.queued(kind)) >= settings.current.queue_limit;
      if (isFull && (await records.byId(jobId)) === null) throw full(kind);
    },

    async accept(job) {
      const accepted = await queue.accept({ ...job, needs: needs(job) }, settings.current.queue_limit);
      if (accepted === null) throw full(job.kind);
      runner.wake();
      return accepted;
    },
  };
}
