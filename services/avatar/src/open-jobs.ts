import { join } from 'node:path';
import type { Log, OnClose } from '@anima/service/process';
import { createAudioEncoder } from './adapters/audio-encoder.js';
import { keptSecret } from './adapters/files/secret-file.js';
import { createWebhookPost } from './adapters/http/post-webhook.js';
import type { AvatarConfig } from './config.js';
import { createEnhanceHandler } from './domain/enhance/enhance-handler.js';
import { createJobIntake } from './domain/job-intake.js';
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
  const { queue, records, settings } = storage;
  const { store: media } = options.media;
  const webhooks = await openWebhooks(options);
  onClose(() => webhooks.close());
  webhooks.wake();
  const runner: JobRunner = createJobRunner({
    queue,
    worker: await keptSecret(join(config.AVATAR_DATA_DIR, 'worker-id')),
    handlers: createHandlers(options, () => runner.wake()),
    concurrency: () => {
      const { speech_concurrency: speech, render_concurrency: render } = settings.current;
      return { tts: speech, lipsync: render, lipsync_batch: render, lipsync_scene: render, enhance: render };
    },
    clock,
    onFailure: (job, error) => log.error({ err: error, job_id: job.jobId }, 'job failed'),
    onFinished: (job) => {
      if (job.webhookUrl !== null) webhooks.wake();
    },
    onTakenUp: (jobs) => {
      if (jobs > 0) log.info({ jobs }, 'jobs of the last run taken up again');
    },
    onTrouble: (error) => log.error({ err: error }, 'jobs wait: the database cannot be written'),
  });
  const intake = createJobIntake({ queue, records, runner, settings });
  runner.wake();
  onClose(() => runner.close());
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

function createHandlers(
  { storage: { queue, records }, media: opened, speech, render, probe }: JobOptions,
  onAccepted: () => void,
) {
  const { ffmpeg, store: media } = opened;
  const { renderer, joiner, restorer } = render;
  const encoder = createAudioEncoder(ffmpeg);
  const clips = { speech: speech.engines, encoder, records, media, renderer };
  return {
    tts: createSpeechHandler({ engine: speech.engines, encoder, media }),
    lipsync: createClipHandler(clips),
    lipsync_batch: createBatchHandler({ queue, records, media, joiner, onAccepted }),
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
    secret:
      config.AVATAR_WEBHOOK_SECRET ?? (await keptSecret(join(config.AVATAR_DATA_DIR, 'webhook-secret'))),
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
