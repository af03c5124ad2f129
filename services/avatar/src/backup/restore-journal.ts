import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { MaybePromise } from '@anima/service/maybe-promise';
import { replaceFile, syncFolder } from '../storage/replace-file.js';
import type { OutsideFolders } from './archives.js';
import { type BackupFolder, backupFolderNames } from './backup.js';

/**
 * A restore in two steps. The new data is complete and checked in `<data>/.restore/new`; writing the journal
 * commits the restore. Before that, every start discards the new data. After it, every start completes the
 * restore, or undoes it if the jobs are rejected. The result is either the old or the new state.
 */
export interface RestoreArea {
  /** Returns an empty folder for the new data. */
  prepare(): Promise<string>;
  /** Opens the prepared data like the next start. Rejects if that start would fail. */
  check(folders: readonly BackupFolder[]): Promise<void>;
  /**
   * Commits the restore and moves the data into place. After a rejection the old state is in place, except
   * with `restore_unfinished`.
   */
  commit(folders: readonly BackupFolder[]): Promise<void>;
  /** Discards the prepared data. */
  discard(): Promise<void>;
  /** Called at the start: completes a committed restore and discards an uncommitted one. */
  recover(): Promise<Recovery>;
}

/** Outcome of an interrupted restore; `reason` explains why it was undone. */
export type Recovery = { outcome: 'nothing' | 'completed' } | { outcome: 'undone'; reason: unknown };

export interface RestoreAreaOptions {
  dataDir: string;
  /** Opens a folder that is to come, at this path; rejects where it cannot be used. */
  check: (folder: BackupFolder, path: string) => Promise<void>;
  /** Replaces the jobs with those of a database file, once for each restore, in one transaction. */
  takeJobs: (databasePath: string, restoreId: string) => MaybePromise<void>;
  hasTakenJobs: (restoreId: string) => MaybePromise<boolean>;
  /** Folders that are not stored in the data directory. */
  outside?: OutsideFolders;
}

interface Journal {
  id: string;
  folders: BackupFolder[];
}

export function createRestoreArea(options: RestoreAreaOptions): RestoreArea {
  const { dataDir, outside = {} } = options;
  const area = join(dataDir, '.restore');
  const coming = join(area, 'new');
  const going = join(area, 'old');
  const journalPath = join(area, 'journal.json');

  async function check(folders: readonly BackupFolder[]): Promise<void> {
    for (const folder of folders) {
      const path = join(coming, folder);
      if (existsSync(path)) await options.check(folder, path);
    }
  }

  /** Replaces the jobs first: only they can be rejected, and no folder was moved yet. */
  async function takeJobs({ id, folders }: Journal): Promise<void> {
    const path = join(coming, 'jobs', JOBS_FILE);
    if (folders.includes('jobs') && existsSync(path)) await options.takeJobs(path, id);
  }

  /** Safe to run again from any point at which it was killed. */
  async function moveFolders({ folders }: Journal): Promise<void> {
    await mkdir(going, { recursive: true });
    for (const folder of folders) {
      const [source, place, old] = [join(coming, folder), join(dataDir, folder), join(going, folder)];
      // Moved already, before it was killed.
      if (folder === 'jobs' || !existsSync(source)) continue;
      if (outside[folder] !== undefined) {
        await outside[folder].take(source);
        await rm(source, { recursive: true });
        continue;
      }
      if (existsSync(place)) {
        await rm(old, { recursive: true, force: true });
        await rename(place, old);
      }
      await rename(source, place);
      await syncFolder(dataDir);
    }
  }

  /** The way back, by renames too: killed in between, it can be gone in either direction. */
  async function undo({ folders }: Journal): Promise<void> {
    for (const folder of folders) {
      if (folder === 'jobs' || outside[folder] !== undefined) continue;
      const [source, place, old] = [join(coming, folder), join(dataDir, folder), join(going, folder)];
      if (!existsSync(source) && existsSync(place)) await rename(place, source);
      if (existsSync(old) && !existsSync(place)) await rename(old, place);
    }
    await syncFolder(dataDir);
    await discard();
  }

  async function discard(): Promise<void> {
    // The journal goes first: without it the rest means nothing.
    await rm(journalPath, { force: true });
    if (existsSync(area)) await syncFolder(area);
    await rm(area, { recursive: true, force: true });
  }

  async function readJournal(): Promise<Journal> {
    const text = await readFile(journalPath, 'utf8');
    // Journals of earlier versions have no id.
    const { id = crypto.randomUUID(), folders } = parseJournal(text);
    const isMeant = (name: BackupFolder) =>
      folders?.includes(name) ?? [coming, going].some((place) => existsSync(join(place, name)));
    return { id, folders: backupFolderNames.filter(isMeant) };
  }

  return {
    async prepare() {
      await discard();
      await mkdir(coming, { recursive: true, mode: 0o700 });
      return coming;
    },

    check,

    async commit(folders) {
      const journal: Journal = { id: crypto.randomUUID(), folders: [...folders] };
      try {
        for (const folder of folders) await syncFolder(join(coming, folder));
        await syncFolder(coming);
        await mkdir(going, { recursive: true });
        await replaceFile(journalPath, JSON.stringify(journal));
        await takeJobs(journal);
      } catch (error) {
        await discard();
        throw error;
      }
      try {
        await moveFolders(journal);
      } catch (cause) {
        throw new AppError(
          'restore_unfinished',
          'The restore was begun and could not be completed: the next start of the service completes it',
          { cause },
        );
      }
      await discard();
    },

    discard,

    async recover() {
      if (!existsSync(journalPath)) {
        await discard();
        return { outcome: 'nothing' };
      }
      const journal = await readJournal();
      if (!(await options.hasTakenJobs(journal.id))) {
        try {
          await check(journal.folders);
          await takeJobs(journal);
        } catch (reason) {
          await undo(journal);
          return { outcome: 'undone', reason };
        }
      }
      await moveFolders(journal);
      await discard();
      return { outcome: 'completed' };
    },
  };
}

function parseJournal(text: string): Partial<Journal> {
  try {
    const { id, folders } = JSON.parse(text) as Record<keyof Journal, unknown>;
    return {
      ...(typeof id === 'string' ? { id } : {}),
      ...(Array.isArray(folders) ? { folders: folders as BackupFolder[] } : {}),
    };
  } catch {
    return {};
  }
}

/** File in the folder of the jobs in a backup: the jobs as a SQLite database. */
export const JOBS_FILE = 'jobs.db';
