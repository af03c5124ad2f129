import { type TestService, testService } from '@anima/service/testing';
import { createOnnxEmbedder, type OnnxEmbedder } from '../adapters/onnx/onnx-embedder.js';
import { settings } from '../config.js';
import { type MemoryOptions, startMemoryService } from '../start-service.js';

export type { Answer, TestService } from '@anima/service/testing';

/** The real service with its real model, on a free port and an empty data directory. */
export function startTestService(
  env: Record<string, string> = {},
  options: MemoryOptions = {},
): Promise<TestService> {
  return testService(async (dataDir, logStream, extra) => {
    const given = { ...env, ...extra };
    const config = settings.parse({ MEMORY_DATA_DIR: dataDir, MEMORY_PORT: '0', ...given });
    const hasOwn = 'MEMORY_EMBEDDING_MODEL' in given || 'MEMORY_EMBEDDING_WORKERS' in given;
    const shared = hasOwn ? {} : { embedder: await sharedEmbedder() };
    return startMemoryService(config, { logStream, checkResponses: true, ...shared, ...options });
  });
}

let shared: Promise<OnnxEmbedder> | undefined;

/** To load the model is half of what a start costs: the services of a process have one, which ends with it. */
export function sharedEmbedder(): Promise<OnnxEmbedder> {
  const { MEMORY_EMBEDDING_MODEL: model, MEMORY_EMBEDDING_WORKERS: workers } = settings.parse({});
  shared ??= createOnnxEmbedder({ model, workers });
  return shared;
}
