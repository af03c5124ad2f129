import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFolder } from '../../domain/backup.js';
import { replaceFile } from '../files/replace-file.js';
import { syncFolder } from '../files/sync-folder.js';

/**
 * A restore in two steps. What is to come lies complete in `<data>/.restore/new`; writing the journal decides that it will
 * come, and from then on every start completes it. Before, every start throws it away.
 */
export interface RestoreArea {
  /** An empty folder for what is to come. */
  prepare(): Promise<string>;
  /** Decides for it, and puts it in place. */
  commit(folders: readonly BackupFolder[]): Promise<void>;
  /** Throws away what was prepared. */
  discard(): Promise<void>;
  /** At the start: completes what was decided, throws away what was not. True if something was completed. */
  recover(): Promise<boolean>;
}

/** `takeJobs` puts the jobs of a database file in the place of the present ones, in one transaction. */
export function createRestoreArea(dataDir: string, takeJobs: (databasePath: string) => void): RestoreArea {
  const area = join(dataDir, '.restore');
  const coming = join(area, 'new');
  const going = join(area, 'old');
  const journal = join(area, 'journal.json');

  /** Safe to run again from any point at which it was killed. */
  async function complete(folders: readonly BackupFolder[]): Promise<void> {
    await mkdir(going, { recursive: true });
    for (const folder of folders) {
      const source = join(coming, folder);
      if (folder === 'jobs') {
        if (existsSync(join(source, JOBS_FILE))) takeJobs(join(source, JOBS_FILE));
        continue;
      }
      // Moved already, before it was killed.
      if (!existsSync(source)) continue;
      const place = join(dataDir, folder);
      if (existsSync(place)) {
        await rm(join(going, folder), { recursive: true, force: true });
        await rename(place, join(going, folder));
      }
      await rename(source, place);
      await syncFolder(dataDir);
    }
    await discard();
  }

  async function discard(): Promise<void> {
    // The journal goes first: without it the rest means nothing.
    await rm(journal, { force: true });
    if (existsSync(area)) await syncFolder(area);
    await rm(area, { recursive: true, force: true });
  }

  return {
    async prepare() {
      await discard();
      await mkdir(coming, { recursive: true, mode: 0o700 });
      return coming;
    },

    async commit(folders) {
      await syncFolder(coming);
      await replaceFile(journal, JSON.stringify({ folders }));
      await complete(folders);
    },

    discard,

    async recover() {
      if (!existsSync(journal)) {
        await discard();
        return false;
      }
      const { folders } = JSON.parse(await readFile(journal, 'utf8')) as { folders: BackupFolder[] };
      await complete(folders);
      return true;
    },
  };
}

/** In the folder of the jobs, in a backup: the jobs as a SQLite database. */
export const JOBS_FILE = 'jobs.db';
