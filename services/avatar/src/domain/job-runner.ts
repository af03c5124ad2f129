import { AppError, isStorageFull } from '@anima/service/errors';
import type { JobStore } from '../ports/job-store.js';
import { type Job, type JobError, type JobKind, jobKinds, MAX_ATTEMPTS } from './job.js';
import type { MediaRef } from './media-ref.js';

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
  output: MediaRef | null;
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
  /** So many jobs that ran when the last process ended begin again, or have failed. Told once, before the first is begun. */
  onTakenUp: (jobs: number) => void;
  /** The store cannot be written, as on a full disk. Told at most once a minute. */
  onTrouble: (error: unknown) => void;
  /** A job belongs to its runner for so long after each sign of life. */
  leaseMs?: number;
  pollMs?: number;
}

const LEASE_MS = 30_000;
/** Reports gather for so long: each costs a disk flush. */
const REPORT_MS = 400;
/** Leases may end, and what could not be written may be possible now. */
const POLL_MS = 5_000;

/** Nothing is begun for so long after the disk was found full, and twice as long each time it is found so again. */
const ROOM_WAIT_MS = { first: 5_000, last: 60_000 };
const TROUBLE_MS = 60_000;
const WAITS_FOR_ROOM = 'waiting for room on the disk';

/** Why a handler was told to stop. */
class Stopped extends Error {}

interface Task {
  job: Job;
  controller: AbortController;
  reports: Reports;
  ended: Promise<void>;
}

/**
 * Runs what the store holds. Where the store cannot be written nothing is lost and nothing ends: a job goes on, its end is
 * written down as soon as that is possible, and nothing new is begun before. A job that itself finds no room goes back to
 * the queue, and fails with `storage_full` after MAX_ATTEMPTS tries.
 */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, handlers, clock, leaseMs = LEASE_MS } = options;
  const owner = crypto.randomUUID();
  const running = new Set<Task>();
  /** Ends of jobs that could not be written down; each tries again and tells whether it could. */
  const unwritten = new Map<() => boolean, () => void>();
  let still = false;
  let hasTakenUp = false;
  let toldTroubleAt = Number.NEGATIVE_INFINITY;
  let roomWaitMs = 0;
  let waitsUntil = 0;

  function pump(kind: JobKind): void {
    if (still) return;
    tryToWrite(() => {
      if (!hasTakenUp) takeUp();
      while (!still && clock() >= waitsUntil && runningOf(kind) < options.concurrency()[kind]) {
        const now = clock();
        const job = store.claim(kind, { owner, until: now + leaseMs, now });
        if (job === null) return;
        begin(job);
      }
    });
  }

  /** Nobody else uses the store of this process: whatever runs in it before the first job is begun, ran in the last one. */
  function takeUp(): void {
    const jobs = store.reclaim(clock(), null);
    hasTakenUp = true;
    for (const job of jobs) if (job.status === 'failed') options.onFinished(job);
    options.onTakenUp(jobs.length);
  }

  function begin(job: Job): void {
    const controller = new AbortController();
    const reports = gatherReports(job, controller);
    const ended = run(job, controller, reports).finally(() => {
      running.delete(task);
      pump(job.kind);
    });
    const task = { job, controller, reports, ended };
    running.add(task);
  }

  function runningOf(kind: JobKind): number {
    return [...running].filter(({ job }) => job.kind === kind).length;
  }

  async function run(job: Job, controller: AbortController, reports: Reports): Promise<void> {
    const { jobId } = job;
    try {
      const { output, result } = await handlers[job.kind](job, {
        signal: controller.signal,
        progress: reports.note,
        keep: reports.keep,
      });
      reports.stop();
      roomWaitMs = 0;
      await writeDown(() => finish(store.succeed(jobId, owner, { output, result, at: clock() })));
    } catch (error) {
      reports.stop();
      await writeDown(endAfter(error, job, controller.signal, reports.kept()));
    }
  }

  /** What is to be written down of a job whose handler failed. */
  function endAfter(error: unknown, job: Job, signal: AbortSignal, kept: unknown): () => void {
    const { jobId } = job;
    // Cancelled jobs are no longer ours; those of a stopping service go back.
    if (signal.aborted) return () => store.handBack(jobId, owner);
    if (isStorageFull(error)) {
      roomWaitMs = Math.min(ROOM_WAIT_MS.last, Math.max(ROOM_WAIT_MS.first, 2 * roomWaitMs));
      waitsUntil = clock() + roomWaitMs;
      if (job.attempts < MAX_ATTEMPTS) return () => store.postpone(jobId, owner, WAITS_FOR_ROOM);
    } else if (!(error instanceof AppError)) options.onFailure(job, error);
    return () => finish(store.fail(jobId, owner, { error: toJobError(error), result: kept, at: clock() }));
  }

  function finish(job: Job | null): void {
    if (job !== null) options.onFinished(job);
  }

  /** False: the store could not be written. */
  function tryToWrite(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      const now = clock();
      if (now - toldTroubleAt >= TROUBLE_MS) {
        toldTroubleAt = now;
        options.onTrouble(error);
      }
      return false;
    }
  }

  /** Resolves when it is written, or when the service stops, whose next start finds the job running and begins it again. */
  function writeDown(end: () => void): Promise<void> {
    const attempt = () => tryToWrite(end);
    if (attempt() || still) return Promise.resolve();
    return new Promise((resolve) => unwritten.set(attempt, resolve));
  }

  function writeWhatWaits(givingUp: boolean): void {
    for (const [attempt, resolve] of unwritten) {
      if (!attempt() && !givingUp) continue;
      unwritten.delete(attempt);
      resolve();
    }
  }

  function gatherReports(job: Job, controller: AbortController): Reports {
    let progress = 0;
    let stage: string | undefined;
    let kept: (() => unknown) | undefined;
    let keptIsNew = false;
    let isNew = false;
    let last = clock();

    function write(): void {
      const now = clock();
      if (!isNew && now - last < leaseMs / 3) return;
      const report = {
        progress,
        leaseUntil: now + leaseMs,
        ...(stage === undefined ? {} : { stage }),
        ...(keptIsNew ? { result: kept?.() } : {}),
      };
      // Somebody else has it, or it was cancelled elsewhere.
      if (!store.report(job.jobId, owner, report)) controller.abort(new Stopped());
      last = now;
      isNew = false;
      keptIsNew = false;
    }

    const timer = setInterval(() => tryToWrite(write), REPORT_MS);
    return {
      write,
      note(fraction, named) {
        progress = Math.min(1, Math.max(progress, fraction));
        stage = named ?? stage;
        isNew = true;
      },
      keep(result) {
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
    writeWhatWaits(false);
    if (hasTakenUp)
      tryToWrite(() => {
        // Our own leases first: while nothing could be written none was renewed.
        for (const { reports } of running) reports.write();
        const now = clock();
        for (const job of store.reclaim(now, now)) if (job.status === 'failed') options.onFinished(job);
      });
    for (const kind of jobKinds) pump(kind);
  }, options.pollMs ?? POLL_MS);
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
    writeWhatWaits(true);
    await Promise.all([...running].map(({ ended }) => ended));
  }
}

/** Gathers what a handler tells, and writes it down now and then. */
interface Reports extends Pick<JobContext, 'keep'> {
  note: JobContext['progress'];
  /** Writes down what is new, and renews the lease where it is time. */
  write(): void;
  kept(): unknown;
  stop(): void;
}

function toJobError(error: unknown): JobError {
  if (isStorageFull(error))
    return {
      code: 'storage_full',
      message: `There was no room on the disk in ${MAX_ATTEMPTS} tries: free some, and start the job again`,
    };
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return {
    code: 'internal',
    message: 'The engine failed on this job; its log says more under the id of the job',
  };
}
