import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { createBucketArchives } from './adapters/s3/bucket-archives.js';
import { createFolderArchives } from './backup/archives.js';
import { createBackupStore } from './backup/backup-store.js';
import type { AvatarConfig } from './config.js';
import type { Jobs } from './open-jobs.js';
import type { OpenMedia } from './open-media.js';
import type { Storage } from './open-storage.js';

export interface BackupParts {
  version: string;
  storage: Storage;
  media: OpenMedia;
  jobs: Jobs;
  clock: () => number;
}

/** The backups; while one is restored, no job runs and nothing is written. */
export async function openBackups(
  { AVATAR_DATA_DIR: dataDir }: AvatarConfig,
  { version, storage, media: { elsewhere }, jobs, clock }: BackupParts,
) {
  const { runner } = jobs;
  let isRestoring = false;
  const backups = await createBackupStore({
    dataDir,
    version,
    clock,
    archives:
      elsewhere === null
        ? await createFolderArchives(join(dataDir, 'backups'))
        : createBucketArchives(elsewhere.bucket),
    outside: storage.outside,
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
