import { startRoundRobin, type TestService, testService } from '@anima/service/testing';
import { startedPostgres, startedS3 } from '@anima/test-engines';
import { settings } from '../config.js';
import { type AvatarOptions, startAvatarService } from '../start-service.js';
import { packagedFfmpeg } from './ffmpeg-builds.js';

export type { Answer, TestService } from '@anima/service/testing';

let inBucket: Promise<{ url: string }> | null = null;
let prefixes = 0;

/** From now on every service of this file keeps media, catalog and backups in a bucket, below a prefix of its own. */
export function keepMediaInBucket(): void {
  inBucket = startedS3();
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
  if (inBucket === null) return {};
  const { url } = await inBucket;
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
  const bucket = await mediaUrl();
  const database = inTwos ? { AVATAR_DATABASE_URL: (await startedPostgres()).url } : {};
  return testService(async (dataDir, logStream, extra) => {
    const config = settings.parse({
      AVATAR_DATA_DIR: dataDir,
      PORT: '0',
      FFMPEG_PATH: packagedFfmpeg(),
      ...bucket,
      ...database,
      ...env,
      ...extra,
    });
    const start = () => startAvatarService(config, { ...options, logStream, checkResponses: true });
    return inTwos ? behindRoundRobin([await start(), await start()]) : start();
  });
}

type Started = Awaited<ReturnType<typeof startAvatarService>>;

async function behindRoundRobin(
  services: readonly Started[],
): Promise<{ url: string; close(): Promise<void> }> {
  const balancer = await startRoundRobin(services.map(({ url }) => url));
  return {
    url: balancer.url,
    async close() {
      await balancer.close();
      for (const service of services) await service.close();
    },
  };
}
