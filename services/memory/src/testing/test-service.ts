import { type TestService, testService } from '@anima/service/testing';
import { startedPostgres } from '@anima/test-engines';
import { createOnnxEmbedder, type OnnxEmbedder } from '../adapters/onnx/onnx-embedder.js';
import { settings } from '../config.js';
import { type MemoryStartOptions, startMemoryService } from '../start-service.js';
import type { StorageOptions } from '../storage.js';
import { createPlainDatabase } from './plain-database.js';

export type { Answer, TestService } from '@anima/service/testing';

let keptIn: 'file' | 'ram' | 'postgres' = 'file';

/** From here on, the test services of this process keep everything in RAM: what they answer must not depend on SQLite. */
export function keepAllInRam(): void {
  keptIn = 'ram';
}

/** As `keepAllInRam`, but each in a PostgreSQL database of its own. */
export function keepAllInPostgres(): void {
  keptIn = 'postgres';
}

export const keepsAllInRam = () => keptIn === 'ram';
export const keepsAllInPostgres = () => keptIn === 'postgres';

/** The real service with its real model, on a free port and an empty data directory. */
export async function startTestService(
  env: Record<string, string> = {},
  options: MemoryStartOptions = {},
): Promise<TestService> {
  const open = createPlainDatabase();
  const database = keptIn === 'postgres' ? { MEMORY_DATABASE_URL: (await startedPostgres()).url } : {};
  const kept = keptIn === 'ram' ? { openStorage: async (options: StorageOptions) => open(options) } : {};
  return testService(async (dataDir, logStream, extra) => {
    const given = { ...database, ...env, ...extra };
    const config = settings.parse({ MEMORY_DATA_DIR: dataDir, MEMORY_PORT: '0', ...given });
    const hasOwn = 'MEMORY_EMBEDDING_MODEL' in given || 'MEMORY_EMBEDDING_WORKERS' in given;
    const shared = hasOwn ? {} : { embedder: await sharedEmbedder() };
    return startMemoryService(config, { logStream, checkResponses: true, ...shared, ...kept, ...options });
  });
}

let shared: Promise<OnnxEmbedder> | undefined;

/** To load the model is half of what a start costs: the services of a process have one, which ends with it. */
export function sharedEmbedder(): Promise<OnnxEmbedder> {
  const { MEMORY_EMBEDDING_MODEL: model, MEMORY_EMBEDDING_WORKERS: workers } = settings.parse({});
  shared ??= createOnnxEmbedder({ model, workers });
  return shared;
}
