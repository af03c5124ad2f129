import { type TestService, testService } from '@anima/service/testing';
import { settings } from '../config.js';
import { type AvatarOptions, startAvatarService } from '../start-service.js';

export type { Answer, TestService } from '@anima/service/testing';

/** The real service on a free port and an empty data directory. */
export function startTestService(
  env: Record<string, string> = {},
  options: AvatarOptions = {},
): Promise<TestService> {
  return testService((dataDir, logStream, extra) => {
    const config = settings.parse({ AVATAR_DATA_DIR: dataDir, PORT: '0', ...env, ...extra });
    return startAvatarService(config, { ...options, logStream, checkResponses: true });
  });
}
