import type { Log, OnClose } from '@anima/service/process';
import { createAudioEncoder } from './adapters/audio-encoder.js';
import { createWebhookPost } from './adapters/http/post-webhook.js';
import { announceWorker } from './announce-worker.js';
import type { AvatarConfig } from './config.js';
import { createEnhanceHandler } from './domain/enhance/enhance-handler.js';
import type { JobKind } from './domain/job.js';
import type { JobHandler } from './domain/job-handler.js';
import { createJobIntake } from './domain/job-intake.js';
import { createJobNeeds, type JobRequirements } from './domain/job-needs.js';
import { createJobRunner, type JobRunner } from './domain/job-runner.js';
import { createBatchHandler } from './domain/lipsync/batch-handler.js';
import { createClipHandler } from './domain/lipsync/clip-handler.js';
import { createSceneHandler } from './domain/lipsync/scene-handler.js';
import { sweepOldJobs } from './domain/old-jobs.js';
import { createSpeechHandler } from './domain/speech/speak-to-file.js';
import { createWebhooks, type Webhooks } from './domain/webhooks.js';
import type { OpenMedia } from './open-media.js';
import type { OpenRender } from './open-render.js';
import type { OpenSpeech } from './open-speech.js';
import type { Storage } from './open-storage.js';
import type { MediaProbe } from './ports/media-probe.js';
import { toJobRecord } from './routes/job-record.js';

export interface JobOptions {
  config: AvatarConfig;
  storage: Storage;
  media: OpenMedia;
  speech: OpenSpeech;
  render: OpenRender;
  probe: MediaProbe;
  clock: () => number;
  log: Log;
  onClose: OnClose;
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>;

/** What runs jobs, tells of their end and removes the old ones; those of the last run are taken up again. */
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
      const speech = config.AVATAR_JOB_PLACES || speech_concurrency;
      const render = config.AVATAR_JOB_PLACES || render_concurrency;
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
      if (jobs > 0) log.info({ jobs }, 'jobs of the last run taken up again');
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

/** Of all, those of the kinds that run here. */
function handlersOf(kinds: readonly JobKind[], handlers: Record<JobKind, JobHandler>) {
  return Object.fromEntries(kinds.map((kind) => [kind, handlers[kind]]));
}

/** What speaks, draws and restores here now. */
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

/** Of an address that a restored job may have brought along. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'no address';
}
