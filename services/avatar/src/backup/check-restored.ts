import { join } from 'node:path';
import { AppError, isStorageFull } from '@anima/service/errors';
import type { AllowedPaths } from '@anima/service/files';
import { catalogKinds } from '../catalog/catalog-entry.js';
import { createCatalogStore } from '../catalog/catalog-store.js';
import { openMediaFolders } from '../media/media-store.js';
import { createSettingsFile } from '../settings/settings-file.js';
import { acceptJobs } from '../storage/sqlite/accept-jobs.js';
import type { BackupFolder } from './backup.js';
import { JOBS_FILE } from './restore-journal.js';
import { damaged } from './unpack-archive.js';

/**
 * Opens a folder of a backup by the very functions that open it at the start. Rejects with `backup_damaged` where one of
 * them does.
 */
export function createRestoreCheck(allowed: AllowedPaths) {
  const open: Partial<Record<BackupFolder, (path: string) => unknown>> = {
    settings: (path) => createSettingsFile(join(path, 'settings.json')),
    jobs: (path) => acceptJobs(join(path, JOBS_FILE)),
    media: openMediaFolders,
    async catalog(path) {
      const store = await createCatalogStore(path, allowed, {});
      await store.defaults();
      for (const kind of catalogKinds) await store.files(kind);
    },
  };
  return async (folder: BackupFolder, path: string): Promise<void> => {
    try {
      await open[folder]?.(path);
    } catch (cause) {
      if (isStorageFull(cause))
        throw new AppError('storage_full', 'There is no space left to check the backup', { cause });
      throw damaged(`this version of the service cannot open its ${folder}`, cause);
    }
  };
}
