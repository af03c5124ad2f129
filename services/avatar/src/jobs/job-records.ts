import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Job, JobKind, JobOutline, JobStatus } from './job.js';

/** Reads queued, running and finished jobs. A read sees every resolved change of `JobQueue`. */
export interface JobRecords {
  byId(jobId: string): MaybePromise<Job | null>;
  /**
   * Lists jobs, newest first, without part jobs. Payload and result are not read, because both may be long.
   */
  list(
    filter: JobFilter,
    page: { limit: number; offset: number },
  ): MaybePromise<{ jobs: JobOutline[]; total: number }>;
  /** The parts that a job has, in the order in which they were accepted; none once it has ended. */
  partsOf(jobId: string): MaybePromise<JobOutline[]>;
  /** How many jobs of its kind that may begin come before each of these; only of those that are queued. */
  positions(jobIds: readonly string[]): MaybePromise<ReadonlyMap<string, number>>;
  /** The oldest of the jobs that were finished before this time. */
  finishedBefore(before: number, limit: number): MaybePromise<{ jobId: string; kind: JobKind }[]>;
  /** Forgets finished jobs, and whom they owe a message; others stay. */
  removeFinished(jobIds: readonly string[]): Promise<void>;
}

export interface JobFilter {
  kind?: JobKind;
  status?: JobStatus;
}
