import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { createAllowedPaths } from '@anima/service/files';
import type { Log } from '@anima/service/process';
import { ageWarning } from './adapters/ffmpeg/ffmpeg-age.js';
import { findFfmpeg } from './adapters/ffmpeg/find-ffmpeg.js';
import { missingLetters } from './adapters/ffmpeg/missing-letters.js';
import { createSoundProbe } from './adapters/ffmpeg/sound-probe.js';
import { createHeldFiles } from './adapters/files/held-files.js';
import { createMediaStore } from './adapters/files/media-store.js';
import { mediaFolders, ownFiles } from './adapters/files/own-files.js';
import { shippedMedia } from './adapters/files/shipped-media.js';
import { createLookQueue } from './adapters/look-queue.js';
import type { AvatarConfig } from './config.js';

/** Where media lie, and what opens them: those that callers name, those of the service, and those that ship. */
export type OpenMedia = Awaited<ReturnType<typeof openMedia>>;

export async function openMedia(config: AvatarConfig, log: Log) {
  const dataDir = config.AVATAR_DATA_DIR;
  const ffmpeg = await findFfmpeg(config.FFMPEG_PATH);
  if (ffmpeg === null) log.warn('found no ffmpeg: sound is written as wav only, and clips cannot be opened');
  const aged = ffmpeg === null ? null : await ageWarning(ffmpeg);
  if (aged !== null) log.warn(aged);
  const shipped = await shippedMedia(resolveModelsDir());
  const shippedPaths = Object.values(shipped).flatMap((files) => files.map(({ path }) => path));
  const store = await createMediaStore({
    folder: join(dataDir, 'media'),
    catalog: join(dataDir, 'catalog'),
    shipped,
    allowed: createAllowedPaths({
      roots: [dataDir, ...config.AVATAR_FILE_ROOTS, ...mediaFolders(dataDir), ...shippedPaths],
      forbidden: ownFiles(dataDir),
    }),
  });
  // Drafts of other processes lie there as well, where they share it.
  if (config.AVATAR_DATABASE_URL === undefined) await store.clean();
  const files = createHeldFiles(store);
  const looks = createLookQueue();
  return {
    ffmpeg,
    shipped,
    store,
    files,
    looks,
    sounds: createSoundProbe({ ffmpeg, files, looks }),
    missingLetters: (text: string, signal: AbortSignal) =>
      looks.run((within) => missingLetters(text, within), signal),
  };
}
