import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { AppError } from '@anima/service/errors';
import { createInProcessPublisher, startEventRelay } from '@anima/service/events';
import { createAllowedPaths } from '@anima/service/files';
import type { Log, OnClose } from '@anima/service/process';
import { bucketFolders } from './adapters/s3/bucket-folders.js';
import { createBucketCatalogStore } from './adapters/s3/catalog-store.js';
import { createBucketMediaStore } from './adapters/s3/media-store.js';
import { type BucketStorage, openBucketStorage } from './adapters/s3/open-bucket-storage.js';
import { createRestoreCheck } from './backup/check-restored.js';
import { createRestoreArea } from './backup/restore-journal.js';
import { createCatalog } from './catalog/catalog.js';
import { createMediaProbe } from './catalog/catalog-probe.js';
import { createCatalogStore } from './catalog/catalog-store.js';
import { createClipRenderer, createFilmJoiner } from './clips/render/clip-renderer.js';
import type { DrawingEngine } from './clips/render/drawing-engine.js';
import { createNetworks } from './clips/render/networks.js';
import { createPortraits } from './clips/render/portraits.js';
import { createRenderPool } from './clips/render/render-pool.js';
import type { AvatarConfig } from './config.js';
import { createRestorer } from './enhance/process-restorer.js';
import type { JobStorage } from './jobs/job-storage.js';
import { createLiveMetrics } from './live/live-metrics.js';
import { createLiveSpeech } from './live/live-speech.js';
import { liveStages } from './live/live-stages.js';
import { ageWarning, locateFfmpeg } from './media/ffmpeg/find-ffmpeg.js';
import { missingLetters } from './media/ffmpeg/missing-letters.js';
import { createSoundProbe } from './media/ffmpeg/sound-probe.js';
import { createHeldFiles } from './media/held-files.js';
import { createMediaStore } from './media/media-store.js';
import { createLookQueue } from './media/probe-queue.js';
import { isShipped, shippedMedia } from './media/shipped-media.js';
import { createSettingsFile } from './settings/settings-file.js';
import { openEngines } from './speech/open-engines.js';
import { createSpeechEngines } from './speech/speech-engines.js';
import { createStreamPlaces, tooManyStreams } from './speech/stream-slots.js';
import type { VoiceFamily } from './speech/voice-family.js';
import { mediaFolders, ownFiles } from './storage/own-files.js';
import { assertSharedFolder } from './storage/shared-folder.js';
import { openSqliteJobs } from './storage/sqlite/open-sqlite-jobs.js';

export interface PartsOptions {
  voiceFamilies: readonly VoiceFamily[];
  faceEngines: readonly DrawingEngine[];
  /** Whether this process completes an interrupted restore at its start. */
  recovers: boolean;
  /** Maximum number of processes of each speech engine. */
  speechProcesses: (parts: { settings: Storage['settings'] }) => number;
  clock: () => number;
  log: Log;
  onClose: OnClose;
}

export type Storage = Awaited<ReturnType<typeof openStorage>>;
export type OpenMedia = Awaited<ReturnType<typeof openMedia>>;
export type OpenRender = ReturnType<typeof openRender>;
export type OpenLive = ReturnType<typeof openLive>;
export type Parts = Awaited<ReturnType<typeof openParts>>;

/**
 * Opens the parts that the service and a render worker share: jobs, settings, media, catalog, speech and
 * rendering.
 */
export async function openParts(config: AvatarConfig, options: PartsOptions) {
  const { log, onClose } = options;
  const bucket = await openBucketIfConfigured(config, log);
  onClose(() => bucket?.bucket.close());
  const storage = await openStorage(config, { ...options, bucket });
  await assertSharedFolder(config, storage);
  const media = await openMedia(config, log, bucket);
  const speech = await openSpeech(config, {
    families: options.voiceFamilies,
    log,
    processes: () => options.speechProcesses(storage),
  });
  onClose(() => speech.close());
  const render = openRender(config, { engines: options.faceEngines, media, log });
  onClose(() => render.close());
  return { bucket, storage, media, speech, render, ...(await openCatalog(config)) };

  async function openCatalog({ AVATAR_DATA_DIR: dataDir }: AvatarConfig) {
    const { ffmpeg, files, looks: probeQueue, shipped } = media;
    const folder = join(dataDir, 'catalog');
    const probe = createMediaProbe({
      ...{ ffmpeg, files, looks: probeQueue, portraits: render.portraits },
      folder: join(dataDir, 'cache', 'catalog'),
    });
    const store =
      bucket === null
        ? await createCatalogStore(folder, storage.paths, shipped)
        : await createBucketCatalogStore({ ...bucket, drafts: folder, allowed: storage.paths, shipped });
    return { probe, catalog: createCatalog({ store, probe, voices: speech.voices }) };
  }
}

/** Opens the bucket of media, catalog and backups. Returns null if they are stored in the data directory. */
async function openBucketIfConfigured(config: AvatarConfig, log: Log): Promise<BucketStorage | null> {
  if (config.AVATAR_MEDIA_URL === undefined) return null;
  return openBucketStorage(
    {
      ...{ setting: 'AVATAR_MEDIA_URL', url: config.AVATAR_MEDIA_URL },
      cacheDir: join(config.AVATAR_DATA_DIR, 'cache', 'media'),
      cacheBytes: config.AVATAR_MEDIA_CACHE_BYTES,
    },
    log,
  );
}

async function openJobStorage(
  { AVATAR_DATABASE_URL: url, AVATAR_DATA_DIR: dataDir }: AvatarConfig,
  { clock, log, onClose }: Pick<PartsOptions, 'clock' | 'log' | 'onClose'>,
): Promise<JobStorage> {
  if (url === undefined) return openSqliteJobs(dataDir, clock, onClose);
  // The packages of PostgreSQL are loaded only if a database is configured.
  const { openPostgresJobs } = await import('./adapters/postgres/open-postgres-jobs.js');
  const onTrouble = (error: unknown) => log.error({ err: error }, 'database error');
  return openPostgresJobs({ url, dataDir }, { onTrouble, onClose });
}

/** Opens the jobs, settings and events. An interrupted restore is completed or undone first, if `recovers` is set. */
async function openStorage(
  config: AvatarConfig,
  options: Pick<PartsOptions, 'clock' | 'log' | 'onClose' | 'recovers'> & { bucket: BucketStorage | null },
) {
  const { log, onClose, bucket } = options;
  const dataDir = config.AVATAR_DATA_DIR;
  const jobs = await openJobStorage(config, options);
  const publisher = createInProcessPublisher();
  const relay = await startEventRelay({
    log: jobs.events,
    publisher,
    onError: (error) => log.error({ err: error }, 'events could not be published'),
  });
  onClose(() => relay.close());
  const paths = createAllowedPaths({
    roots: [dataDir, ...config.AVATAR_FILE_ROOTS],
    forbidden: ownFiles(dataDir),
  });
  const outside = bucket === null ? {} : bucketFolders(bucket);
  const restoreArea = createRestoreArea({
    ...{ dataDir, outside },
    check: createRestoreCheck(paths),
    takeJobs: jobs.takeJobs,
    hasTakenJobs: jobs.hasTakenJobs,
  });
  if (options.recovers) {
    const recovery = await restoreArea.recover();
    if (recovery.outcome === 'completed') log.info('completed an interrupted restore');
    if (recovery.outcome === 'undone')
      log.error({ err: recovery.reason }, 'undid an interrupted restore that cannot be completed');
  }
  const settingsFile = await createSettingsFile(join(dataDir, 'settings', 'settings.json'));
  return {
    ...jobs,
    publisher,
    settings: await jobs.shareSettings(settingsFile),
    /** Checks the paths that callers name. */
    paths,
    outside,
    restoreArea,
  };
}

/** Opens the media: files that callers name, files of the service, and files that ship with it. */
async function openMedia(config: AvatarConfig, log: Log, bucket: BucketStorage | null) {
  const dataDir = config.AVATAR_DATA_DIR;
  const [found, shipped] = await Promise.all([
    locateFfmpeg(config.FFMPEG_PATH),
    shippedMedia(resolveModelsDir()),
  ]);
  if (found === null) log.warn('ffmpeg not found: audio is written as wav only, and clips cannot be opened');
  const aged = found === null ? null : ageWarning(found);
  if (aged !== null) log.warn(aged);
  const ffmpeg = found?.path ?? null;
  const shippedPaths = Object.values(shipped).flatMap((files) => files.map(({ path }) => path));
  const folder = join(dataDir, 'media');
  const local = await createMediaStore({
    folder,
    catalog: join(dataDir, 'catalog'),
    shipped,
    allowed: createAllowedPaths({
      roots: [dataDir, ...config.AVATAR_FILE_ROOTS, ...mediaFolders(dataDir), ...shippedPaths],
      forbidden: ownFiles(dataDir),
    }),
  });
  // A shared data directory also contains the drafts of other processes.
  if (config.AVATAR_DATABASE_URL === undefined) await local.clean();
  const store =
    bucket === null
      ? local
      : createBucketMediaStore({
          ...bucket,
          here: local,
          ships: (ref) => isShipped(shipped, ref),
          draftsOf: (kind) => join(folder, kind),
        });
  const files = createHeldFiles(store);
  const probeQueue = createLookQueue();
  return {
    ...{ ffmpeg, shipped, store, files, looks: probeQueue },
    sounds: createSoundProbe({ ffmpeg, files, looks: probeQueue }),
    missingLetters: (text: string, signal: AbortSignal) =>
      probeQueue.run((within) => missingLetters(text, within), signal),
    /** Rejects if the bucket is unreachable. */
    probe: async () => bucket?.bucket.probe(),
  };
}

/** Opens a speech engine for each family that has a voice on this machine. */
async function openSpeech(
  config: AvatarConfig,
  { families, log, processes }: { families: readonly VoiceFamily[]; log: Log; processes: () => number },
) {
  const engines = createSpeechEngines(
    await openEngines(families, {
      roots: [join(config.AVATAR_DATA_DIR, 'voices'), join(resolveModelsDir(), 'voices')],
      onLeftOut: (file, reason) => log.warn({ file }, `voice skipped: ${reason}`),
      onCrash: (detail) => log.error({ detail }, 'the speech worker crashed'),
      processes,
    }),
  );
  return {
    engines,
    /** Returns the voices of all engines, with whether each is loaded now. */
    voices: () =>
      engines.engines.flatMap((engine) =>
        engine.voices.map((voice) => ({
          ...voice,
          engine: engine.name,
          isLoaded: engine.isLoaded(voice.name),
        })),
      ),
    close: () => engines.close(),
  };
}

/** Creates everything that runs in render processes. */
export function openRender(
  { AVATAR_DATA_DIR: dataDir }: Pick<AvatarConfig, 'AVATAR_DATA_DIR'>,
  {
    engines,
    media: { ffmpeg, files, looks: probeQueue },
    log,
  }: {
    engines: readonly DrawingEngine[];
    media: Pick<OpenMedia, 'ffmpeg' | 'files' | 'looks'>;
    log: Pick<Log, 'warn' | 'error'>;
  },
) {
  const tracksDir = join(dataDir, 'cache', 'tracks');
  const onCrash = (detail: string) => log.error({ detail }, 'a render worker crashed');
  const pool = createRenderPool({ ffmpeg, tracksDir, engines }, onCrash);
  const networks = createNetworks(dataDir, (message) => log.warn(`models skipped: ${message}`));
  return {
    renderer: createClipRenderer({ engines, pool, files, networks }),
    restorer: createRestorer({ pool, files, networks }),
    joiner: createFilmJoiner({ pool, files }),
    portraits: createPortraits({ pool, files, looks: probeQueue }),
    close: () => pool.close(),
  };
}

/** Creates live speech and the limits on concurrent sessions and streams. */
export function openLive({ speech, storage: { settings } }: Pick<Parts, 'speech' | 'storage'>) {
  const sessions = createStreamPlaces({
    most: () => settings.current.live_sessions,
    refusal: (limit) =>
      new AppError('too_many_sessions', `Expected at most ${limit} live sessions at a time`),
  });
  const streams = createStreamPlaces({
    most: () => settings.current.speech_streams,
    refusal: tooManyStreams,
  });
  return {
    speech: createLiveSpeech(speech.engines, liveStages),
    sessions,
    streams,
    metrics: createLiveMetrics(sessions.taken),
  };
}
