import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { closeDataDirectory } from '@anima/service/files';
import { assertBindAllowed, createService } from '@anima/service/http';
import {
  createLog,
  type Log,
  type OnClose,
  type RunningService,
  readVersion,
  type StartOptions,
  startService,
} from '@anima/service/process';
import { createDamageWatch, damagedDatabase, lockDataDirectory } from '@anima/service/sqlite';
import { createBucketArchives } from './adapters/s3/bucket-archives.js';
import { asksForCredentials, openAuthentication, ticketCredentials } from './auth/authentication.js';
import { createFolderArchives } from './backup/archives.js';
import { createBackupStore } from './backup/backup-store.js';
import type { DrawingEngine } from './clips/render/drawing-engine.js';
import { faceEngines } from './clips/render/face-engines.js';
import type { AvatarConfig } from './config.js';
import { avatarErrors } from './error-codes.js';
import { loadDefaults } from './http/loadables.js';
import { readyRoute } from './http/ready-route.js';
import { type Jobs, openJobs } from './jobs/open-jobs.js';
import { openLive, openParts, type Parts } from './open-parts.js';
import { registerRoutes } from './register-routes.js';
import { voiceFamilies } from './speech/voice-families.js';
import type { VoiceFamily } from './speech/voice-family.js';
import { ownFolders, ownNames } from './storage/own-files.js';

export interface AvatarOptions extends StartOptions {
  /** Default: the families of this repository. */
  voiceFamilies?: readonly VoiceFamily[];
  /** Default: the engines of this repository. */
  faceEngines?: readonly DrawingEngine[];
}

const ourEngines = { voiceFamilies, faceEngines };
const version = readVersion(new URL('../package.json', import.meta.url));

/**
 * Starts the avatar service. Rejects with an `AppError` of one line if it cannot start. `close` accepts no more
 * jobs, releases running ones and unlocks the data directory.
 */
export async function startAvatarService(
  config: AvatarConfig,
  givenOptions: AvatarOptions = {},
): Promise<RunningService> {
  const options = { ...ourEngines, ...givenOptions };
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
    const parts = await openParts(config, {
      ...{ ...options, clock, log, onClose },
      recovers: true,
      speechProcesses: ({ settings }) => settings.current.speech_concurrency,
    });
    const authentication = await openAuthentication(config, { clock, storage: parts.storage });
    const live = openLive(parts);
    if (config.AVATAR_PRELOAD) preload(config, parts, { log, onClose });
    const jobs = await openJobs({ config, ...parts, clock, log, onClose });
    const { backups, refuseWhileRestoring } = await openBackups(config, parts, jobs, clock);

    const service = await createService({
      name: 'avatar',
      title: 'Anima avatar',
      description: 'Speech with word times, lip-synced clips and face restoration, as jobs.',
      port: config.PORT,
      allowedOrigins: config.AVATAR_ALLOWED_ORIGINS,
      credentials: ticketCredentials,
      idempotency: parts.storage.idempotency,
      ...commonHttp(config, authentication),
      onEveryRequest: (request) => {
        authentication.firstLook(request);
        refuseWhileRestoring(request);
      },
      ...options,
      routes: (app) => {
        app.addHook('onError', async (_request, _reply, error) => void damage.note(error));
        registerRoutes(app, {
          ...parts,
          ...{ config, version, authentication, live, jobs, backups, clock, log, damage },
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

/**
 * Starts a process that only runs jobs of the database that it shares with the service. It serves /health, /ready
 * and /metrics on its own port.
 */
export async function startRenderWorker(
  config: AvatarConfig,
  givenOptions: AvatarOptions = {},
): Promise<RunningService> {
  if (config.AVATAR_DATABASE_URL === undefined)
    throw new AppError(
      'invalid_configuration',
      'A render worker takes its jobs from a database: set AVATAR_DATABASE_URL to that of the service',
    );
  const options = { ...ourEngines, ...givenOptions };
  const clock = Date.now;
  assertBindAllowed(config.AVATAR_HOST, asksForCredentials(config));
  const log = createLog('avatar', options.logStream);

  return startService(async (onClose) => {
    const parts = await openParts(config, {
      ...{ ...options, clock, log, onClose },
      recovers: false,
      speechProcesses: ({ settings }) => config.AVATAR_JOB_CONCURRENCY || settings.current.speech_concurrency,
    });
    const authentication = await openAuthentication(config, { clock, storage: parts.storage });
    await openJobs({ config, ...parts, clock, log, onClose });

    const service = await createService({
      name: 'avatar',
      title: 'Anima render worker',
      description: 'Runs jobs of the avatar service.',
      port: config.AVATAR_WORKER_PORT,
      allowedOrigins: [],
      ...commonHttp(config, authentication),
      ...options,
      routes: (app) => {
        app.decorateRequest('queryTicket', null);
        readyRoute(app, parts.storage, parts.media);
      },
    });
    onClose(() => service.close());
    return service.listen();
  });
}

function commonHttp(
  config: AvatarConfig,
  { authenticate, firstLook }: Awaited<ReturnType<typeof openAuthentication>>,
) {
  return {
    version,
    host: config.AVATAR_HOST,
    tokens: [],
    ...(authenticate === undefined ? {} : { authenticate }),
    onEveryRequest: firstLook,
    bodyLimitBytes: config.AVATAR_MAX_BODY_BYTES,
    errors: avatarErrors,
  };
}

/**
 * Starts loading the default voice, and the default face if this process renders clips, so that the first job waits
 * less. The start of the service neither waits for it nor fails with it.
 */
function preload(
  { AVATAR_JOB_KINDS: kinds }: AvatarConfig,
  { speech, render, catalog }: Parts,
  { log, onClose }: { log: Log; onClose: OnClose },
): void {
  let closed = false;
  onClose(() => {
    closed = true;
  });
  const renderer = kinds.includes('lipsync') ? render.renderer : null;
  loadDefaults({ speech: speech.engines, renderer, catalog }).catch((error: unknown) => {
    if (!closed) log.warn({ err: error }, 'the default voice and face could not be preloaded');
  });
}

/** Creates the store of backups. During a restore no job runs and no data is written. */
async function openBackups(
  { AVATAR_DATA_DIR: dataDir }: AvatarConfig,
  { storage, bucket }: Parts,
  { runner }: Jobs,
  clock: () => number,
) {
  let isRestoring = false;
  const backups = await createBackupStore({
    ...{ dataDir, version, clock, outside: storage.outside },
    archives:
      bucket === null
        ? await createFolderArchives(join(dataDir, 'backups'))
        : createBucketArchives(bucket.bucket),
    area: storage.restoreArea,
    saveJobs: storage.saveJobs,
    async whilePaused(work) {
      isRestoring = true;
      try {
        await runner.pause();
        const result = await work();
        await storage.settings.reload();
        return result;
      } finally {
        isRestoring = false;
        runner.resume();
      }
    },
  });
  return {
    backups,
    /** Rejects writing requests during a restore, which would replace their data. */
    refuseWhileRestoring({ method }: { method: string }): void {
      if (isRestoring && method !== 'GET' && method !== 'HEAD')
        throw new AppError('unavailable', 'A backup is being restored', { headers: { 'retry-after': '1' } });
    },
  };
}
