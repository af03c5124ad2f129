import { AppError } from '@anima/service/errors';
import type { Media } from '../catalog/media-format.js';
import { toSubject } from '../clips/clip-subject.js';
import { type AwaitedJob, isFinished, type Job } from '../jobs/job.js';
import { WaitsForJob } from '../jobs/job-handler.js';
import type { JobRecords } from '../jobs/job-records.js';
import type { MediaProbe } from '../media/media-probe.js';
import type { MediaRef } from '../media/media-ref.js';
import type { EnhancePayload } from './enhance-payload.js';

/** Rejects a job that makes no clip or image, and a failed one. */
export function requireRender(job: Job | null, jobId: string): Job {
  if (job === null || job.kind === 'tts' || job.partOf !== null)
    throw new AppError(
      'render_job_not_found',
      `Expected the id of a lip sync or enhancement job, received ${jobId}`,
    );
  if (job.status === 'failed' || job.status === 'cancelled')
    throw new AppError('render_job_not_found', `The job ${jobId} has ${job.status}: render it again`);
  if (job.status === 'succeeded' && job.output === null)
    throw new AppError(
      'render_job_not_found',
      `The batch ${jobId} made no film: name the path of one of its scenes`,
    );
  return job;
}

/** The render that has to end before it can be enhanced. */
export function awaitedRender({ jobId }: Pick<EnhancePayload, 'jobId'>): AwaitedJob | null {
  return jobId === null ? null : { jobId, stage: 'waiting for the render' };
}

/** Returns the subject of an enhancement. Throws `WaitsForJob` if it is not rendered yet. */
export async function subjectOf(
  { subject, jobId }: EnhancePayload,
  { records, probe }: { records: Pick<JobRecords, 'byId'>; probe: Pick<MediaProbe, 'probe'> },
  signal: AbortSignal,
): Promise<NonNullable<EnhancePayload['subject']>> {
  if (subject !== null) return subject;
  const job = requireRender(await records.byId(jobId!), jobId!);
  if (!isFinished(job.status)) throw new WaitsForJob(awaitedRender({ jobId })!);
  return toEnhanceSubject(null, job.output!, await probe.probe(job.output!, signal))!;
}

/** Refuses what cannot be restored. */
export function toEnhanceSubject(
  name: string | null,
  file: MediaRef,
  media: Media,
): EnhancePayload['subject'] {
  const subject = toSubject(name, file, media);
  if (subject.kind !== 'head') return subject;
  throw new AppError('media_kind_wrong', 'Expected a clip or a picture, received a head');
}
