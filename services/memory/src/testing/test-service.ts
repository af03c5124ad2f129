import { homedir } from 'node:os';
import { join } from 'node:path';
import { startRoundRobin, type TestService, testService } from '@anima/service/testing';
import { startedNats, startedPostgres, startedRedis } from '@anima/test-engines';
import { createOnnxEmbedder, type OnnxEmbedder } from '../adapters/onnx/onnx-embedder.js';
import { type MemoryConfig, settings } from '../config.js';
import { type MemoryStartOptions, startMemoryService } from '../start-service.js';

export type { Answer, TestService } from '@anima/service/testing';

let keptIn: 'file' | 'postgres' | 'engines' = 'file';

/** From this call on, each test service of this process has its own PostgreSQL database. */
export function keepAllInPostgres(): void {
  keptIn = 'postgres';
}

/**
 * As `keepAllInPostgres`, with Redis and NATS, and in the place of each service two of them: every request goes to the other one than the
 * request before it.
 */
export function keepAllOnEngines(): void {
  keptIn = 'engines';
}

export const keepsAllInPostgres = () => keptIn === 'postgres' || keptIn === 'engines';
/** Whether two calls of a test may be answered by two processes. */
export const isBalanced = () => keptIn === 'engines';

/** The real service with its real model, on a free port and an empty data directory. */
export async function startTestService(
  env: Record<string, string> = {},
  options: MemoryStartOptions = {},
): Promise<TestService> {
  const engines = await enginesOf(keptIn);
  return testService(async (dataDir, logStream, extra) => {
    const given = { ...engines, ...env, ...extra };
    const config = settings.parse({ MEMORY_DATA_DIR: dataDir, MEMORY_PORT: '0', ...given });
    const hasOwn = 'MEMORY_EMBEDDING_MODEL' in given || 'MEMORY_EMBEDDING_WORKERS' in given;
    const shared = hasOwn ? {} : { embedder: await sharedEmbedder() };
    const start = (config: MemoryConfig) =>
      startMemoryService(config, { logStream, checkResponses: true, ...shared, ...options });
    // What a test keeps itself is one process's.
    if (keptIn !== 'engines' || options.openStorage !== undefined) return start(config);
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

async function enginesOf(kind: typeof keptIn): Promise<Record<string, string>> {
  if (kind !== 'postgres' && kind !== 'engines') return {};
  const { url: MEMORY_DATABASE_URL } = await startedPostgres();
  if (kind === 'postgres') return { MEMORY_DATABASE_URL };
  const [redis, nats] = await Promise.all([startedRedis(), startedNats()]);
  const name = `room_${process.pid}_${rooms++}`;
  return { MEMORY_DATABASE_URL, MEMORY_CACHE_URL: redis.url, MEMORY_BUS_URL: `${nats.url}/${name}` };
}

let rooms = 0;

let shared: Promise<OnnxEmbedder> | undefined;

/** To load the model is half of what a start costs: the services of a process have one, which ends with it. */
export function sharedEmbedder(): Promise<OnnxEmbedder> {
  const { MEMORY_EMBEDDING_MODEL: model, MEMORY_EMBEDDING_WORKERS: workers } = settings.parse({});
  shared ??= createOnnxEmbedder({ model, workers });
  return shared;
}
