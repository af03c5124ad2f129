import type { MaybePromise } from '@anima/service/maybe-promise';
import type { AwaitedJob, Job, JobError, JobKind, JobOutcome } from './job.js';

/**
 * Queue of jobs, from acceptance to their end. Times are those of the store, because the clocks of workers differ.
 * Contract of every adapter:
 * - An accepted job survives `kill -9` and a power cut, and so do changes of its status. A power cut may lose the last
 *   report.
 * - Jobs of one kind are claimed in the order in which they were accepted, each by one worker, however many claim at
 *   once. A job that waits for another one is skipped until that one has finished, and then has its place again.
 * - A claimed job belongs to that claim until its lease ends and the job is reclaimed. Later changes by the claim are
 *   rejected (null or false), so that a slow worker cannot undo newer changes. The fencing token of a job grows with
 *   each claim and never falls.
 * - Statuses change only as `transitions` allows, each in one transaction with its event, and an end also with its
 *   webhook and the jobs that waited for it.
 * - A part job is claimed like any other, and is found only by its id: lists, events and limits skip it. It ends with
 *   its parent, in the same transaction, whatever ends the parent and whichever worker runs the part.
 */
export interface JobQueue {
  /**
   * Accepts a job. An existing jobId changes nothing and returns the existing job. Returns null, and adds
   * nothing, if `limit` jobs of the kind are queued, or if the parent job has finished or does not exist.
   */
  accept(job: NewJob, limit: number): Promise<Job | null>;
  /** How many jobs of this kind are queued. */
  queued(kind: JobKind): MaybePromise<number>;
  /**
   * Claims the oldest job of this kind that is ready and that this worker can run. Returns null if no such
   * job exists.
   */
  claim(kind: JobKind, by: Claimant): Promise<Job | null>;
  /**
   * Stores progress and the partial result, and renews the lease. Returns false if the claim has been lost.
   */
  report(claim: Claim, report: JobReport & { leaseMs: number }): Promise<boolean>;
  succeed(claim: Claim, outcome: JobOutcome): Promise<Job | null>;
  fail(claim: Claim, failure: { error: JobError; result?: unknown }): Promise<Job | null>;
  /**
   * Releases the job to its place in the queue without counting the attempt; `stage` is the reason for
   * waiting, if known.
   */
  handBack(claim: Claim, stage?: string): Promise<Job | null>;
  /** Releases the job until another job has finished; `result` is the partial result. */
  waitFor(claim: Claim, awaited: AwaitedJob, result?: unknown): Promise<Job | null>;
  /** Requeues the job and counts the attempt; `stage` is the reason for waiting. */
  postpone(claim: Claim, stage: string): Promise<Job | null>;
  /** Cancels a queued or running job of any worker. Returns null for a finished job. */
  cancel(jobId: string): Promise<Job | null>;
  /**
   * Reclaims running jobs whose lease has ended, and all jobs of `lastRunBy`, a worker that has just started.
   * They are queued again, or fail with `given_up` after MAX_ATTEMPTS.
   */
  reclaim(lastRunBy?: string): Promise<Job[]>;
  /**
   * For a shared queue: calls back with the id of a job that another process cancelled, or with null if there
   * may be jobs to claim. Missed notifications are recovered by the next poll or report.
   */
  follow?(onChange: (cancelled: string | null) => void): Promise<() => Promise<void>>;
}

export interface NewJob {
  jobId: string;
  kind: JobKind;
  payload: unknown;
  webhookUrl: string | null;
  /** The job waits only if this job exists and has not finished. */
  after?: AwaitedJob | null;
  /** Engines that the worker requires. */
  needs?: readonly string[];
  /** The job of which it is a part. */
  partOf?: string | null;
}

export interface Claimant {
  /** One process at a time. */
  worker: string;
  leaseMs: number;
  /** Engines of the worker, if it may lack some; otherwise it can run any job. */
  engines?: readonly string[];
}

/** One try of a job: its `fence` when it was claimed. */
export interface Claim {
  jobId: string;
  fence: number;
}

export interface JobReport {
  progress?: number;
  stage?: string;
  result?: unknown;
}
