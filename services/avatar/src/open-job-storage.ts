import type { OnClose } from '@anima/service/process';
import type { AvatarConfig } from './config.js';
import type { JobStorage } from './jobs/job-storage.js';
import { openSqliteJobs } from './open-sqlite-jobs.js';

export async function openJobStorage(
  config: AvatarConfig,
  parts: { clock: () => number; onTrouble: (error: unknown) => void; onClose: OnClose },
): Promise<JobStorage> {
  const { AVATAR_DATABASE_URL: url } = config;
  if (url === undefined) return openSqliteJobs(config.AVATAR_DATA_DIR, parts.clock, parts.onClose);
  // What it stands on is loaded only where a database is named.
  const { openPostgresJobs } = await import('./open-postgres-jobs.js');
  return openPostgresJobs({ url, dataDir: config.AVATAR_DATA_DIR }, parts);
}
