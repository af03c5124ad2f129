import { join } from 'node:path';
import { createAllowedPaths } from '@anima/service/files';
import { createFolderArchives } from '../adapters/backup/archives.js';
import { createBackupStore } from '../adapters/backup/backup-store.js';
import { createRestoreCheck } from '../adapters/backup/check-restored.js';
import { createRestoreArea } from '../adapters/backup/restore-journal.js';
import { createSettingsFile } from '../adapters/files/settings-file.js';
import { hasTakenJobs, saveJobs, takeJobs } from '../adapters/sqlite/copy-jobs.js';
import { openDatabase } from '../adapters/sqlite/open-database.js';

/** What of a start has to do with backups, in its order, without the rest of the service. */
export async function openTestBackups(dataDir: string) {
  const db = openDatabase(dataDir);
  const area = createRestoreArea({
    dataDir,
    check: createRestoreCheck(createAllowedPaths({ roots: [dataDir], forbidden: [] })),
    takeJobs: (path, restoreId) => takeJobs(db, path, restoreId),
    hasTakenJobs: (restoreId) => hasTakenJobs(db, restoreId),
  });
  const { outcome: recovered } = await area.recover();
  const settings = await createSettingsFile(join(dataDir, 'settings', 'settings.json'));
  const backups = await createBackupStore({
    dataDir,
    version: '0.0.0',
    clock: Date.now,
    archives: await createFolderArchives(join(dataDir, 'backups')),
    area,
    saveJobs: (path) => saveJobs(db, path),
    whilePaused: (work) => work(),
  });
  return { db, settings, backups, recovered, close: () => db.close() };
}
