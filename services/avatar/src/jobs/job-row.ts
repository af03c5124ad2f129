import { storedJson } from '@anima/service/sqlite';
import type { MediaRef } from '../media/media-ref.js';
import type { Job, JobError, JobKind, JobOutline, JobStatus } from './job.js';

/** A row without the columns that may be long. */
export interface OutlineRow {
  job_id: string;
  kind: string;
  status: string;
  progress: number;
  stage: string;
  attempts: number;
  fence: number;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  output: string | null;
  error: string | null;
  webhook_url: string | null;
  part_of: string | null;
}

export interface JobRow extends OutlineRow {
  payload: string;
  result: string | null;
  owner: string | null;
}

export function jobFromRow(row: JobRow): Job {
  return {
    ...outlineFromRow(row),
    payload: storedJson(row.payload, nameOf(row)),
    result: row.result === null ? null : storedJson(row.result, nameOf(row)),
  };
}

export function outlineFromRow(row: OutlineRow): JobOutline {
  return {
    jobId: row.job_id,
    kind: row.kind as JobKind,
    status: row.status as JobStatus,
    progress: row.progress,
    stage: row.stage,
    attempts: row.attempts,
    fence: row.fence,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    output: row.output === null ? null : storedJson<MediaRef>(row.output, nameOf(row)),
    error: row.error === null ? null : storedJson<JobError>(row.error, nameOf(row)),
    webhookUrl: row.webhook_url,
    partOf: row.part_of,
  };
}

const nameOf = ({ job_id }: OutlineRow) => `the job ${job_id}`;
