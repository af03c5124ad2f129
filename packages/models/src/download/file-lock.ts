import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FileLock, takeFileLock } from '@anima/service/sqlite';
import { ModelsError } from '../errors.js';
import { pathIn } from '../model.js';
import { fileError } from './disk.js';

const SQLITE_CANTOPEN = 14;

/**
 * Runs `work` while this process alone may download or remove the file of a path in the data directory. The lock ends with
 * its process. Rejects with a ModelsError `busy` if another process has it.
 */
export async function withFileLock<T>(dataDir: string, path: string, work: () => Promise<T>): Promise<T> {
  const lock = await take(pathIn(dataDir, `models/.locks/${path}`));
  if (lock === null)
    throw new ModelsError(
      'busy',
      `Another process is fetching ${pathIn(dataDir, path)}: wait until it has finished`,
    );
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Takes the lock. The lock file stays, because a removed file no longer locks anything. */
async function take(path: string): Promise<FileLock | null> {
  try {
    await mkdir(dirname(path), { recursive: true });
    return takeFileLock(path);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_CANTOPEN)
      throw new ModelsError('not_writable', `Cannot write ${path}: it does not belong to this user`, {
        cause: error,
      });
    throw fileError(path, error);
  }
}
