import { DatabaseSync } from '@photostructure/sqlite';

export interface FileLock {
  /** A second call does nothing. */
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock of the file at `path`, or waits up to `waitMs` for it (and blocks the event loop meanwhile);
 * null if another holder keeps it, in this process or another one. The lock ends with `release` or with the
 * process: the operating system drops it even after kill -9, so it is never stale, and no process id can be
 * reused.
 *
 * The lock is an exclusive SQLite transaction without writes: the file stays empty. No other code in this
 * process may open and close the file (POSIX would drop the lock), and it may not be removed, so backups omit
 * it. Its folder must exist.
 */
export function takeFileLock(path: string, waitMs = 0): FileLock | null {
  const db = new DatabaseSync(path, { timeout: waitMs });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    return null;
  }
  return {
    release: () => {
      if (!db.isOpen) return;
      db.exec('ROLLBACK');
      db.close();
    },
  };
}
