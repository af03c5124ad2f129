import { homedir } from 'node:os';
import { join } from 'node:path';
import { startRoundRobin, type TestService, testService } from '@anima/service/testing';
import { startedNats, startedPostgres, startedRedis } from '@anima/test-engines';
import { type MemoryConfig, settings } from '../config.js';
import { createOnnxEmbedder, type OnnxEmbedder } from '../embedding/onnx/onnx-embedder.js';
import { type MemoryStartOptions, startMemoryService } from '../start-service.js';

export type { Answer, TestService } from '@anima/service/testing';

let storedIn: 'file' | 'postgres' | 'engines' = 'file';

/** From this call on, each test service of this process uses its own PostgreSQL database. */
export function keepAllInPostgres(): void {
  storedIn = 'postgres';
}

/**
 * Does the same as `keepAllInPostgres`, and also uses Redis and NATS. Each test service then consists of two
 * services, which handle the requests alternately.
 */
export function keepAllOnEngines(): void {
  storedIn = 'engines';
}

export const keepsAllInPostgres = () => storedIn === 'postgres' || storedIn === 'engines';
/** Returns whether successive calls of a test can be handled by different processes. */
export const isBalanced = () => storedIn === 'engines';

/** Starts the memory service with its embedding model, on a free port and with an empty data directory. */
export async function startTestService(
  env: Record<string, string> = {},
  options: MemoryStartOptions = {},
): Promise<TestService> {
  const engines = await enginesOf(storedIn);
  return testService(async (dataDir, logStream, extra) => {
    const given = { ...engines, ...env, ...extra };
    const config = settings.parse({ MEMORY_DATA_DIR: dataDir, MEMORY_PORT: '0', ...given });
    const hasOwn = 'MEMORY_EMBEDDING_MODEL' in given || 'MEMORY_EMBEDDING_WORKERS' in given;
    const shared = hasOwn ? {} : { embedder: await sharedEmbedder() };
    const start = (config: MemoryConfig) =>
      startMemoryService(config, { logStream, checkResponses: true, ...shared, ...options });
    // Storage that a test opens belongs to one process.
    if (storedIn !== 'engines' || options.openStorage !== undefined) return start(config);
    return startRoundRobin([
      await start(config),
      await start({
        ...config,
        MEMORY_FILE_ROOTS: config.MEMORY_FILE_ROOTS ?? [homedir(), dataDir],
        MEMORY_DATA_DIR: join(dataDir, 'second'),
      }),
    ]);
  });
}

async function enginesOf(kind: typeof storedIn): Promise<Record<string, string>> {
  if (kind !== 'postgres' && kind !== 'engines') return {};
  const { url: MEMORY_DATABASE_URL } = await startedPostgres();
  if (kind === 'postgres') return { MEMORY_DATABASE_URL };
  const [redis, nats] = await Promise.all([startedRedis(), startedNats()]);
  const name = `room_${process.pid}_${rooms++}`;
  return { MEMORY_DATABASE_URL, MEMORY_CACHE_URL: redis.url, MEMORY_BUS_URL: `${nats.url}/${name}` };
}

let rooms = 0;

let shared: Promise<OnnxEmbedder> | undefined;

/**
 * Returns the embedder that the services of this process share. It ends with the process. Loading the model
 * takes half of the start time of a service.
 */
export function sharedEmbedder(): Promise<OnnxEmbedder> {
  const { MEMORY_EMBEDDING_MODEL: model, MEMORY_EMBEDDING_WORKERS: workers } = settings.parse({});
  shared ??= createOnnxEmbedder({ model, workers });
  return shared;
}
