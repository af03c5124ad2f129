import { type TestService, testService } from '@anima/service/testing';
import { settings } from '../config.js';
import { startMemoryService } from '../start-service.js';
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
export function startTestService(env: Record<string, string> = {}): Promise<TestService> {
  const open = createPlainDatabase();
  const kept = inRam ? { openStorage: async (options: StorageOptions) => open(options) } : {};
  return testService((dataDir, logStream, extra) => {
    const config = settings.parse({ MEMORY_DATA_DIR: dataDir, MEMORY_PORT: '0', ...env, ...extra });
    return startMemoryService(config, { logStream, checkResponses: true, ...kept });
  });
}
