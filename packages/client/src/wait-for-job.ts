import { callWithin } from '@anima/calls/signals';
import { AnimaError } from './anima-error.js';
import type { JobUpdates } from './job-news.js';
import type { JobKind } from './job-results.js';
import { type FinishedJob, type Job, JobFailedError, type JobName } from './jobs.js';
import { pause } from './pause.js';

export interface WaitOptions<Kind extends JobKind = JobKind> {
  /** Told what has changed since the last time: status, stage, progress or place in the queue. */
  onProgress?: (job: Job<Kind>) => void;
  /** Ends the waiting, which rejects with its reason; the job goes on. */
  signal?: AbortSignal;
  /** The job is cancelled when the signal is aborted. */
  cancelOnAbort?: boolean;
  /** How often the job is looked at; by default every half second with `onProgress`, else seldom, since its end is told as an event. */
  pollMs?: number;
}

export interface JobAccess {
  read<Kind extends JobKind>(name: JobName<Kind>, signal?: AbortSignal): Promise<Job<Kind>>;
  cancel(name: JobName): Promise<unknown>;
  news: JobUpdates;
}

const SHORTEST_POLL_MS = 20;
const PROGRESS_MS = 500;
/** While events tell of the end; they might be lost in a proxy. */
const SELDOM_MS = 10_000;
/** Without events: growing from the one to the other. */
const [FIRST_POLL_MS, LAST_POLL_MS] = [100, 2_000];

/**
 * Resolves with a job that has succeeded.
 * @throws JobFailedError; AnimaError; ServiceUnreachableError; the reason of the signal
 */
export async function waitForJob<Kind extends JobKind>(
  { read, cancel, news }: JobAccess,
  name: JobName<Kind>,
  { onProgress, signal, cancelOnAbort = false, pollMs }: WaitOptions<Kind> = {},
): Promise<FinishedJob<Kind>> {
  let wake = () => {};
  const leave = news.subscribe(name.job_id, () => wake());
  let growingMs = FIRST_POLL_MS;
  let told = '';
  try {
    for (;;) {
      // Before the job is looked at: what changes from here on ends the pause.
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const job = await read(name, signal);
      const { status, stage, progress, queue_position } = job;
      const now = JSON.stringify([status, stage, progress, queue_position]);
      if (now !== told) onProgress?.(job);
      told = now;
      if (status === 'succeeded') return job as FinishedJob<Kind>;
      if (status === 'failed' || status === 'cancelled') throw new JobFailedError(job as Job);
      const lookMs = news.areTold() ? SELDOM_MS : growingMs;
      growingMs = Math.min(growingMs * 1.5, LAST_POLL_MS);
      const delayMs = pollMs ?? (onProgress === undefined ? lookMs : Math.min(lookMs, PROGRESS_MS));
      await changedOrAfter(changed, Math.max(delayMs, SHORTEST_POLL_MS), signal);
    }
  } catch (error) {
    if (signal?.aborted && cancelOnAbort) await cancelQuietly(cancel, name);
    throw error;
  } finally {
    leave();
  }
}

async function changedOrAfter(changed: Promise<void>, delayMs: number, signal: AbortSignal | undefined) {
  const over = new AbortController();
  try {
    await callWithin(undefined, [over.signal, signal], (end) => Promise.race([changed, pause(delayMs, end)]));
  } finally {
    over.abort();
  }
}

/** One that has ended by itself in the meantime needs no cancelling. */
async function cancelQuietly(cancel: JobAccess['cancel'], name: JobName): Promise<void> {
  await cancel(name).catch((error: unknown) => {
    if (!(error instanceof AnimaError)) throw error;
  });
}
