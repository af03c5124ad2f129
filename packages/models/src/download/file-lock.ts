import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FileLock, takeFileLock } from '@anima/service/sqlite';
import { ModelsError } from '../errors.js';
import { pathIn } from '../folders.js';
import { fileError } from './file-error.js';

const SQLITE_CANTOPEN = 14;

/**
 * One process at a time fetches or removes the file of this path in the data directory. The lock ends with its process,
 * whatever ends that. Rejects with `busy`.
 */
export async function withFileLock<T>(dataDir: string, path: string, work: () => Promise<T>): Promise<T> {
  const lock = await take(pathIn(dataDir, `models/.locks/${path}`));
  if (lock === null)
    throw new ModelsError('busy', `Another process is fetching ${pathIn(dataDir, path)}: wait for it`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Beside the models, and left there: a lock file that somebody takes away is none any more. */
async function take(path: string): Promise<FileLock | null> {
  try {
    await mkdir(dirname(path), { recursive: true });
    return takeFileLock(path);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_CANTOPEN)
      throw new ModelsError('not_writable', `Cannot write ${path}: it is no file of this user`, {
        cause: error,
      });
    throw fileError(path, error);
  }
}
