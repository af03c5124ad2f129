import { createReadStream } from 'node:fs';
import { link, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@anima/service/errors';
import { syncFolder } from '../storage/sync-folder.js';

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
