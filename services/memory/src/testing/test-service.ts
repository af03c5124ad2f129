import { type TestService, testService } from '@anima/service/testing';
import { settings } from '../config.js';
import { startMemoryService } from '../start-service.js';

export type { Answer, TestService } from '@anima/service/testing';

/** The real service with its real model, on a free port and an empty data directory. */
export function startTestService(env: Record<string, string> = {}): Promise<TestService> {
  return testService((dataDir, logStream, extra) => {
    const config = settings.parse({ MEMORY_DATA_DIR: dataDir, MEMORY_PORT: '0', ...env, ...extra });
    return startMemoryService(config, { logStream, checkResponses: true });
  });
}
