import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { unusable } from './damage.js';

/**
 * Opens the database file, and creates it on first use. Throws a one-line AppError if the file is no database
 * or cannot be used: SQLite itself reads a file only at the first statement.
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
