import { DatabaseSync } from '@photostructure/sqlite';

export interface FileLock {
  /** A second call does nothing. */
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock that the file at `path` stands for, or waits up to `waitMs` for it (and stops the event loop meanwhile); null
 * where another holder keeps it, in this process or another one. It ends with `release` or with the process: the operating
 * system drops it even after kill -9, so there is never a stale one, and no number of a process that has another owner by now.
 *
 * The lock is an exclusive SQLite transaction in which nothing is written: the file stays, empty. Nothing else in this process
 * may open and close it (POSIX would drop the lock), and nobody may remove it, so no backup should include it. Its folder must
 * exist.
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
