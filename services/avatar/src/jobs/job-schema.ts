import { IsoTime, isoTime, Nullable, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import { type Job, type JobOutline, jobStatuses, madeBy, type PublicJobKind, publicJobKinds } from './job.js';
import { type MediaPaths, toResultRecord } from './result-schema.js';

export const JobKindSchema = Type.Enum([...publicJobKinds]);
export const JobStatusSchema = Type.Enum([...jobStatuses]);

export const WebhookUrl = Type.String({
  format: 'uri',
  maxLength: 2_048,
  pattern: '^https?://',
  description:
    'URL that is called when the job has finished, signed with HMAC-SHA256; loopback or an allowed host',
});

/** URL prefix of the jobs of each kind. */
const jobPaths: Record<PublicJobKind, string> = {
  tts: '/tts/jobs',
  lipsync: '/lipsync/jobs',
  lipsync_batch: '/lipsync/jobs/batch',
  enhance: '/enhance/jobs',
};

/** Part jobs are read through their parent and have no records. */
export const publicJobKind = ({ kind }: Pick<Job, 'kind'>) => kind as PublicJobKind;

export const statusUrl = (job: Pick<Job, 'kind' | 'jobId'>): string =>
  `${jobPaths[publicJobKind(job)]}/${job.jobId}`;

export const JobRecord = Type.Object(
  {
    job_id: Uuid,
    kind: JobKindSchema,
    status: JobStatusSchema,
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    stage: Type.String({ description: 'Current step, in a word or two' }),
    queue_position: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Jobs of its kind that come before it, while it is queued' }),
    ),
    created_at: IsoTime,
    started_at: Type.Optional(IsoTime),
    finished_at: Type.Optional(IsoTime),
    attempts: Type.Integer({ minimum: 0 }),
    output_path: Type.Optional(Type.String({ description: 'The file on the machine of the service' })),
    media_url: Type.Optional(Type.String({ description: 'The same file over HTTP' })),
    result: Nullable(Type.Unsafe<unknown>({ description: 'Result in the format of the job kind' })),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { description: 'One job' },
);

/** A record without its result, which may be long. */
export const JobSummary = Type.Omit(JobRecord, ['result']);

export function toJobSummary(
  job: JobOutline,
  queuePosition: number | null,
  media: MediaPaths,
): Static<typeof JobSummary> {
  return {
    job_id: job.jobId,
    kind: publicJobKind(job),
    status: job.status,
    progress: job.progress,
    stage: job.stage,
    ...(queuePosition === null ? {} : { queue_position: queuePosition }),
    created_at: isoTime(job.createdAt),
    ...(job.startedAt === null ? {} : { started_at: isoTime(job.startedAt) }),
    ...(job.finishedAt === null ? {} : { finished_at: isoTime(job.finishedAt) }),
    attempts: job.attempts,
    ...(job.output === null
      ? {}
      : {
          output_path: media.pathOf(job.output),
          media_url: `/media/${madeBy(job.kind)}?job_id=${job.jobId}`,
        }),
    ...(job.error === null ? {} : { error: job.error }),
  };
}

export function toJobRecord(
  job: Job,
  queuePosition: number | null,
  media: MediaPaths,
): Static<typeof JobRecord> {
  return { ...toJobSummary(job, queuePosition, media), result: toResultRecord(job, media) };
}
