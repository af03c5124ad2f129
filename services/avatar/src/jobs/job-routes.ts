import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { BatchJobRecord, toBatchRecord } from '../clips/batch-schema.js';
import type { Job, JobKind, JobOutline } from './job.js';
import type { JobRecords } from './job-records.js';
import type { JobRunner } from './job-runner.js';
import {
  JobKindSchema,
  JobRecord,
  JobStatusSchema,
  JobSummary,
  toJobRecord,
  toJobSummary,
} from './job-schema.js';
import type { MediaPaths } from './result-schema.js';

export interface JobRoutesOptions {
  records: Pick<JobRecords, 'byId' | 'list' | 'positions'>;
  runner: Pick<JobRunner, 'cancel'>;
  media: MediaPaths;
}

/** Lists, reads and cancels jobs; each kind at its own path. */
export function jobRoutes(app: ServiceApp, { records, runner, media }: JobRoutesOptions): void {
  const jobOf = async (kind: JobKind, jobId: string): Promise<Job> => {
    const job = await records.byId(jobId.toLowerCase());
    if (job === null || job.kind !== kind)
      throw new AppError('job_not_found', `No ${kind} job has this job_id`);
    return job;
  };
  const positionsOf = (jobs: readonly JobOutline[]) =>
    records.positions(jobs.filter(({ status }) => status === 'queued').map(({ jobId }) => jobId));

  app.get(
    '/jobs',
    {
      config: { ticket: true },
      schema: {
        operationId: 'listJobs',
        summary: 'Jobs, newest first',
        tags: ['jobs'],
        querystring: strictObject({
          kind: Type.Optional(JobKindSchema),
          status: Type.Optional(JobStatusSchema),
          page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
          page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
        }),
        response: {
          200: Type.Object({
            jobs: Type.Array(JobSummary),
            page: Type.Integer(),
            page_size: Type.Integer(),
            total: Type.Integer(),
            total_pages: Type.Integer(),
          }),
        },
      },
    },
    async (request) => {
      const { page = 1, page_size: pageSize = 20, ...filter } = request.query;
      const { jobs, total } = await records.list(filter, { limit: pageSize, offset: (page - 1) * pageSize });
      const positions = await positionsOf(jobs);
      return {
        jobs: jobs.map((job) => toJobSummary(job, positions.get(job.jobId) ?? null, media)),
        page,
        page_size: pageSize,
        total,
        total_pages: Math.ceil(total / pageSize),
      };
    },
  );

  function routesOf(kind: JobKind, path: string, name: string): void {
    const params = strictObject({ job_id: Uuid });
    const response = { 200: kind === 'lipsync_batch' ? BatchJobRecord : JobRecord };
    const toRecord = async (job: Job) => {
      const position = (await positionsOf([job])).get(job.jobId) ?? null;
      return kind === 'lipsync_batch'
        ? toBatchRecord(job, position, media)
        : toJobRecord(job, position, media);
    };
    app.get(
      `${path}/:job_id`,
      {
        config: { ticket: true, errors: ['job_not_found'] },
        schema: {
          operationId: `get${name}Job`,
          summary: 'Get the status and the result of a job',
          tags: ['jobs'],
          params,
          response,
        },
      },
      async (request) => toRecord(await jobOf(kind, request.params.job_id)),
    );
    app.delete(
      `${path}/:job_id`,
      {
        config: { errors: ['job_not_found', 'job_finished', 'storage_full'] },
        schema: {
          operationId: `cancel${name}Job`,
          summary: 'Cancel a job: at once while it is queued, within two seconds while it runs',
          tags: ['jobs'],
          params,
          response,
        },
      },
      async (request) => {
        const { jobId } = await jobOf(kind, request.params.job_id);
        const cancelled = await runner.cancel(jobId);
        if (cancelled !== null) return toRecord(cancelled);
        const job = await jobOf(kind, jobId);
        if (job.status !== 'cancelled') throw new AppError('job_finished', `This job has ${job.status}`);
        return toRecord(job);
      },
    );
  }

  routesOf('tts', '/tts/jobs', 'Speech');
  routesOf('lipsync', '/lipsync/jobs', 'Lipsync');
  routesOf('lipsync_batch', '/lipsync/jobs/batch', 'LipsyncBatch');
  routesOf('enhance', '/enhance/jobs', 'Enhance');
}
