import { livePageFolder } from '@anima/live-page';
import { playerFolder } from '@anima/player/page-folder';
import { registerEventStream, type ServiceApp, serveWebFiles } from '@anima/service/http';
import type { Log } from '@anima/service/process';
import type { DamageWatch } from '@anima/service/sqlite';
import { serveStudio } from '@anima/studio';
import { createAudioStreams } from './adapters/audio-streams.js';
import type { AvatarConfig } from './config.js';
import type { Catalog } from './domain/catalog/catalog.js';
import { enginesOfDefaults, findLoadables } from './domain/loadables.js';
import { createSpeechStreams } from './domain/speech/speech-streams.js';
import type { openAuthentication } from './open-authentication.js';
import type { Jobs } from './open-jobs.js';
import type { OpenLive } from './open-live.js';
import type { OpenMedia } from './open-media.js';
import type { OpenRender } from './open-render.js';
import type { OpenSpeech } from './open-speech.js';
import type { Storage } from './open-storage.js';
import type { BackupStore } from './ports/backup-store.js';
import type { MediaProbe } from './ports/media-probe.js';
import { createAcceptancePlaces } from './routes/acceptance.js';
import { asyncApiRoutes } from './routes/async-api.js';
import { authRoutes } from './routes/auth.js';
import { backupRoutes } from './routes/backups.js';
import { bootstrapRoutes } from './routes/bootstrap.js';
import { catalogRoutes } from './routes/catalog.js';
import { enhanceRoutes } from './routes/enhance.js';
import { jobRoutes } from './routes/jobs.js';
import { lipsyncRoutes } from './routes/lipsync.js';
import { liveRoutes } from './routes/live.js';
import { mediaRoutes } from './routes/media.js';
import { openAiSpeechRoutes } from './routes/openai-speech.js';
import { pluginRoutes } from './routes/plugin.js';
import { readyRoute } from './routes/ready.js';
import { settingsRoutes } from './routes/settings.js';
import { ttsRoutes } from './routes/tts.js';
import { ttsStreamRoutes } from './routes/tts-stream.js';
import { voiceRoutes } from './routes/voices.js';
import { warmRoutes } from './routes/warm.js';

export interface RouteParts {
  config: AvatarConfig;
  version: string;
  authentication: Awaited<ReturnType<typeof openAuthentication>>;
  storage: Storage;
  media: OpenMedia;
  speech: OpenSpeech;
  live: OpenLive;
  render: OpenRender;
  catalog: Catalog;
  probe: MediaProbe;
  jobs: Jobs;
  backups: BackupStore;
  clock: () => number;
  log: Log;
  damage: DamageWatch;
}

/** Every route of the service, each noun with what it needs. */
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
