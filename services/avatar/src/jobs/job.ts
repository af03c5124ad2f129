import type { MediaKind, MediaRef } from '../media/media-ref.js';

/** Jobs and their status transitions. Times are ms since the epoch. */

/** Kinds that callers can request. */
export const publicJobKinds = ['tts', 'lipsync', 'lipsync_batch', 'enhance'] as const;
export type PublicJobKind = (typeof publicJobKinds)[number];
/** A scene is a part of a batch that any worker can claim. */
export const jobKinds = [...publicJobKinds, 'lipsync_scene'] as const;
export type JobKind = (typeof jobKinds)[number];

/** Returns the kind of media that a job makes. */
export const madeBy = (kind: JobKind): MediaKind => (kind === 'tts' ? 'audio' : 'video');

export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export interface Job {
  jobId: string;
  kind: JobKind;
  status: JobStatus;
  /** The request, in the format of the handler of the kind. */
  payload: unknown;
  /** 0 to 1. */
  progress: number;
  /** Current step, in a word or two. */
  stage: string;
  /** How often it was begun. */
  attempts: number;
  /** Fencing token: grows with each claim, also if the claim does not count as an attempt. */
  fence: number;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** The file it made. */
  output: MediaRef | null;
  /** Result of the job; for some kinds also a partial result. */
  result: unknown;
  error: JobError | null;
  webhookUrl: string | null;
  /** The job of which it is a part. */
  partOf: string | null;
}

/** A job without the fields that may be long. */
export type JobOutline = Omit<Job, 'payload' | 'result'>;

/** Output of a handler. */
export interface JobOutcome {
  output: MediaRef | null;
  result: unknown;
}

/** A job that has to finish before another one starts, and the stage that the other one shows until then. */
export interface AwaitedJob {
  jobId: string;
  stage: string;
}

export interface JobError {
  /** Stable, snake_case. */
  code: string;
  /** Description of the error and its fix. */
  message: string;
}

/** All valid status transitions. Any other transition is rejected. */
export const transitions = {
  /** A runner takes it up. */
  claim: { from: ['queued'], to: 'running' },
  succeed: { from: ['running'], to: 'succeeded' },
  fail: { from: ['running'], to: 'failed' },
  cancel: { from: ['queued', 'running'], to: 'cancelled' },
  /** The service stops, or another job has to end first: the job was not at fault, and its try does not count. */
  handBack: { from: ['running'], to: 'queued' },
  /** The worker died, let the lease end or found the disk full: the job is attempted again. */
  requeue: { from: ['running'], to: 'queued' },
} as const satisfies Record<string, { from: readonly JobStatus[]; to: JobStatus }>;
export type Transition = keyof typeof transitions;

/** A job whose runner dies is begun this many times in all. */
export const MAX_ATTEMPTS = 3;

export function isFinished(status: JobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}
