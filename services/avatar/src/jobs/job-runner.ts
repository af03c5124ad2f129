import { AppError, isStorageFull } from '@anima/service/errors';
import { isFinished, type Job, type JobError, type JobKind, jobKinds, MAX_ATTEMPTS } from './job.js';
import { type JobHandler, WaitsForJob } from './job-handler.js';
import type { Claim, JobQueue } from './job-queue.js';
import { gatherReports, type JobReports } from './job-reports.js';
import { coalesced } from './transient-errors.js';

export interface JobRunner {
  /** Looks for work now; call it after accepting a job. */
  wake(): void;
  /** Cancels a queued or running job; null if it is finished or unknown. */
  cancel(jobId: string): Promise<Job | null>;
  /** Stops claiming jobs, and releases running ones, until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Takes up nothing new, stops what runs and hands it back to the queue. */
  close(): Promise<void>;
}

export interface JobRunnerOptions {
  queue: JobQueue;
  /** The same at every start on this data directory, and no other's. */
  worker: string;
  /** Handlers of the kinds that this process runs. */
  handlers: Partial<Record<JobKind, JobHandler>>;
  /** How many jobs of each kind run at a time. */
  concurrency: () => Partial<Record<JobKind, number>>;
  clock: () => number;
  /** A handler failed in a way it did not foresee. */
  onFailure: (job: Job, error: unknown) => void;
  /** A job has reached its end. */
  onFinished: (job: Job) => void;
  /**
   * Called once, before the first job starts, with the number of jobs of the last run that were requeued or
   * have failed.
   */
  onTakenUp: (jobs: number) => void;
  /** Called at most once a minute if the store cannot be written, for example on a full disk. */
  onTrouble: (error: unknown) => void;
  /** Milliseconds of the lease after each heartbeat. */
  leaseMs?: number;
  /** Milliseconds after which an attempt without progress ends. */
  stallMs?: number;
  pollMs?: number;
  /** Those that are here, where the queue has jobs for engines that may not be. */
  engines?: () => Promise<readonly string[]>;
}

const LEASE_MS = 30_000;
const STALL_MS = 600_000;
/** Milliseconds between stored reports. */
const REPORT_MS = 400;
/**
 * Milliseconds between polls: leases may have ended, other processes may have accepted jobs, and failed
 * writes may succeed now.
 */
const POLL_MS = 5_000;

/**
 * Milliseconds without new jobs after the disk was full or a storage was unreachable. The time doubles with
 * each further failure.
 */
const ROOM_WAIT_MS = { first: 5_000, last: 60_000 };
const TROUBLE_MS = 60_000;
const WAITS_FOR_ROOM = 'waiting for room on the disk';
const TRIED_AGAIN = 'tried again after no progress';
const STALLED: JobError = {
  code: 'internal',
  message: `The engine stopped making progress in ${MAX_ATTEMPTS} attempts; see the log of the service for the id of the job`,
};
const WAITS_FOR_STORAGE = 'waiting for the storage';

/** Reason of the signal of a handler that has to stop. */
class Stopped extends Error {}
/** Reason of the signal of an attempt without progress. */
class Stalled extends Error {}

interface Task {
  job: Job;
  controller: AbortController;
  reports: JobReports;
  ended: Promise<void>;
}

/**
 * Runs the jobs of a queue. If the queue cannot be written, no job is lost or stopped: a job continues, its
 * end is stored as soon as possible, and no new job starts before. A job that itself finds the disk full
 * returns to the queue, and fails with `storage_full` after MAX_ATTEMPTS attempts.
 */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { queue, worker, handlers, clock, leaseMs = LEASE_MS, stallMs = STALL_MS } = options;
  const kinds = jobKinds.filter((kind) => handlers[kind] !== undefined);
  const running = new Set<Task>();
  /** Ends of jobs that are not stored yet. Each function retries and returns whether it succeeded. */
  const unwritten = new Map<() => Promise<boolean>, () => void>();
  let paused = false;
  let isClosed = false;
  let takenUp: Promise<void> | null = null;
  let troubleReportedAt = Number.NEGATIVE_INFINITY;
  let roomWaitMs = 0;
  let waitsUntil = 0;

  /** One look for work of a kind at a time: two would both find the last place free. */
  const polls = kinds.map((kind) =>
    coalesced(async () => {
      if (paused) return;
      await tryToWrite(async () => {
        await takeUp();
        while (hasPlace(kind) && (await takeNext(kind)));
      });
    }),
  );
  /** Resolves when no claim is under way any more. */
  const lookForWork = async () => void (await Promise.all(polls.map((look) => look())));

  /** Once, before the first job is begun: what this worker has by then, it had when it was last ended. */
  function takeUp(): Promise<void> {
    takenUp ??= (async () => {
      const jobs = await queue.reclaim(worker);
      for (const job of jobs) finish(job);
      options.onTakenUp(jobs.length);
    })().catch((error) => {
      takenUp = null;
      throw error;
    });
    return takenUp;
  }

  function hasPlace(kind: JobKind): boolean {
    const ofKind = [...running].filter(({ job }) => job.kind === kind);
    return !paused && clock() >= waitsUntil && ofKind.length < (options.concurrency()[kind] ?? 0);
  }

  /** False: none of this kind may begin. */
  async function takeNext(kind: JobKind): Promise<boolean> {
    const engines = await options.engines?.();
    const job = await queue.claim(kind, { worker, leaseMs, ...(engines && { engines }) });
    if (job === null) return false;
    const claim = { jobId: job.jobId, fence: job.fence };
    if (paused) await queue.handBack(claim);
    else begin(job, claim);
    return true;
  }

  function begin(job: Job, claim: Claim): void {
    const controller = new AbortController();
    const reports = gatherReports(async (report) => {
      // Another worker has the job, or another process cancelled it.
      if (!(await queue.report(claim, { ...report, leaseMs }))) controller.abort(new Stopped());
    }, clock);
    const ended = run(job, claim, controller, reports).finally(() => {
      running.delete(task);
      // There is a place now, and others may have waited for this one.
      void lookForWork();
    });
    const task = { job, controller, reports, ended };
    running.add(task);
  }

  async function run(
    job: Job,
    claim: Claim,
    controller: AbortController,
    reports: JobReports,
  ): Promise<void> {
    const timer = setInterval(() => void tryToWrite(reports.write), REPORT_MS);
    const watch = setInterval(
      () => {
        if (clock() - reports.progressedAt() >= stallMs) controller.abort(new Stalled());
      },
      Math.min(POLL_MS, stallMs),
    );
    const end = await work(job, claim, controller.signal, reports);
    clearInterval(timer);
    clearInterval(watch);
    await reports.stop();
    await writeDown(end);
  }

  /** Runs the handler and returns the change to store. */
  async function work(
    job: Job,
    claim: Claim,
    signal: AbortSignal,
    reports: JobReports,
  ): Promise<() => Promise<Job | null>> {
    try {
      const outcome = await handlers[job.kind]!(job, {
        ...{ signal, progress: reports.note, keep: reports.keep },
        async assertOurs() {
          if (!(await queue.report(claim, { leaseMs }))) throw new Stopped();
        },
      });
      roomWaitMs = 0;
      return () => queue.succeed(claim, outcome);
    } catch (error) {
      if (signal.reason instanceof Stalled) {
        options.onFailure(job, new Error(`No progress for ${stallMs} ms`, { cause: error }));
        if (job.attempts < MAX_ATTEMPTS) return () => queue.postpone(claim, TRIED_AGAIN);
        return () => queue.fail(claim, { error: STALLED, result: reports.partialResult() });
      }
      // A cancelled job no longer belongs to this worker; jobs of a stopping service are released.
      if (signal.aborted || error instanceof Stopped) return () => queue.handBack(claim);
      const result = reports.partialResult();
      if (error instanceof WaitsForJob) return () => queue.waitFor(claim, error.awaited, result);
      const isAway = isStorageAway(error);
      if (isAway || isStorageFull(error)) {
        roomWaitMs = Math.min(ROOM_WAIT_MS.last, Math.max(ROOM_WAIT_MS.first, 2 * roomWaitMs));
        waitsUntil = clock() + roomWaitMs;
        if (isAway) return () => queue.handBack(claim, WAITS_FOR_STORAGE);
        if (job.attempts < MAX_ATTEMPTS) return () => queue.postpone(claim, WAITS_FOR_ROOM);
      } else if (!(error instanceof AppError)) options.onFailure(job, error);
      return () => queue.fail(claim, { error: toJobError(error), result });
    }
  }

  /** Stops a cancelled job and its parts. */
  function stopTasks(jobId: string): void {
    const stop = () => {
      for (const { job, controller } of running)
        if (job.jobId === jobId || job.partOf === jobId) controller.abort(new Stopped());
    };
    stop();
    // Others may have waited for it; and a claim under way may have got this very job before it was cancelled.
    void lookForWork().then(stop);
  }

  function finish(job: Job | null): void {
    if (job !== null && isFinished(job.status)) options.onFinished(job);
  }

  /** False: the queue could not be written. */
  async function tryToWrite(write: () => Promise<void>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      const now = clock();
      if (now - troubleReportedAt >= TROUBLE_MS) {
        troubleReportedAt = now;
        options.onTrouble(error);
      }
      return false;
    }
  }

  /** Resolves when it is written, or when the service stops, whose next start finds the job running and begins it again. */
  async function writeDown(end: () => Promise<Job | null>): Promise<void> {
    const attempt = () => tryToWrite(async () => finish(await end()));
    if ((await attempt()) || paused) return;
    await new Promise<void>((resolve) => unwritten.set(attempt, resolve));
  }

  async function writeWhatWaits(): Promise<void> {
    for (const [attempt, resolve] of unwritten) {
      if (!(await attempt()) && !paused) continue;
      unwritten.delete(attempt);
      resolve();
    }
  }

  const look = coalesced(async () => {
    if (paused) return;
    await writeWhatWaits();
    await tryToWrite(async () => {
      await takeUp();
      // Our own leases first: while nothing could be written none was renewed.
      for (const { reports } of running) await reports.write();
      for (const job of await queue.reclaim()) finish(job);
    });
    await lookForWork();
    void follow();
  });
  /** Follows changes by other processes. Until that works, polls and reports find them. */
  let following: Promise<() => Promise<void>> | undefined;
  async function follow(): Promise<void> {
    if (following !== undefined || isClosed) return;
    following = queue.follow?.((cancelled) =>
      cancelled === null ? void lookForWork() : stopTasks(cancelled),
    );
    await following?.catch(() => {
      following = undefined;
    });
  }
  void follow();
  const poll = setInterval(look, options.pollMs ?? Math.min(POLL_MS, Math.floor(leaseMs / 3)));
  poll.unref();

  async function pause(): Promise<void> {
    paused = true;
    for (const { controller } of running) controller.abort(new Stopped());
    // Waits for the current poll; a pending claim releases its job.
    await look();
    await lookForWork();
    await writeWhatWaits();
    await Promise.all([...running].map(({ ended }) => ended));
  }

  return {
    wake: () => void setImmediate(lookForWork),

    async cancel(jobId) {
      const job = await queue.cancel(jobId);
      if (job === null) return null;
      finish(job);
      stopTasks(jobId);
      return job;
    },

    pause,

    resume() {
      paused = false;
      void lookForWork();
    },

    async close() {
      clearInterval(poll);
      isClosed = true;
      await following?.then((unfollow) => unfollow()).catch(() => {});
      await pause();
    },
  };
}

/** The job was not at fault, and is not tried too often for that. */
function isStorageAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'storage_unavailable';
}

function toJobError(error: unknown): JobError {
  if (isStorageFull(error))
    return {
      code: 'storage_full',
      message: `The disk was full in ${MAX_ATTEMPTS} attempts. Free space, then create the job again.`,
    };
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return {
    code: 'internal',
    message: 'The engine failed on this job; see the log of the service for the id of the job',
  };
}
