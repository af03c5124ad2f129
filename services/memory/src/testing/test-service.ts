import { type TestService, testService } from '@anima/service/testing';
import { createOnnxEmbedder, type OnnxEmbedder } from '../adapters/onnx/onnx-embedder.js';
import { settings } from '../config.js';
import { type MemoryStartOptions, startMemoryService } from '../start-service.js';
import type { StorageOptions } from '../storage.js';
import { createPlainDatabase } from './plain-database.js';

export type { Answer, TestService } from '@anima/service/testing';

let inRam = false;

/** From here on, the test services of this process keep everything in RAM: what they answer must not depend on SQLite. */
export function keepAllInRam(): void {
  inRam = true;
}

export const keepsAllInRam = () => inRam;

/** The real service with its real model, on a free port and an empty data directory. */
export function startTestService(
  env: Record<string, string> = {},
  options: MemoryStartOptions = {},
): Promise<TestService> {
  const open = createPlainDatabase();
  const kept = inRam ? { openStorage: async (options: StorageOptions) => open(options) } : {};
  return testService(async (dataDir, logStream, extra) => {
    const given = { ...env, ...extra };
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
