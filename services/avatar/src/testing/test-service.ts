import { startRoundRobin, type TestService, testService } from '@anima/service/testing';
import { startedPostgres, startedS3 } from '@anima/test-engines';
import { settings } from '../config.js';
import { type AvatarOptions, startAvatarService } from '../start-service.js';
import { packagedFfmpeg } from './ffmpeg-builds.js';

export type { Answer, TestService } from '@anima/service/testing';

let inBucket = false;
let bucket: Promise<{ url: string }> | undefined;
let prefixes = 0;

/** From now on every service of this file keeps media, catalog and backups in a bucket, below a prefix of its own. */
export function keepMediaInBucket(): void {
  inBucket = true;
}

let inTwos = false;

/**
 * From now on in the place of every service of this file there are two on one PostgreSQL and one folder, behind a balancer: every request
 * goes to the other one than the request before it.
 */
export function startInTwos(): void {
  inTwos = true;
}

/** Whether two calls of a test may be answered by two processes. */
export const isInTwos = () => inTwos;

/** Where those of the next service lie. */
async function mediaUrl(): Promise<Record<string, string>> {
  if (!inBucket) return {};
  bucket ??= startedS3();
  const { url } = await bucket;
  return { AVATAR_MEDIA_URL: url.replace('?', `/service-${prefixes++}?`) };
}

/**
 * The real service on a free port and an empty data directory, with the ffmpeg that comes with npm: it starts in 2 ms, most others in
 * 50, and a clip takes several starts.
 */
export async function startTestService(
  env: Record<string, string> = {},
  options: AvatarOptions = {},
): Promise<TestService> {
  const media = await mediaUrl();
  const database = inTwos ? { AVATAR_DATABASE_URL: (await startedPostgres()).url } : {};
  return testService(async (dataDir, logStream, extra) => {
    const config = settings.parse({
      AVATAR_DATA_DIR: dataDir,
      PORT: '0',
      AVATAR_PRELOAD: 'false',
      FFMPEG_PATH: packagedFfmpeg(),
      ...media,
      ...database,
      ...env,
      ...extra,
    });
    const start = () => startAvatarService(config, { ...options, logStream, checkResponses: true });
    return inTwos ? startRoundRobin([await start(), await start()]) : start();
  });
}
