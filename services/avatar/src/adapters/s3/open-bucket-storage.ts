import type { Log } from '@anima/service/process';
import { type Bucket, loadScaleOut } from '@anima/service/scale-out';
import { createFileCache, type FileCache } from './file-cache.js';
import { createObjectSets, type ObjectSets } from './object-sets.js';

/** A bucket in which media, the catalog and backups lie, and the copies of it on this machine. */
export interface BucketStorage {
  bucket: Bucket;
  sets: ObjectSets;
  cache: FileCache;
}

/** Uploads that were begun so long ago are no longer going on. */
const DEAD_UPLOAD_MS = 24 * 3_600_000;

/** Opens the storage without waiting for the server, which may start later. The log reports every problem. */
export async function openBucketStorage(
  {
    setting,
    url,
    cacheDir,
    cacheBytes,
  }: { setting: string; url: string; cacheDir: string; cacheBytes: number },
  log: Pick<Log, 'warn'>,
): Promise<BucketStorage> {
  const bucket = (await loadScaleOut('s3', setting)).openBucket(setting, url);
  const cache = await createFileCache({ folder: cacheDir, maxBytes: cacheBytes, read: bucket.read });
  void lookAfter(bucket).catch((error: Error) => log.warn(`${setting}: ${error.message}`));
  return { bucket, sets: createObjectSets(bucket), cache };
}

async function lookAfter(bucket: Bucket): Promise<void> {
  await bucket.probe();
  const startedBefore = new Date(Date.now() - DEAD_UPLOAD_MS);
  for (const place of ['media/', 'catalog/', 'backups/']) await bucket.dropUploads(place, startedBefore);
  const key = `checks/${crypto.randomUUID()}`;
  await bucket.writeText(key, 'x');
  const isTwice = (await bucket.writeText(key, 'y', { isNew: true })) !== null;
  await bucket.remove([key]);
  if (isTwice)
    throw new Error(
      'the server does not keep to If-None-Match: two services on one bucket may give one name in the catalog twice',
    );
}
