import { createReadStream } from 'node:fs';
import { link, lstat, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@anima/service/errors';
import { syncFolder } from '../storage/replace-file.js';
import type { BackupFolder } from './backup.js';

/** Archives by file name. An archive is complete or absent. */
export interface Archives {
  fileNames(): Promise<string[]>;
  /** Returns null if no archive has this name. The archive can be read several times. */
  find(fileName: string): Promise<Archive | null>;
  /** Writes an archive as its content arrives. Rejects a name that is taken with `backup_exists`. */
  write(fileName: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  remove(fileName: string): Promise<void>;
}

export interface Archive {
  bytes: number;
  /** Reads the whole archive, or the bytes before `end`. */
  read(end?: number): Readable;
}

/** Prefix of archives that are being written. */
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

/** A folder of backups that is not stored in the data directory. */
export interface OutsideFolder {
  /** Returns its current size. */
  size(): Promise<{ files: number; bytes: number }>;
  /** Copies the folder to an empty local folder, in the layout of the data directory. */
  save(folder: string): Promise<void>;
  /** Replaces all content with a local folder. It can be run again if it was killed at any point. */
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
