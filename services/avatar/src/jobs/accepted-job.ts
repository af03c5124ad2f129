import { IsoTime, isoTime, Uuid } from '@anima/service/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { AwaitedJob, PublicJobKind } from './job.js';
import type { JobIntake } from './job-intake.js';
import { JobKindSchema, JobStatusSchema, publicJobKind, statusUrl } from './job-schema.js';
import type { Webhooks } from './webhooks.js';

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

export interface AcceptingParts {
  intake: JobIntake;
  webhooks: Pick<Webhooks, 'assertAllowed'>;
}

/**
 * Accepts a job for a request and returns the answer. `prepare` resolves the request to a payload; it is called
 * only if the webhook is allowed and the queue has room.
 */
export async function acceptJob(
  { intake, webhooks }: AcceptingParts,
  kind: PublicJobKind,
  request: FastifyRequest<{ Body: unknown }>,
  reply: FastifyReply,
  prepare: () => Promise<{ payload: unknown; after?: AwaitedJob | null }>,
): Promise<Static<typeof AcceptedJob>> {
  const { webhook_url: webhookUrl = null } = request.body as { webhook_url?: string };
  const { resourceId: jobId, identity } = request;
  if (webhookUrl !== null) webhooks.assertAllowed(webhookUrl);
  await intake.assertRoom(kind, jobId, identity.caller);
  const job = await intake.accept({ jobId, kind, webhookUrl, ...(await prepare()) }, identity.caller);
  reply.code(202).header('location', statusUrl(job));
  return {
    job_id: job.jobId,
    kind: publicJobKind(job),
    status: job.status,
    status_url: statusUrl(job),
    created_at: isoTime(job.createdAt),
  };
}
