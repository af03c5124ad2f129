import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { AppError } from '@anima/service/errors';
import { closeDataDirectory, createAllowedPaths } from '@anima/service/files';
import { assertBindAllowed, createService, registerEventStream } from '@anima/service/http';
import {
  createLog,
  type RunningService,
  readVersion,
  type StartOptions,
  startService,
} from '@anima/service/process';
import { createSqliteEventLog, createSqliteIdempotencyStore, lockDataDirectory } from '@anima/service/sqlite';
import { createAudioEncoder } from './adapters/audio-encoder.js';
import { createAudioStreams } from './adapters/audio-streams.js';
import { createBackupStore } from './adapters/backup/backup-store.js';
import { createRestoreCheck } from './adapters/backup/check-restored.js';
import { createRestoreArea } from './adapters/backup/restore-journal.js';
import { ageWarning } from './adapters/ffmpeg/ffmpeg-age.js';
import { findFfmpeg } from './adapters/ffmpeg/find-ffmpeg.js';
import { missingLetters } from './adapters/ffmpeg/missing-letters.js';
import { createSoundProbe } from './adapters/ffmpeg/sound-probe.js';
import { createMediaProbe } from './adapters/files/catalog-probe.js';
import { createCatalogStore } from './adapters/files/catalog-store.js';
import { createHeldFiles } from './adapters/files/held-files.js';
import { createMediaStore } from './adapters/files/media-store.js';
import { keptSecret } from './adapters/files/secret-file.js';
import { createSettingsFile } from './adapters/files/settings-file.js';
import { shippedMedia } from './adapters/files/shipped-media.js';
import { createWebhookPost } from './adapters/http/post-webhook.js';
import { createTokenIntrospection } from './adapters/http/token-introspection.js';
import { createLookQueue } from './adapters/look-queue.js';
import { createNetworks } from './adapters/render/networks.js';
import { createRenderPool } from './adapters/render/render-pool.js';
import { hasTakenJobs, saveJobs, takeJobs } from './adapters/sqlite/copy-jobs.js';
import { createSqliteJobQueue } from './adapters/sqlite/job-queue.js';
import { createSqliteJobRecords } from './adapters/sqlite/job-records.js';
import { openDatabase } from './adapters/sqlite/open-database.js';
import { createSqliteWebhookOutbox } from './adapters/sqlite/webhook-outbox.js';
import { createAvatarAuth, createFirstLook, ticketCredentials } from './authentication.js';
import type { AvatarConfig } from './config.js';
import { createCatalog } from './domain/catalog/catalog.js';
import { catalogKinds } from './domain/catalog/catalog-entry.js';
import { createEnhanceHandler } from './domain/enhance/enhance-handler.js';
import { createJobIntake } from './domain/job-intake.js';
import { createJobRunner } from './domain/job-runner.js';
import { createBatchHandler } from './domain/lipsync/batch-handler.js';
import { createClipHandler } from './domain/lipsync/clip-handler.js';
import { enginesOfDefaults, findLoadables } from './domain/loadables.js';
import { sweepOldJobs } from './domain/old-jobs.js';
import { createSpeechHandler } from './domain/speech/speak-to-file.js';
import { createSpeechStreams } from './domain/speech/speech-streams.js';
import { createTickets } from './domain/tickets.js';
import { createWebhooks } from './domain/webhooks.js';
import { avatarErrors } from './error-codes.js';
import { openSpeech } from './open-speech.js';
import { createAcceptancePlaces } from './routes/acceptance.js';
import { authRoutes } from './routes/auth.js';
import { backupRoutes } from './routes/backups.js';
import { bootstrapRoutes } from './routes/bootstrap.js';
import { catalogRoutes } from './routes/catalog.js';
import type { AuthMode } from './routes/engine-auth.js';
import { enhanceRoutes } from './routes/enhance.js';
import { toJobRecord } from './routes/job-record.js';
import { jobRoutes } from './routes/jobs.js';
import { lipsyncRoutes } from './routes/lipsync.js';
import { mediaRoutes } from './routes/media.js';
import { openAiSpeechRoutes } from './routes/openai-speech.js';
import { pluginRoutes } from './routes/plugin.js';
import { settingsRoutes } from './routes/settings.js';
import { ttsRoutes } from './routes/tts.js';
import { voiceRoutes } from './routes/voices.js';
import { warmRoutes } from './routes/warm.js';

const version = readVersion(new URL('../package.json', import.meta.url));

/**
 * The avatar service, wired from top to bottom. Rejects with an AppError in one clear line where it cannot start. `close`
 * takes up nothing new, hands running jobs back and frees the data directory.
 */
export async function startAvatarService(
  config: AvatarConfig,
  options: StartOptions = {},
): Promise<RunningService> {
  const clock = Date.now;
  const { AVATAR_SERVICE_TOKEN: serviceToken, AVATAR_AUTH_SERVER: authServer } = config;
  const tickets = createTickets(config.AVATAR_TICKET_SECRET, clock);
  const authenticate = createAvatarAuth({
    serviceToken,
    hasTicketSecret: config.AVATAR_TICKET_SECRET !== undefined,
    tickets,
    introspection:
      authServer === undefined || serviceToken === undefined
        ? null
        : createTokenIntrospection({
            url: authServer,
            serviceToken,
            demands: {
              audience: config.AVATAR_AUTH_AUDIENCE ?? null,
              scopes: config.AVATAR_AUTH_SCOPE?.split(/ +/) ?? [],
            },
            clock,
          }),
  });
  assertBindAllowed(config.AVATAR_HOST, authenticate !== undefined);
  const log = createLog('avatar', options.logStream);

  return startService(async (onClose) => {
    const lock = lockDataDirectory(config.AVATAR_DATA_DIR);
    onClose(() => lock.release());
    closeDataDirectory(config.AVATAR_DATA_DIR, [...ownNames, ...ownFolders], log);
    const db = openDatabase(config.AVATAR_DATA_DIR);
    onClose(() => db.close());
    const events = createSqliteEventLog(db);
    const queue = createSqliteJobQueue({ db, events, clock });
    const records = createSqliteJobRecords(db);
    const roots = [config.AVATAR_DATA_DIR, ...config.AVATAR_FILE_ROOTS];
    const paths = createAllowedPaths({
      roots,
      forbidden: ownFiles(config.AVATAR_DATA_DIR),
    });
    const area = createRestoreArea({
      dataDir: config.AVATAR_DATA_DIR,
      check: createRestoreCheck(paths),
      takeJobs: (path, restoreId) => takeJobs(db, path, restoreId),
      hasTakenJobs: (restoreId) => hasTakenJobs(db, restoreId),
    });
    const recovery = await area.recover();
    if (recovery.outcome === 'completed') log.info('a restore that was interrupted is complete now');
    if (recovery.outcome === 'undone')
      log.error({ err: recovery.reason }, 'a restore that was interrupted is undone: it cannot be completed');
    const settings = await createSettingsFile(join(config.AVATAR_DATA_DIR, 'settings', 'settings.json'));
    const media = await createMediaStore(join(config.AVATAR_DATA_DIR, 'media'));
    await media.clean();
    const ffmpeg = await findFfmpeg(config.FFMPEG_PATH);
    if (ffmpeg === null)
      log.warn('found no ffmpeg: sound is written as wav only, and clips cannot be opened');
    const aged = ffmpeg === null ? null : await ageWarning(ffmpeg);
    if (aged !== null) log.warn(aged);
    const speech = await openSpeech(config, log, () => settings.current.speech_concurrency);
    onClose(() => speech.close());
    const shipped = await shippedMedia(resolveModelsDir());
    const files = createHeldFiles(
      createAllowedPaths({
        roots: [...roots, ...foldersOfMedia(config.AVATAR_DATA_DIR), ...pathsOf(shipped)],
        forbidden: ownFiles(config.AVATAR_DATA_DIR),
      }),
    );
    const looks = createLookQueue();
    const renderer = createRenderPool({
      ffmpeg,
      files,
      looks,
      networks: createNetworks(config.AVATAR_DATA_DIR, (message) =>
        log.warn(`models are left out: ${message}`),
      ),
      tracksDir: join(config.AVATAR_DATA_DIR, 'cache', 'tracks'),
      onCrash: (detail) => log.error({ detail }, 'a process that draws ended'),
    });
    onClose(() => renderer.close());
    const probe = createMediaProbe({
      folder: join(config.AVATAR_DATA_DIR, 'cache', 'catalog'),
      ...{ ffmpeg, files, renderer, looks },
    });
    const catalog = createCatalog({
      store: await createCatalogStore(join(config.AVATAR_DATA_DIR, 'catalog'), paths, shipped),
      probe,
      voices: speech.voices,
    });

    const webhooks = createWebhooks({
      outbox: createSqliteWebhookOutbox(db, clock),
      async bodyOf(jobId) {
        const job = await records.byId(jobId);
        return job === null ? null : toJobRecord(job, null);
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
    onClose(() => webhooks.close());
    webhooks.wake();
    const encoder = createAudioEncoder(ffmpeg);
    const clips = { engine: speech.engines, encoder, records, media, renderer };
    const runner = createJobRunner({
      queue,
      worker: await keptSecret(join(config.AVATAR_DATA_DIR, 'worker-id')),
      handlers: {
        tts: createSpeechHandler({ engine: speech.engines, encoder, media }),
        lipsync: createClipHandler(clips),
        lipsync_batch: createBatchHandler({
          ...clips,
          onFailure: (jobId, sceneId, error) =>
            log.error({ err: error, job_id: jobId, scene: sceneId }, 'scene failed'),
        }),
        enhance: createEnhanceHandler({ renderer, media, records, probe }),
      },
      concurrency: () => {
        const { speech_concurrency: speech, render_concurrency: render } = settings.current;
        return { tts: speech, lipsync: render, lipsync_batch: render, enhance: render };
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

    let restoring = false;
    const backups = await createBackupStore({
      dataDir: config.AVATAR_DATA_DIR,
      version,
      clock,
      area,
      saveJobs: (path) => saveJobs(db, path),
      async whileStill(work) {
        restoring = true;
        try {
          await runner.pause();
          const result = await work();
          await settings.reload();
          return result;
        } finally {
          restoring = false;
          runner.resume();
        }
      },
    });

    const acceptances = createAcceptancePlaces();
    const speechStreams = createSpeechStreams({
      engine: speech.engines,
      encoders: createAudioStreams(ffmpeg),
      most: () => settings.current.speech_streams,
      onBroken: (error) => log.error({ err: error }, 'speech broke off'),
    });

    const firstLook = createFirstLook(authServer !== undefined && serviceToken === undefined);
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
        // What would be written now would be replaced a moment later.
        if (restoring && request.method !== 'GET' && request.method !== 'HEAD')
          throw new AppError('unavailable', 'A backup is being restored', {
            headers: { 'retry-after': '1' },
          });
      },
      bodyLimitBytes: config.AVATAR_MAX_BODY_BYTES,
      errors: avatarErrors,
      idempotency: createSqliteIdempotencyStore(db),
      ...options,
      routes: (app) => {
        app.decorateRequest('queryTicket', null);
        authRoutes(app, tickets);
        jobRoutes(app, { records, runner });
        ttsRoutes(app, { engine: speech.engines, catalog, settings, intake, webhooks });
        openAiSpeechRoutes(app, { engines: speech.engines, catalog, streams: speechStreams });
        lipsyncRoutes(app, {
          accept: {
            catalog,
            paths,
            probe,
            sounds: createSoundProbe({ ffmpeg, files, looks }),
            engine: speech.engines,
            renderer,
            records,
            settings,
            missingLetters: (text, signal) => looks.run((within) => missingLetters(text, within), signal),
          },
          places: acceptances,
          intake,
          webhooks,
        });
        enhanceRoutes(app, {
          accept: { catalog, paths, probe, renderer, records },
          places: acceptances,
          intake,
          webhooks,
        });
        settingsRoutes(app, settings, () => {
          runner.wake();
          void oldJobs.sweep();
        });
        backupRoutes(app, backups, clock);
        mediaRoutes(app, { records, media });
        catalogRoutes(app, catalog);
        voiceRoutes(app, speech.voices);
        const loadables = () => findLoadables({ speech: speech.engines, renderer, catalog });
        warmRoutes(app, {
          loadables,
          voiceOf: async (name) => (await catalog.voice(name))?.voice.name ?? name,
          defaultEngines: () => enginesOfDefaults(catalog),
        });
        const authMode = authModeOf(config);
        bootstrapRoutes(app, {
          version,
          authMode,
          bodyBytes: config.AVATAR_MAX_BODY_BYTES,
          catalog,
          settings,
          loadables,
        });
        pluginRoutes(app, { version, authMode });
        registerEventStream(app, { url: '/events', log: events, config: { ticket: true } });
      },
    });
    onClose(() => service.close());
    return service.listen();
  });
}

/** What the service keeps in its data directory, with everything whose name begins like it (`avatar.db-wal`). */
const ownNames = ['avatar.db', 'webhook-secret', 'worker-id', 'lock.db', 'lock.pid'];
const ownFolders = ['settings', 'media', 'cache', 'catalog', 'backups', '.restore'];

/** What no caller may have read: the jobs, and the lock, which opening and closing would drop. */
function ownFiles(dataDir: string): string[] {
  return ownNames.map((name) => join(dataDir, name));
}

/** Where the service puts media; a folder of these may be a link to another disk. */
function foldersOfMedia(dataDir: string): string[] {
  const catalog = join(dataDir, 'catalog');
  return [join(dataDir, 'media'), catalog, ...catalogKinds.map((kind) => join(catalog, kind))];
}

function pathsOf(files: Awaited<ReturnType<typeof shippedMedia>>): string[] {
  return Object.values(files).flatMap((each) => each.map(({ path }) => path));
}

/** Of an address that a restored job may have brought along. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'no address';
}

function authModeOf(config: AvatarConfig): AuthMode {
  if (config.AVATAR_AUTH_SERVER !== undefined) return 'introspection';
  if (config.AVATAR_SERVICE_TOKEN !== undefined) return 'token';
  return config.AVATAR_TICKET_SECRET === undefined ? 'none' : 'ticket';
}
