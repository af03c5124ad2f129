import { join } from 'node:path';
import { createBucketCatalogStore } from './adapters/s3/catalog-store.js';
import { createCatalog } from './catalog/catalog.js';
import { createMediaProbe } from './catalog/catalog-probe.js';
import { createCatalogStore } from './catalog/catalog-store.js';
import type { Portraits } from './clips/portraits.js';
import type { AvatarConfig } from './config.js';
import type { OpenMedia } from './open-media.js';
import type { OpenSpeech } from './open-speech.js';
import type { Storage } from './open-storage.js';

export interface CatalogParts {
  storage: Storage;
  media: OpenMedia;
  speech: OpenSpeech;
  portraits: Portraits;
}

/** The catalog, and what looks at its files and at those that callers name. */
export async function openCatalog(
  { AVATAR_DATA_DIR: dataDir }: AvatarConfig,
  { storage, media, speech, portraits }: CatalogParts,
) {
  const { ffmpeg, files, looks, shipped, elsewhere } = media;
  const { paths } = storage;
  const folder = join(dataDir, 'catalog');
  const probe = createMediaProbe({
    folder: join(dataDir, 'cache', 'catalog'),
    ...{ ffmpeg, files, portraits, looks },
  });
  const store =
    elsewhere === null
      ? await createCatalogStore(folder, paths, shipped)
      : await createBucketCatalogStore({ ...elsewhere, drafts: folder, allowed: paths, shipped });
  return { probe, catalog: createCatalog({ store, probe, voices: speech.voices }) };
}
