import type { Job, JobError, JobKind, JobOutline, JobStatus } from '../domain/job.js';
import type { MediaRef } from '../domain/media-ref.js';

/**
 * The queue: where jobs live from the moment they are accepted.
 *
 * Promises of every adapter:
 * - A job that was added survives `kill -9`; jobs of one kind are claimed in the order in which they were added.
 * - A claimed job belongs to one runner until its lease ends; every change it makes is refused (null or false) once the
 *   job is no longer its own, so a runner that was too slow cannot undo what came after it.
 * - Statuses change only as `transitions` says, each together with its event, and an end together with its webhook.
 */
export interface JobStore {
  /**
   * Adding the same jobId again changes nothing and answers the job that is there. Null: `queueLimit` jobs of its kind are
   * queued already, and nothing was added.
   */
  add(job: NewJob, queueLimit: number): Job | null;
  byId(jobId: string): Job | null;
  /** How many jobs of this kind wait. */
  queued(kind: JobKind): number;
  /** Newest first. Neither what was asked for nor what came of it is read: both may be long. */
  list(filter: JobFilter, page: { limit: number; offset: number }): { jobs: JobOutline[]; total: number };
  /** How many queued jobs of its kind come before it; null unless it is queued. */
  queuePosition(jobId: string): number | null;
  /** The oldest queued job of this kind, now running with a lease until `leaseUntil`; null when none waits. */
  claim(kind: JobKind, lease: { owner: string; until: number; now: number }): Job | null;
  /**
   * Progress of the owner's job, and what there is of its result; also renews the lease. False: the job is no longer the
   * owner's.
   */
  report(
    jobId: string,
    owner: string,
    report: { progress?: number; stage?: string; result?: unknown; leaseUntil: number },
  ): boolean;
  succeed(
    jobId: string,
    owner: string,
    done: { output: MediaRef | null; result: unknown; at: number },
  ): Job | null;
  fail(jobId: string, owner: string, failed: { error: JobError; result?: unknown; at: number }): Job | null;
  handBack(jobId: string, owner: string): Job | null;
  /** Back to the queue, as after a try that died: `stage` says what it waits for. */
  postpone(jobId: string, owner: string, stage: string): Job | null;
  /** From queued or running; a finished job gives null. */
  cancel(jobId: string, at: number): Job | null;
  /**
   * What happens to running jobs whose lease ended before `now` (null: to all of them, as after a crash): begun again, or
   * failed with `given_up` after MAX_ATTEMPTS.
   */
  reclaim(now: number, expiredBefore: number | null): Job[];
  /** The oldest of the jobs that were finished before this time. */
  finishedBefore(before: number, limit: number): { jobId: string; kind: JobKind }[];
  /** Forgets finished jobs; others stay. */
  removeFinished(jobIds: readonly string[]): void;
  counts(): Record<JobStatus, number>;
}

export interface NewJob {
  jobId: string;
  kind: JobKind;
  payload: unknown;
  webhookUrl: string | null;
  createdAt: number;
}

export interface JobFilter {
  kind?: JobKind;
  status?: JobStatus;
}
