import { callWithin } from '@anima/calls/signals';
import { AnimaError } from './anima-error.js';
import type { JobKind } from './job-results.js';
import type { JobUpdates } from './job-updates.js';
import { type FinishedJob, type Job, JobFailedError, type JobName } from './jobs.js';
import { pause } from './pause.js';

export interface WaitOptions<Kind extends JobKind = JobKind> {
  /** Called after each change of status, stage, progress or place in the queue. */
  onProgress?: (job: Job<Kind>) => void;
  /** Stops waiting and rejects with its reason; the job continues. */
  signal?: AbortSignal;
  /** The job is cancelled when the signal is aborted. */
  cancelOnAbort?: boolean;
  /** Interval of polls in ms. Default: 500 with `onProgress`, else rare: an event reports the end. */
  pollMs?: number;
}

export interface JobAccess {
  read<Kind extends JobKind>(name: JobName<Kind>, signal?: AbortSignal): Promise<Job<Kind>>;
  cancel(name: JobName): Promise<unknown>;
  news: JobUpdates;
}

const SHORTEST_POLL_MS = 20;
const PROGRESS_MS = 500;
/** Interval while events report the end; a proxy may lose them. */
const SELDOM_MS = 10_000;
/** First and last interval without events. */
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
  let reported = '';
  try {
    for (;;) {
      // Created before the poll: a change during the poll ends the pause.
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const job = await read(name, signal);
      const { status, stage, progress, queue_position } = job;
      const now = JSON.stringify([status, stage, progress, queue_position]);
      if (now !== reported) onProgress?.(job);
      reported = now;
      if (status === 'succeeded') return job as FinishedJob<Kind>;
      if (status === 'failed' || status === 'cancelled') throw new JobFailedError(job as Job);
      const defaultMs = news.isOpen() ? SELDOM_MS : growingMs;
      growingMs = Math.min(growingMs * 1.5, LAST_POLL_MS);
      const delayMs = pollMs ?? (onProgress === undefined ? defaultMs : Math.min(defaultMs, PROGRESS_MS));
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

/** A job that has ended in the meantime needs no cancelling. */
async function cancelQuietly(cancel: JobAccess['cancel'], name: JobName): Promise<void> {
  await cancel(name).catch((error: unknown) => {
    if (!(error instanceof AnimaError)) throw error;
  });
}
