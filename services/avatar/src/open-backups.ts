import { AppError } from '@anima/service/errors';
import { createBackupStore } from './adapters/backup/backup-store.js';
import type { AvatarConfig } from './config.js';
import type { Jobs } from './open-jobs.js';
import type { Storage } from './open-storage.js';

export interface BackupParts {
  version: string;
  storage: Storage;
  jobs: Jobs;
  clock: () => number;
}

/** The backups; while one is restored, no job runs and nothing is written. */
export async function openBackups(
  { AVATAR_DATA_DIR: dataDir }: AvatarConfig,
  { version, storage, jobs, clock }: BackupParts,
) {
  const { runner } = jobs;
  let isRestoring = false;
  const backups = await createBackupStore({
    dataDir,
    version,
    clock,
    area: storage.restoreArea,
    saveJobs: storage.saveJobs,
    async whilePaused(work) {
      isRestoring = true;
      try {
        await runner.pause();
        const result = await work();
        await storage.settings.reload();
        return result;
      } finally {
        isRestoring = false;
        runner.resume();
      }
    },
  });
  return {
    backups,
    /** What would be written now would be replaced a moment later. */
    refuseWhileRestoring({ method }: { method: string }): void {
      if (isRestoring && method !== 'GET' && method !== 'HEAD')
        throw new AppError('unavailable', 'A backup is being restored', { headers: { 'retry-after': '1' } });
    },
  };
}
