import { join } from 'node:path';
import { closeDataDirectory } from '@anima/service/files';
import { assertBindAllowed, createService } from '@anima/service/http';
import {
  createLog,
  type RunningService,
  readVersion,
  type StartOptions,
  startService,
} from '@anima/service/process';
import { createDamageWatch, damagedDatabase, lockDataDirectory } from '@anima/service/sqlite';
import type { BegunProcesses } from './adapters/begun-processes.js';
import { ownFolders, ownNames } from './adapters/files/own-files.js';
import type { DrawingEngine } from './adapters/render/drawing-engine.js';
import { faceEngines as ourEngines } from './adapters/render/face-engines.js';
import { voiceFamilies as ourFamilies } from './adapters/speech/voice-families.js';
import { ticketCredentials } from './authentication.js';
import type { AvatarConfig } from './config.js';
import { avatarErrors } from './error-codes.js';
import { asksForCredentials, openAuthentication } from './open-authentication.js';
import { openBackups } from './open-backups.js';
import { openCatalog } from './open-catalog.js';
import { openBucketIfConfigured } from './open-elsewhere.js';
import { openJobs } from './open-jobs.js';
import { openLive } from './open-live.js';
import { openMedia } from './open-media.js';
import { openRender } from './open-render.js';
import { openSpeech } from './open-speech.js';
import { openStorage } from './open-storage.js';
import type { VoiceFamily } from './ports/voice-family.js';
import { preload } from './preload.js';
import { registerRoutes } from './register-routes.js';
import { assertSharedFolder } from './shared-folder.js';

export interface AvatarOptions extends StartOptions {
  /** Default: those of this repository. */
  voiceFamilies?: readonly VoiceFamily[];
  faceEngines?: readonly DrawingEngine[];
  /** Processes that wait to be told what to speak with, and what to draw. */
  begun?: BegunProcesses;
}

export const version = readVersion(new URL('../package.json', import.meta.url));

/**
 * The avatar service, wired from top to bottom. Rejects with an AppError in one clear line where it cannot start. `close`
 * takes up nothing new, hands running jobs back and frees the data directory.
 */
export async function startAvatarService(
  config: AvatarConfig,
  { voiceFamilies = ourFamilies, faceEngines = ourEngines, begun, ...options }: AvatarOptions = {},
): Promise<RunningService> {
  const clock = Date.now;
  assertBindAllowed(config.AVATAR_HOST, asksForCredentials(config));
  const log = createLog('avatar', options.logStream);
  const database = join(config.AVATAR_DATA_DIR, 'avatar.db');
  const damage = createDamageWatch(database);

  return startService(async (onClose) => {
    if (config.AVATAR_DATABASE_URL === undefined) {
      const lock = lockDataDirectory(config.AVATAR_DATA_DIR);
      onClose(() => lock.release());
    }
    closeDataDirectory(config.AVATAR_DATA_DIR, [...ownNames, ...ownFolders], log);
    const elsewhere = await openBucketIfConfigured(config, log);
    onClose(() => elsewhere?.bucket.close());
    const storage = await openStorage(config, { clock, log, onClose, recovers: true, elsewhere });
    await assertSharedFolder(config, storage);
    const authentication = await openAuthentication(config, { clock, storage });
    const { authenticate, firstLook } = authentication;
    const media = await openMedia(config, log, elsewhere);
    const speech = await openSpeech(config, {
      families: voiceFamilies,
      log,
      processes: () => storage.settings.current.speech_concurrency,
      begun,
    });
    onClose(() => speech.close());
    const live = openLive(speech.engines, storage.settings);
    const render = openRender(config, { engines: faceEngines, media, log, begun });
    onClose(() => render.close());
    const { portraits } = render;
    const { catalog, probe } = await openCatalog(config, { storage, media, speech, portraits });
    preload(config, { speech: speech.engines, renderer: render.renderer, catalog, begun, log, onClose });
    const jobs = await openJobs({ config, storage, media, speech, render, probe, clock, log, onClose });
    const { backups, refuseWhileRestoring } = await openBackups(config, {
      version,
      storage,
      media,
      jobs,
      clock,
    });

    const service = await createService({
      name: 'avatar',
      title: 'Anima avatar',
      version,
      description: 'Speech with word times, lip-synced clips and face restoration, as jobs.',
      host: config.AVATAR_HOST,
      port: config.PORT,
      tokens: [],
      ...(authenticate === undefined ? {} : { authenticate }),
      credentials: ticketCredentials,
      onEveryRequest: (request) => {
        firstLook(request);
        refuseWhileRestoring(request);
      },
      allowedOrigins: config.AVATAR_ALLOWED_ORIGINS,
      bodyLimitBytes: config.AVATAR_MAX_BODY_BYTES,
      errors: avatarErrors,
      idempotency: storage.idempotency,
      ...options,
      routes: (app) => {
        app.addHook('onError', async (_request, _reply, error) => void damage.note(error));
        registerRoutes(app, {
          ...{ config, version, authentication, storage, media, speech, live, render },
          ...{ catalog, probe, jobs, backups, clock, log, damage },
        });
      },
    });
    live.metrics.register(service.metrics);
    onClose(() => service.close());
    return service.listen();
  }).catch((error: unknown) => {
    throw damagedDatabase(database, error) ?? error;
  });
}
