import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { createAllowedPaths } from '@anima/service/files';
import type { Log } from '@anima/service/process';
import { ageWarning } from './adapters/ffmpeg/ffmpeg-age.js';
import { askForFfmpeg } from './adapters/ffmpeg/find-ffmpeg.js';
import { missingLetters } from './adapters/ffmpeg/missing-letters.js';
import { createSoundProbe } from './adapters/ffmpeg/sound-probe.js';
import { createHeldFiles } from './adapters/files/held-files.js';
import { createMediaStore } from './adapters/files/media-store.js';
import { mediaFolders, ownFiles } from './adapters/files/own-files.js';
import { isShipped, shippedMedia } from './adapters/files/shipped-media.js';
import { createLookQueue } from './adapters/look-queue.js';
import { createBucketMediaStore } from './adapters/s3/media-store.js';
import type { BucketStorage } from './adapters/s3/open-bucket-storage.js';
import type { AvatarConfig } from './config.js';
import { openBucketIfConfigured } from './open-elsewhere.js';

/** Where media lie, and what opens them: those that callers name, those of the service, and those that ship. */
export type OpenMedia = Awaited<ReturnType<typeof openMedia>>;

export async function openMedia(config: AvatarConfig, log: Log, given?: BucketStorage | null) {
  const elsewhere = given === undefined ? await openBucketIfConfigured(config, log) : given;
  const dataDir = config.AVATAR_DATA_DIR;
  const [found, shipped] = await Promise.all([
    askForFfmpeg(config.FFMPEG_PATH),
    shippedMedia(resolveModelsDir()),
  ]);
  if (found === null) log.warn('found no ffmpeg: sound is written as wav only, and clips cannot be opened');
  const aged = found === null ? null : ageWarning(found);
  if (aged !== null) log.warn(aged);
  const ffmpeg = found?.path ?? null;
  const shippedPaths = Object.values(shipped).flatMap((files) => files.map(({ path }) => path));
  const folder = join(dataDir, 'media');
  const here = await createMediaStore({
    folder,
    catalog: join(dataDir, 'catalog'),
    shipped,
    allowed: createAllowedPaths({
      roots: [dataDir, ...config.AVATAR_FILE_ROOTS, ...mediaFolders(dataDir), ...shippedPaths],
      forbidden: ownFiles(dataDir),
    }),
  });
  // Drafts of other processes lie there as well, where they share it.
  if (config.AVATAR_DATABASE_URL === undefined) await here.clean();
  const store =
    elsewhere === null
      ? here
      : createBucketMediaStore({
          ...elsewhere,
          here,
          ships: (ref) => isShipped(shipped, ref),
          draftsOf: (kind) => join(folder, kind),
        });
  const files = createHeldFiles(store);
  const looks = createLookQueue();
  return {
    ffmpeg,
    shipped,
    store,
    files,
    looks,
    /** The bucket in which they lie; null where they lie in the data directory. */
    elsewhere,
    sounds: createSoundProbe({ ffmpeg, files, looks }),
    missingLetters: (text: string, signal: AbortSignal) =>
      looks.run((within) => missingLetters(text, within), signal),
    /** Rejects where they cannot be asked for. */
    probe: async () => elsewhere?.bucket.probe(),
    close: () => elsewhere?.bucket.close(),
  };
}
