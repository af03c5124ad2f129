import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { AppError } from '../errors.js';

export interface DataLock {
  release(): void;
}

const SQLITE_BUSY = 5;
/** A process that was told to stop may still be saving: the next one waits so long for it. */
const HANDOVER_MS = 2_000;

/**
 * Makes this process the only one that uses a data directory, until `release` or its death: the operating
 * system drops the lock even after kill -9, so there is never a stale one. Creates the directory.
 *
 * The lock is an exclusive SQLite transaction on `lock.db`. Nothing else in this process may open and close
 * that file (POSIX would drop the lock), so no backup should include it.
 */
export function lockDataDirectory(directory: string): DataLock {
  const dir = resolve(directory);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const pidFile = join(dir, 'lock.pid');
  const db = new DatabaseSync(join(dir, 'lock.db'), { timeout: HANDOVER_MS });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    const holder = readHolder(pidFile);
    throw new AppError(
      'data_directory_locked',
      `The data directory ${dir} is in use by another process${holder}`,
      { cause },
    );
  }
  // Only for the message above. The lock itself never depends on this file.
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    release: () => {
      if (!db.isOpen) return;
      rmSync(pidFile, { force: true });
      db.exec('ROLLBACK');
      db.close();
    },
  };
}

function readHolder(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, 'utf8').trim();
    return /^\d+$/.test(pid) ? ` (pid ${pid})` : '';
  } catch {
    return '';
  }
}
