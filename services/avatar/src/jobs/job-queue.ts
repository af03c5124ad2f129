import type { MaybePromise } from '@anima/service/maybe-promise';
import type { AwaitedJob, Job, JobError, JobKind, JobOutcome } from './job.js';

/**
 * Where jobs wait, from the moment they are accepted, and who has them until they end. Times are those of the store: the clocks of
 * workers differ.
 *
 * Promises of every adapter:
 * - A job that was accepted survives `kill -9` and a power cut. So do changes of its status; of a report a power cut may take the last.
 * - Jobs of one kind are claimed in the order in which they were accepted, each by one worker, however many claim at once. One that
 *   waits for another is passed over until that one has ended, in whatever way, and then has its place again.
 * - A claimed job belongs to that claim until its lease ends and somebody takes it back; every change is refused (null or false) once
 *   it does not, so that a worker that was too slow cannot undo what came after it. The fence of a job grows with each claim and never
 *   falls, so that no two claims are alike.
 * - Statuses change only as `transitions` says, each in one transaction with its event, and an end also with its webhook and with the
 *   jobs that waited for it.
 * - A part of another job is claimed like any other, and seen by its id alone: no list, no event and no limit knows of it. It goes with
 *   the end of the whole, in the same transaction, however that one ends and whoever runs it.
 */
export interface JobQueue {
  /**
   * Accepting the same jobId again changes nothing and answers the job that is there. Null, and nothing was added: `limit` jobs of its
   * kind are queued already, or the whole of which it is a part has ended or is not there.
   */
  accept(job: NewJob, limit: number): Promise<Job | null>;
  /** How many jobs of this kind are queued. */
  queued(kind: JobKind): MaybePromise<number>;
  /** The oldest job of this kind that may begin and that this worker can do, now running; null when there is none. */
  claim(kind: JobKind, by: Claimant): Promise<Job | null>;
  /** Progress, and what there is of the result; also renews the lease. False: the job is no longer this claim's. */
  report(claim: Claim, report: JobReport & { leaseMs: number }): Promise<boolean>;
  succeed(claim: Claim, outcome: JobOutcome): Promise<Job | null>;
  fail(claim: Claim, failure: { error: JobError; result?: unknown }): Promise<Job | null>;
  /** Back to its place in the queue, as if it had not been begun; `stage` says what it waits for, where that is known. */
  handBack(claim: Claim, stage?: string): Promise<Job | null>;
  /** As `handBack`, until another job has ended; `result` is what there is so far. */
  waitFor(claim: Claim, awaited: AwaitedJob, result?: unknown): Promise<Job | null>;
  /** Back to its place in the queue, as after a try that died: `stage` says what it waits for. */
  postpone(claim: Claim, stage: string): Promise<Job | null>;
  /** From queued or running, whoever runs it; a finished job gives null. */
  cancel(jobId: string): Promise<Job | null>;
  /**
   * Takes back running jobs whose lease has ended, and all that `lastRunBy` has, a worker that has just started and runs none yet.
   * They are queued again, or have failed with `given_up` after MAX_ATTEMPTS.
   */
  reclaim(lastRunBy?: string): Promise<Job[]>;
  /**
   * Of a queue that other processes have open as well: calls back with the id of a job that was cancelled there, or null when there may
   * be more to claim. What is missed is found by the next look or report.
   */
  follow?(onChange: (cancelled: string | null) => void): Promise<() => Promise<void>>;
}

export interface NewJob {
  jobId: string;
  kind: JobKind;
  payload: unknown;
  webhookUrl: string | null;
  /** It waits only where that job is there and has not ended. */
  after?: AwaitedJob | null;
  /** Engines that whoever runs it must have. */
  needs?: readonly string[];
  /** The job of which it is a part. */
  partOf?: string | null;
}

export interface Claimant {
  /** One process at a time. */
  worker: string;
  leaseMs: number;
  /** Those it has, where it may lack some; else it is taken to have what any job needs. */
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
