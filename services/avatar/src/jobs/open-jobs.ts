import type { Log, OnClose } from '@anima/service/process';
import { createBatchHandler } from '../clips/batch-handler.js';
import { createClipHandler } from '../clips/make-clip.js';
import { createSceneHandler } from '../clips/scene-handler.js';
import type { AvatarConfig } from '../config.js';
import { createEnhanceHandler } from '../enhance/enhance-handler.js';
import type { Parts } from '../open-parts.js';
import { createAudioEncoder } from '../speech/audio-encoder.js';
import { createSpeechHandler } from '../speech/speak-to-file.js';
import type { JobKind } from './job.js';
import type { JobHandler } from './job-handler.js';
import { createJobIntake } from './job-intake.js';
import { createJobNeeds, type JobRequirements } from './job-requirements.js';
import { createJobRunner, type JobRunner } from './job-runner.js';
import { toJobRecord } from './job-schema.js';
import { sweepOldJobs } from './old-jobs.js';
import { createWebhookPost } from './post-webhook.js';
import { createWebhooks, type Webhooks } from './webhooks.js';
import { announceWorker } from './workers.js';

export interface JobOptions extends Pick<Parts, 'storage' | 'media' | 'speech' | 'render' | 'probe'> {
  config: AvatarConfig;
  clock: () => number;
  log: Log;
  onClose: OnClose;
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>;

/** Starts the job runner, webhook delivery and the removal of old jobs, and reclaims the jobs of the last run. */
export async function openJobs(options: JobOptions) {
  const { config, storage, clock, log, onClose } = options;
  const { queue, records, settings, worker } = storage;
  const kinds = config.AVATAR_JOB_KINDS;
  const needs = createJobNeeds(() => options.speech.voices());
  const { store: media } = options.media;
  const webhooks = await openWebhooks(options);
  onClose(() => webhooks.close());
  webhooks.wake();
  const runner: JobRunner = createJobRunner({
    queue,
    worker,
    handlers: handlersOf(
      kinds,
      createHandlers(options, needs, () => runner.wake()),
    ),
    concurrency: () => {
      const { speech_concurrency, render_concurrency } = settings.current;
      const speech = config.AVATAR_JOB_CONCURRENCY || speech_concurrency;
      const render = config.AVATAR_JOB_CONCURRENCY || render_concurrency;
      return { tts: speech, lipsync: render, lipsync_batch: render, lipsync_scene: render, enhance: render };
    },
    clock,
    leaseMs: config.AVATAR_JOB_LEASE,
    stallMs: config.AVATAR_JOB_STALL,
    ...(storage.workers && { engines: () => enginesOf(options) }),
    onFailure: (job, error) => log.error({ err: error, job_id: job.jobId }, 'job failed'),
    onFinished: (job) => {
      if (job.webhookUrl !== null) webhooks.wake();
    },
    onTakenUp: (jobs) => {
      if (jobs > 0) log.info({ jobs }, 'reclaimed jobs of the last run');
    },
    onTrouble: (error) => log.error({ err: error }, 'jobs wait: the database cannot be written'),
  });
  const intake = createJobIntake({ queue, records, runner, settings, needs });
  runner.wake();
  onClose(() => runner.close());
  if (storage.workers !== null && kinds.length > 0)
    onClose(announceWorker(storage.workers, { worker, kinds, engines: () => enginesOf(options) }, log));
  const oldJobs = sweepOldJobs({
    records,
    media,
    settings,
    clock,
    onError: (error) => log.error({ err: error }, 'old jobs could not be removed'),
  });
  onClose(() => oldJobs.close());
  return { webhooks, runner, intake, oldJobs };
}

function handlersOf(kinds: readonly JobKind[], handlers: Record<JobKind, JobHandler>) {
  return Object.fromEntries(kinds.map((kind) => [kind, handlers[kind]]));
}

/** Lists the names of the engines and restoration models that this process can use now. */
async function enginesOf({ speech, render }: JobOptions): Promise<string[]> {
  const draws = await render.renderer.usable();
  return [...speech.engines.engines, ...draws].map(({ name }) => name).concat(await render.restorer.models());
}

function createHandlers(
  { storage: { queue, records }, media: opened, speech, render, probe }: JobOptions,
  needs: JobRequirements,
  onAccepted: () => void,
) {
  const { ffmpeg, store: media } = opened;
  const { renderer, joiner, restorer } = render;
  const encoder = createAudioEncoder(ffmpeg);
  const clips = { speech: speech.engines, encoder, records, media, renderer };
  return {
    tts: createSpeechHandler({ engine: speech.engines, encoder, media }),
    lipsync: createClipHandler(clips),
    lipsync_batch: createBatchHandler({ queue, records, media, joiner, needs, onAccepted }),
    lipsync_scene: createSceneHandler(clips),
    enhance: createEnhanceHandler({ restorer, media, records, probe }),
  };
}

async function openWebhooks({ config, storage, media, clock, log }: JobOptions): Promise<Webhooks> {
  const { records, outbox } = storage;
  return createWebhooks({
    outbox,
    async bodyOf(jobId) {
      const job = await records.byId(jobId);
      return job === null ? null : toJobRecord(job, null, media.store);
    },
    hosts: config.AVATAR_WEBHOOK_HOSTS.toLowerCase()
      .split(',')
      .map((host) => host.trim()),
    secret: config.AVATAR_WEBHOOK_SECRET ?? (await storage.secret('webhook-secret')),
    clock,
    post: createWebhookPost(),
    onGivenUp: (url, reason) => log.warn({ host: hostOf(url), err: reason }, 'webhook given up'),
    onTrouble: (error) => log.error({ err: error }, 'webhooks wait: the database cannot be written'),
  });
}

/** Returns the host of a webhook URL for the log. A restored job may contain an invalid URL. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'no address';
}
