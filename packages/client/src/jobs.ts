import type { operations } from './avatar-api.js';
import type { JobKind, JobResults } from './job-results.js';
import type { AnswerOf } from './operation.js';

/** Names a job; part of accepted and listed jobs. */
export interface JobName<Kind extends JobKind = JobKind> {
  job_id: string;
  kind: Kind;
}

export type AcceptedJob<Kind extends JobKind = JobKind> = AnswerOf<operations['generateSpeech']> &
  JobName<Kind>;

/** The current state of a job. */
export type Job<Kind extends JobKind = JobKind> = Omit<Records[Kind], 'kind' | 'result'> &
  JobName<Kind> & { result: JobResults[Kind] | null };

/** A job that has succeeded, with its file. */
export type FinishedJob<Kind extends JobKind = JobKind> = Job<Kind> & {
  status: 'succeeded';
  output_path: string;
  media_url: string;
  result: JobResults[Kind];
};

interface Records {
  tts: AnswerOf<operations['getSpeechJob']>;
  lipsync: AnswerOf<operations['getLipsyncJob']>;
  lipsync_batch: AnswerOf<operations['getLipsyncBatchJob']>;
  enhance: AnswerOf<operations['getEnhanceJob']>;
}

/** Path of the jobs of each kind. */
export const jobPaths = {
  tts: '/tts/jobs/{job_id}',
  lipsync: '/lipsync/jobs/{job_id}',
  lipsync_batch: '/lipsync/jobs/batch/{job_id}',
  enhance: '/enhance/jobs/{job_id}',
} as const satisfies Record<JobKind, string>;

/** A job that was waited for has failed or was cancelled. */
export class JobFailedError extends Error {
  /** Stable, snake_case; `job_cancelled` where it was cancelled. */
  readonly code: string;
  readonly job: Job;

  constructor(job: Job) {
    const wasCancelled = job.status === 'cancelled';
    super(wasCancelled ? 'The job was cancelled' : (job.error?.message ?? 'The job has failed'));
    this.name = 'JobFailedError';
    this.code = wasCancelled ? 'job_cancelled' : (job.error?.code ?? 'internal');
    this.job = job;
  }
}
