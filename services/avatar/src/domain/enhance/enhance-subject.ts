import { AppError } from '@anima/service/errors';
import type { JobStore } from '../../ports/job-store.js';
import type { MediaProbe } from '../../ports/media-probe.js';
import type { Media } from '../catalog/media-format.js';
import { isFinished, type Job } from '../job.js';
import type { JobContext } from '../job-runner.js';
import { toSubject } from '../lipsync/clip-subject.js';
import type { MediaRef } from '../media-ref.js';
import type { EnhancePayload } from './enhance-payload.js';

const POLL_MS = 200;

/** Refuses what is no job that makes a clip or picture, and one that has come to nothing. */
export function requireRender(job: Job | null, jobId: string): Job {
  if (job === null || job.kind === 'tts')
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

/** What is enhanced; a render that was asked for a moment ago may still be running. */
export async function subjectOf(
  { subject, jobId }: EnhancePayload,
  { store, probe }: { store: Pick<JobStore, 'byId'>; probe: Pick<MediaProbe, 'probe'> },
  { signal, progress }: Pick<JobContext, 'signal' | 'progress'>,
): Promise<NonNullable<EnhancePayload['subject']>> {
  if (subject !== null) return subject;
  for (;;) {
    const job = requireRender(store.byId(jobId!), jobId!);
    if (isFinished(job.status)) {
      return toEnhanceSubject(null, job.output!, await probe.probe(job.output!, signal))!;
    }
    progress(0, 'waiting for the render');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
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
