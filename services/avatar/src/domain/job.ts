import type { MediaKind, MediaRef } from './media-ref.js';

/** What a job is, and the only ways in which it changes. Times are ms since the epoch. */

/** What callers ask for. */
export const publicJobKinds = ['tts', 'lipsync', 'lipsync_batch', 'enhance'] as const;
export type AskedKind = (typeof publicJobKinds)[number];
/** A scene is a part of a batch: whoever has a place takes it up. */
export const jobKinds = [...publicJobKinds, 'lipsync_scene'] as const;
export type JobKind = (typeof jobKinds)[number];

/** What a job of this kind makes. */
export const madeBy = (kind: JobKind): MediaKind => (kind === 'tts' ? 'audio' : 'video');

export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export interface Job {
  jobId: string;
  kind: JobKind;
  status: JobStatus;
  /** What was asked for, as the handler of its kind reads it. */
  payload: unknown;
  /** 0 to 1. */
  progress: number;
  /** What is being done, in a word or two. */
  stage: string;
  /** How often it was begun. */
  attempts: number;
  /** Another, greater number for each time it was claimed, also where that was no try of it. */
  fence: number;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** The file it made. */
  output: MediaRef | null;
  /** What came of it; of some kinds also what there is of it so far. */
  result: unknown;
  error: JobError | null;
  webhookUrl: string | null;
  /** The job of which it is a part. */
  partOf: string | null;
}

/** A job without what may be long. */
export type JobOutline = Omit<Job, 'payload' | 'result'>;

/** What a handler has made. */
export interface JobOutcome {
  output: MediaRef | null;
  result: unknown;
}

/** A job that has to end before another one begins, and what that one shows as its stage until then. */
export interface AwaitedJob {
  jobId: string;
  stage: string;
}

export interface JobError {
  /** Stable, snake_case. */
  code: string;
  /** What went wrong and what to do about it. */
  message: string;
}

/** Every way from one status to another. What is not here cannot happen, whoever asks for it. */
export const transitions = {
  /** A runner takes it up. */
  claim: { from: ['queued'], to: 'running' },
  succeed: { from: ['running'], to: 'succeeded' },
  fail: { from: ['running'], to: 'failed' },
  cancel: { from: ['queued', 'running'], to: 'cancelled' },
  /** The service stops, or another job has to end first: the job was not at fault, and its try does not count. */
  handBack: { from: ['running'], to: 'queued' },
  /** Its runner died, let the lease run out or found no room on the disk: it is tried again. */
  requeue: { from: ['running'], to: 'queued' },
} as const satisfies Record<string, { from: readonly JobStatus[]; to: JobStatus }>;
export type Transition = keyof typeof transitions;

/** A job whose runner dies is begun this many times in all. */
export const MAX_ATTEMPTS = 3;

export function isFinished(status: JobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}
