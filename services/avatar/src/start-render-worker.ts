import { AppError } from '@anima/service/errors';
import { assertBindAllowed, createService } from '@anima/service/http';
import { createLog, type RunningService, startService } from '@anima/service/process';
import { asksForCredentials, openAuthentication } from './auth/open-authentication.js';
import { faceEngines as ourEngines } from './clips/render/face-engines.js';
import type { AvatarConfig } from './config.js';
import { avatarErrors } from './error-codes.js';
import { readyRoute } from './http/ready-route.js';
import { openCatalog } from './open-catalog.js';
import { openJobs } from './open-jobs.js';
import { openMedia } from './open-media.js';
import { openRender } from './open-render.js';
import { openSpeech } from './open-speech.js';
import { openStorage } from './open-storage.js';
import { voiceFamilies as ourFamilies } from './speech/voice-families.js';
import { type AvatarOptions, version } from './start-service.js';
import { assertSharedFolder } from './storage/shared-folder.js';

/**
 * A process that only takes jobs of the database that it shares with the service and with others like it. It answers /health, /ready
 * and /metrics on a port of its own, so that whoever runs it knows how it goes.
 */
export async function startRenderWorker(
  config: AvatarConfig,
  { voiceFamilies = ourFamilies, faceEngines = ourEngines, ...options }: AvatarOptions = {},
): Promise<RunningService> {
  if (config.AVATAR_DATABASE_URL === undefined)
    throw new AppError(
      'invalid_configuration',
      'A render worker takes its jobs from a database: set AVATAR_DATABASE_URL to that of the service',
    );
  const clock = Date.now;
  assertBindAllowed(config.AVATAR_HOST, asksForCredentials(config));
  const log = createLog('avatar', options.logStream);

  return startService(async (onClose) => {
    const storage = await openStorage(config, { clock, log, onClose, recovers: false });
    await assertSharedFolder(config, storage);
    const { authenticate, firstLook } = await openAuthentication(config, { clock, storage });
    const media = await openMedia(config, log);
    onClose(() => media.close());
    const speech = await openSpeech(config, {
      families: voiceFamilies,
      log,
      processes: () => config.AVATAR_JOB_PLACES || storage.settings.current.speech_concurrency,
    });
    onClose(() => speech.close());
    const render = openRender(config, { engines: faceEngines, media, log });
    onClose(() => render.close());
    const { probe } = await openCatalog(config, { storage, media, speech, portraits: render.portraits });
    await openJobs({ config, storage, media, speech, render, probe, clock, log, onClose });

    const service = await createService({
      name: 'avatar',
      title: 'Anima render worker',
      version,
      description: 'Takes jobs of the avatar service.',
      host: config.AVATAR_HOST,
      port: config.AVATAR_WORKER_PORT,
      tokens: [],
      ...(authenticate === undefined ? {} : { authenticate }),
      onEveryRequest: firstLook,
      allowedOrigins: [],
      bodyLimitBytes: config.AVATAR_MAX_BODY_BYTES,
      errors: avatarErrors,
      ...options,
      routes: (app) => {
        app.decorateRequest('queryTicket', null);
        readyRoute(app, storage, media);
      },
    });
    onClose(() => service.close());
    return service.listen();
  });
}
