import { livePageFolder } from '@anima/live-page';
import { playerFolder } from '@anima/player/page-folder';
import { registerEventStream, type ServiceApp, serveWebFiles } from '@anima/service/http';
import type { Log } from '@anima/service/process';
import type { DamageWatch } from '@anima/service/sqlite';
import { serveStudio } from '@anima/studio';
import { authRoutes } from './auth/auth-routes.js';
import type { openAuthentication } from './auth/authentication.js';
import type { BackupStore } from './backup/backup.js';
import { backupRoutes } from './backup/backup-routes.js';
import { catalogRoutes } from './catalog/catalog-routes.js';
import { lipsyncRoutes } from './clips/clip-routes.js';
import type { AvatarConfig } from './config.js';
import { enhanceRoutes } from './enhance/enhance-routes.js';
import { bootstrapRoutes } from './http/bootstrap-routes.js';
import { enginesOfDefaults, findLoadables } from './http/loadables.js';
import { pluginRoutes } from './http/plugin-routes.js';
import { readyRoute } from './http/ready-route.js';
import { warmRoutes } from './http/warm-routes.js';
import { createAcceptancePlaces } from './jobs/acceptance.js';
import { jobRoutes } from './jobs/job-routes.js';
import type { Jobs } from './jobs/open-jobs.js';
import { asyncApiRoutes } from './live/async-api-routes.js';
import { liveRoutes } from './live/live-routes.js';
import { mediaRoutes } from './media/media-routes.js';
import type { OpenLive, Parts } from './open-parts.js';
import { settingsRoutes } from './settings/settings-routes.js';
import { createAudioStreams } from './speech/audio-streams.js';
import { openAiSpeechRoutes } from './speech/openai-speech-routes.js';
import { createSpeechStreams } from './speech/speech-streams.js';
import { ttsRoutes } from './speech/tts-routes.js';
import { ttsStreamRoutes } from './speech/tts-stream-routes.js';
import { voiceRoutes } from './speech/voice-routes.js';

export interface RouteParts extends Parts {
  config: AvatarConfig;
  version: string;
  authentication: Awaited<ReturnType<typeof openAuthentication>>;
  live: OpenLive;
  jobs: Jobs;
  backups: BackupStore;
  clock: () => number;
  log: Log;
  damage: DamageWatch;
}

/** Registers every route of the service. */
export function registerRoutes(app: ServiceApp, parts: RouteParts): void {
  const { config, version, authentication, storage, media, speech, live, catalog, probe, clock } = parts;
  const { renderer, restorer, portraits } = parts.render;
  const { records, settings, paths } = storage;
  const { runner, intake, webhooks, oldJobs } = parts.jobs;
  const { engines } = speech;
  const { ffmpeg, sounds, missingLetters } = media;
  const places = createAcceptancePlaces();
  const streams = createSpeechStreams({
    engine: engines,
    encoders: createAudioStreams(ffmpeg),
    places: live.streams,
    onBroken: (error) => parts.log.error({ err: error }, 'speech broke off'),
  });
  const loadables = () => findLoadables({ speech: engines, renderer, catalog });
  const { mode: authMode } = authentication;

  app.decorateRequest('queryTicket', null);
  readyRoute(app, storage, media, { probe: async () => parts.damage.assertNone() });
  authRoutes(app, authentication.tickets);
  jobRoutes(app, { records, runner, media: media.store });
  ttsRoutes(app, { engine: engines, catalog, settings, intake, webhooks });
  openAiSpeechRoutes(app, { engines, catalog, streams });
  ttsStreamRoutes(app, {
    ...{ engine: engines, catalog, settings },
    ...{ live: live.speech, places: live.streams },
  });
  asyncApiRoutes(app, { version });
  liveRoutes(app, {
    ...{ catalog, settings, speech: live.speech, sessions: live.sessions, meter: live.metrics },
    allowedOrigins: config.AVATAR_ALLOWED_ORIGINS,
    pageFolder: livePageFolder,
  });
  lipsyncRoutes(app, {
    accept: {
      ...{ catalog, paths, probe, sounds, renderer, portraits, records, settings, missingLetters },
      speech: engines,
    },
    places,
    intake,
    webhooks,
  });
  enhanceRoutes(app, { accept: { catalog, paths, probe, restorer, records }, places, intake, webhooks });
  settingsRoutes(app, settings, () => {
    runner.wake();
    void oldJobs.sweep();
  });
  backupRoutes(app, parts.backups, clock);
  mediaRoutes(app, { records, media: media.store });
  catalogRoutes(app, catalog, media.store);
  voiceRoutes(app, speech.voices);
  warmRoutes(app, {
    loadables,
    voiceOf: async (name) => (await catalog.voice(name))?.voice.name ?? name,
    defaultEngines: () => enginesOfDefaults({ catalog, renderer }),
  });
  const bodyBytes = config.AVATAR_MAX_BODY_BYTES;
  bootstrapRoutes(app, { version, authMode, bodyBytes, catalog, settings, loadables });
  pluginRoutes(app, { version, authMode });
  serveStudio(app, {
    ...{ name: 'avatar', asksForToken: authMode !== 'none' },
    other: config.MEMORY_URL ?? `http://127.0.0.1:${config.MEMORY_PORT}`,
  });
  serveWebFiles(app, { url: '', folder: playerFolder });
  registerEventStream(app, {
    url: '/events',
    log: storage.events,
    publisher: storage.publisher,
    config: { ticket: true },
  });
}
