import { join } from 'node:path';
import type { Log } from '@anima/service/process';
import { type BucketStorage, openBucketStorage } from './adapters/s3/open-bucket-storage.js';
import type { AvatarConfig } from './config.js';

/** The bucket of media, catalog and backups; null where they lie in the data directory. Who opens it closes it. */
export async function openBucketIfConfigured(config: AvatarConfig, log: Log): Promise<BucketStorage | null> {
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
