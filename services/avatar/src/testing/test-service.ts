import { startRoundRobin, type TestService, testService } from '@anima/service/testing';
import { startedPostgres, startedS3 } from '@anima/test-engines';
import { settings } from '../config.js';
import { type AvatarOptions, startAvatarService } from '../start-service.js';
import { packagedFfmpeg } from './ffmpeg-builds.js';

export type { Answer, TestService } from '@anima/service/testing';

let inBucket = false;
let bucket: Promise<{ url: string }> | undefined;
let prefixes = 0;

/**
 * Lets every service of this test file store media, catalog and backups in a bucket, below a separate prefix.
 */
export function keepMediaInBucket(): void {
  inBucket = true;
}

let inTwos = false;

/**
 * Replaces every service of this test file with two on one PostgreSQL and one folder, behind a round-robin
 * balancer.
 */
export function startInTwos(): void {
  inTwos = true;
}

/** Whether two calls of a test may be answered by two processes. */
export const isInTwos = () => inTwos;

/** URL of the bucket prefix of the next service. */
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
