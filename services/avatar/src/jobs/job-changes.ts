import {
  type Job,
  type JobError,
  type JobOutcome,
  MAX_ATTEMPTS,
  type Transition,
  transitions,
} from './job.js';
import type { NewJob } from './job-queue.js';

/**
 * Applies a transition to a job. Adapters of `JobQueue` only store the result. Returns null if the transition
 * is not valid in the status of the job.
 */

function change(job: Job, transition: Transition, changes: Partial<Job>): Job | null {
  const { from, to } = transitions[transition];
  return (from as readonly string[]).includes(job.status) ? { ...job, ...changes, status: to } : null;
}

export function accepted(given: NewJob, stage: string, now: number): Job {
  const { jobId, kind, payload, webhookUrl, partOf = null } = given;
  return {
    ...{
      jobId,
      kind,
      payload,
      webhookUrl,
      stage,
      createdAt: now,
      status: 'queued',
      progress: 0,
      attempts: 0,
      fence: 0,
    },
    ...{ startedAt: null, finishedAt: null, output: null, result: null, error: null, partOf },
  };
}

export function claimed(job: Job, now: number, fence = job.fence + 1): Job | null {
  return change(job, 'claim', { attempts: job.attempts + 1, fence, progress: 0, stage: '', startedAt: now });
}

export function succeeded(job: Job, { output, result }: JobOutcome, now: number): Job | null {
  return change(job, 'succeed', { progress: 1, stage: 'done', output, result, finishedAt: now });
}

export function failed(job: Job, error: JobError, now: number, result: unknown = job.result): Job | null {
  return change(job, 'fail', { error, result, finishedAt: now });
}

export function cancelled(job: Job, now: number): Job | null {
  return change(job, 'cancel', { finishedAt: now });
}

/** Requeues the job without counting the attempt. */
export function released(job: Job, stage = job.stage, result: unknown = job.result): Job | null {
  return change(job, 'handBack', { attempts: job.attempts - 1, startedAt: null, stage, result });
}

/** Requeues the job for another attempt, unless it has had too many. */
export function requeued(job: Job, stage: string): Job | null {
  return change(job, 'requeue', { stage });
}

/** Requeues or fails a job whose worker has exited. */
export function reclaimed(job: Job, now: number): Job | null {
  if (job.attempts < MAX_ATTEMPTS) return change(job, 'requeue', {});
  const { attempts, stage } = job;
  const message = `The engine ended ${attempts} times during this job${stage === '' ? '' : ` (${stage})`}; look into its log before you try again`;
  return failed(job, { code: 'given_up', message }, now);
}

/** Creates the event of a status change, without the payload. */
export function jobEvent(job: Job): { type: string; data: Record<string, unknown> } {
  const { jobId, kind, status, error } = job;
  const reason = error === null ? {} : { error_code: error.code };
  return { type: `job.${status}`, data: { job_id: jobId, kind, status, ...reason } };
}
