import { createReadStream } from 'node:fs';
import { link, lstat, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@anima/service/errors';
import { syncFolder } from '../storage/replace-file.js';
import type { BackupFolder } from './backup.js';

/** Where archives lie by the names of their files: each complete, or not there. */
export interface Archives {
  fileNames(): Promise<string[]>;
  /** Null: there is none of this name. It may be read more than once. */
  find(fileName: string): Promise<Archive | null>;
  /** As it comes. Refuses a name that is taken with `backup_exists`. */
  write(fileName: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  remove(fileName: string): Promise<void>;
}

export interface Archive {
  bytes: number;
  /** All of it, or what comes before this byte. */
  read(end?: number): Readable;
}

/** What is in the making. */
export const MAKING = '.making-';

/** Files of a folder of this machine. */
export async function createFolderArchives(folder: string): Promise<Archives> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    fileNames: () => readdir(folder),

    async find(fileName) {
      const path = join(folder, fileName);
      const found = await stat(path).catch(() => null);
      if (!found?.isFile()) return null;
      return {
        bytes: found.size,
        read: (end) => createReadStream(path, end === undefined ? {} : { end: end - 1 }),
      };
    },

    async write(fileName, content) {
      const making = await mkdtemp(join(folder, MAKING));
      try {
        const draft = join(making, 'archive');
        const file = await open(draft, 'wx', 0o600);
        await pipeline(content, file.createWriteStream({ flush: true }));
        // A link, and not a rename, which would replace a backup that was made in the meantime.
        await link(draft, join(folder, fileName)).catch((error) => {
          throw error.code === 'EEXIST' ? archiveExists() : error;
        });
        await syncFolder(folder);
      } finally {
        await rm(making, { recursive: true, force: true });
      }
    },

    async remove(fileName) {
      await rm(join(folder, fileName));
      await syncFolder(folder);
    },
  };
}

export function archiveExists(): AppError {
  return new AppError('backup_exists', 'A backup of this name was made in the meantime');
}

/** What backups call a folder, and what does not lie in the data directory. */
export interface OutsideFolder {
  /** What it weighs now. */
  size(): Promise<{ files: number; bytes: number }>;
  /** Writes it into an empty folder of this machine, as it would lie in the data directory. */
  save(folder: string): Promise<void>;
  /** Puts what lies in this folder in the place of all that there is; safe to run again from any point at which it was killed. */
  take(folder: string): Promise<void>;
}

export type OutsideFolders = Partial<Record<BackupFolder, OutsideFolder>>;

/** The regular files under a folder, as paths with forward slashes, in a fixed order. Links are left out. */
export async function listFiles(root: string, folder: string): Promise<{ path: string; bytes: number }[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files: { path: string; bytes: number }[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // Drafts of a render that is under way.
    if (entry.name.startsWith('.draft-')) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await listFiles(root, path)));
    else if (entry.isFile()) files.push({ path, bytes: (await lstat(join(root, path))).size });
  }
  return files;
}
