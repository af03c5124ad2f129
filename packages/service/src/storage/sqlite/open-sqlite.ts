import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { unusable } from './damage.js';

/**
 * Opens the database file, creating it on first use. Throws an AppError, in one line, where there is something else in its place
 * or it may not be used: SQLite itself looks at a file no sooner than at the first statement.
 */
export function openSqlite(path: string, options: { timeout?: number } = {}): DatabaseSyncInstance {
  let db: DatabaseSyncInstance | undefined;
  try {
    db = new DatabaseSync(path, options);
    db.exec('PRAGMA schema_version');
    return db;
  } catch (cause) {
    db?.close();
    const { errcode, errstr } = cause as { errcode?: number; errstr?: string };
    if (errcode === undefined) throw cause;
    throw unusable(path, String(errstr), cause);
  }
}
