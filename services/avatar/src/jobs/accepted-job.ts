import { IsoTime, isoTime, Uuid } from '@anima/service/schema';
import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Job } from './job.js';
import { JobKindSchema, JobStatusSchema, publicJobKind, statusUrl } from './job-schema.js';

/** Errors of every request that starts a job. */
export const acceptErrors = ['webhook_not_allowed', 'queue_full', 'storage_full'];

/** The answer to every request that starts a job. */
export const AcceptedJob = Type.Object(
  {
    job_id: Uuid,
    kind: JobKindSchema,
    status: JobStatusSchema,
    status_url: Type.String({ description: 'Where to ask how it goes' }),
    created_at: IsoTime,
  },
  { description: 'An accepted job' },
);

export function sendAccepted(reply: FastifyReply, job: Job): FastifyReply {
  const accepted: Static<typeof AcceptedJob> = {
    job_id: job.jobId,
    kind: publicJobKind(job),
    status: job.status,
    status_url: statusUrl(job),
    created_at: isoTime(job.createdAt),
  };
  return reply.code(202).header('location', accepted.status_url).send(accepted);
}
