import { join } from 'node:path';
import { createAllowedPaths } from '@anima/service/files';
import { createFolderArchives } from '../backup/archives.js';
import { createBackupStore } from '../backup/backup-store.js';
import { createRestoreCheck } from '../backup/check-restored.js';
import { createRestoreArea } from '../backup/restore-journal.js';
import { createSettingsFile } from '../settings/settings-file.js';
import { hasTakenJobs, saveJobs, takeJobs } from '../storage/sqlite/copy-jobs.js';
import { openDatabase } from '../storage/sqlite/open-database.js';

/** Opens the parts of a start that concern backups, in order, without the rest of the service. */
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
