import { AppError } from '@anima/service';
import type { JobStore } from '../ports/job-store.js';
import { type Job, type JobError, type JobKind, jobKinds } from './job.js';

/** Does the work of one kind. Safe to run twice on the same payload: a crash may have left the first try half done. */
export type JobHandler = (job: Job, context: JobContext) => Promise<JobOutcome>;

export interface JobContext {
  /** Aborted when the job is cancelled or the service stops: end within 2 s, leave no file behind. */
  signal: AbortSignal;
  /** 0 to 1, never falling; `stage` names what is being done. Cheap: calls are gathered. */
  progress(fraction: number, stage?: string): void;
  /**
   * What there is of the result so far is told by `result`, asked for now and then: it is seen by who reads the job, and by
   * the next try if this one dies.
   */
  keep(result: () => unknown): void;
}

export interface JobOutcome {
  /** Absolute path of the finished file. */
  outputPath: string | null;
  result: unknown;
}

export interface JobRunner {
  /** Looks for work of this kind now; call it after adding a job. */
  wake(kind: JobKind): void;
  /** Cancels a queued or running job; null if it is finished or unknown. */
  cancel(jobId: string): Job | null;
  /** As `close`, until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Takes up nothing new, stops what runs and hands it back to the queue. */
  close(): Promise<void>;
}

export interface JobRunnerOptions {
  store: JobStore;
  handlers: Record<JobKind, JobHandler>;
  /** How many jobs of each kind run at a time. */
  concurrency: () => Record<JobKind, number>;
  clock: () => number;
  /** A handler failed in a way it did not foresee. */
  onFailure: (job: Job, error: unknown) => void;
  /** A job has reached its end. */
  onFinished: (job: Job) => void;
  /** A job belongs to its runner for so long after each sign of life. */
  leaseMs?: number;
}

const LEASE_MS = 30_000;
/** Reports gather for so long: each costs a disk flush. */
const REPORT_MS = 400;
/** Other processes may add jobs to a shared queue, and leases may end. */
const POLL_MS = 5_000;

/** Why a handler was told to stop. */
class Stopped extends Error {}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, handlers, clock, leaseMs = LEASE_MS } = options;
  const owner = crypto.randomUUID();
  const running = new Set<{ job: Job; controller: AbortController; ended: Promise<void> }>();
  let still = false;

  function pump(kind: JobKind): void {
    while (!still && runningOf(kind) < options.concurrency()[kind]) {
      const now = clock();
      const job = store.claim(kind, { owner, until: now + leaseMs, now });
      if (job === null) return;
      const controller = new AbortController();
      const ended = run(job, controller).finally(() => {
        running.delete(task);
        pump(kind);
      });
      const task = { job, controller, ended };
      running.add(task);
    }
  }

  function runningOf(kind: JobKind): number {
    return [...running].filter(({ job }) => job.kind === kind).length;
  }

  async function run(job: Job, controller: AbortController): Promise<void> {
    const reports = gatherReports(job, controller);
    try {
      const { outputPath, result } = await handlers[job.kind](job, {
        signal: controller.signal,
        progress: reports.note,
        keep: reports.keep,
      });
      reports.stop();
      finish(store.succeed(job.jobId, owner, { outputPath, result, at: clock() }));
    } catch (error) {
      reports.stop();
      if (controller.signal.aborted) {
        // Cancelled jobs are no longer ours; those of a stopping service go back.
        store.handBack(job.jobId, owner);
        return;
      }
      if (!(error instanceof AppError)) options.onFailure(job, error);
      const failed = { error: toJobError(error), result: reports.kept(), at: clock() };
      finish(store.fail(job.jobId, owner, failed));
    }
  }

  function finish(job: Job | null): void {
    if (job !== null) options.onFinished(job);
  }

  function gatherReports(job: Job, controller: AbortController) {
    let progress = 0;
    let stage: string | undefined;
    let kept: (() => unknown) | undefined;
    let keptIsNew = false;
    let isNew = false;
    let last = clock();
    const timer = setInterval(() => {
      if (!isNew && clock() - last < leaseMs / 3) return;
      last = clock();
      isNew = false;
      const report = {
        progress,
        leaseUntil: last + leaseMs,
        ...(stage === undefined ? {} : { stage }),
        ...(keptIsNew ? { result: kept?.() } : {}),
      };
      keptIsNew = false;
      // Somebody else has it, or it was cancelled elsewhere.
      if (!store.report(job.jobId, owner, report)) controller.abort(new Stopped());
    }, REPORT_MS);
    return {
      note(fraction: number, named?: string): void {
        progress = Math.min(1, Math.max(progress, fraction));
        stage = named ?? stage;
        isNew = true;
      },
      keep(result: () => unknown): void {
        kept = result;
        keptIsNew = true;
        isNew = true;
      },
      kept: () => kept?.(),
      stop: () => clearInterval(timer),
    };
  }

  const poll = setInterval(() => {
    if (still) return;
    const now = clock();
    for (const job of store.reclaim(now, now)) if (job.status === 'failed') options.onFinished(job);
    for (const kind of jobKinds) pump(kind);
  }, POLL_MS);
  poll.unref();

  return {
    wake: (kind) => void setImmediate(() => pump(kind)),

    cancel(jobId) {
      const job = store.cancel(jobId, clock());
      if (job !== null) {
        for (const task of running) if (task.job.jobId === jobId) task.controller.abort(new Stopped());
        options.onFinished(job);
      }
      return job;
    },

    pause,

    resume() {
      still = false;
      for (const kind of jobKinds) pump(kind);
    },

    close() {
      clearInterval(poll);
      return pause();
    },
  };

  async function pause(): Promise<void> {
    still = true;
    for (const { controller } of running) controller.abort(new Stopped());
    await Promise.all([...running].map(({ ended }) => ended));
  }
}

function toJobError(error: unknown): JobError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return {
    code: 'internal',
    message: 'The engine failed on this job; its log says more under the id of the job',
  };
}
