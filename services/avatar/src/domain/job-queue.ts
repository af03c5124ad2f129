import { AppError } from '@anima/service/errors';
import type { JobStore, NewJob } from '../ports/job-store.js';
import type { SettingsKeeper } from './engine-settings.js';
import type { Job, JobKind } from './job.js';
import type { JobRunner } from './job-runner.js';

/** Where jobs are accepted. No more of a kind wait than the setting `queue_limit` says; a batch counts as one job. */
export interface JobQueue {
  /**
   * Refuses with `queue_full` what would be refused in the end, before work is spent on it. A job that was accepted under
   * this id already, as a repeated request has it, is not.
   */
  assertRoom(kind: JobKind, jobId: string): void;
  /** Durable when it returns. Refuses with `queue_full`, however many come at once. */
  accept(job: Omit<NewJob, 'createdAt'>): Job;
}

/** How soon a place is free depends on jobs that may take a second or an hour: a constant, short enough for speech. */
const RETRY_AFTER_SECONDS = 10;

export function createJobQueue(options: {
  store: Pick<JobStore, 'add' | 'byId' | 'queued'>;
  runner: Pick<JobRunner, 'wake'>;
  settings: Pick<SettingsKeeper, 'current'>;
  clock: () => number;
}): JobQueue {
  const { store, runner, settings, clock } = options;

  function full(kind: JobKind): AppError {
    return new AppError(
      'queue_full',
      `Expected at most ${settings.current.queue_limit} ${kind} jobs to wait, and so many do: try again when some are done`,
      { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
    );
  }

  return {
    assertRoom(kind, jobId) {
      if (store.queued(kind) >= settings.current.queue_limit && store.byId(jobId) === null) throw full(kind);
    },

    accept(job) {
      const added = store.add({ ...job, createdAt: clock() }, settings.current.queue_limit);
      if (added === null) throw full(job.kind);
      runner.wake(job.kind);
      return added;
    },
  };
}
