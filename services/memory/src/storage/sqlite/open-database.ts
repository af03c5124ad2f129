import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { openSqlite } from '@anima/service/sqlite';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { migrations } from './schema.js';

/**
 * Opens `<dir>/memory.db` and creates it on first use. It uses WAL with synchronous=FULL: a commit that
 * returned survives a power cut, at the cost of one flush per transaction. It never waits for another
 * connection, because that would block the event loop.
 */
export function openDatabase(dataDir: string): DatabaseSyncInstance {
  const path = join(dataDir, 'memory.db');
  const db = openSqlite(path, { timeout: 0 });
  try {
    return prepared(db, path);
  } catch (error) {
    // An open connection would keep its lock.
    db.close();
    throw error;
  }
}

function prepared(db: DatabaseSyncInstance, path: string): DatabaseSyncInstance {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -4096;
    PRAGMA temp_store = MEMORY;
  `);
  const version = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  if (version > migrations.length)
    throw new AppError(
      'unavailable',
      `${path} has schema version ${version}; this program knows versions up to ${migrations.length}`,
    );
  migrate(db, version);
  return db;
}

/**
 * Opens a second connection to the database that `openDatabase` has opened. It sees committed data only.
 * Close it before the first connection.
 */
export function openReads(dataDir: string): DatabaseSyncInstance {
  const db = new DatabaseSync(join(dataDir, 'memory.db'), { readOnly: true, timeout: 0 });
  db.exec('PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY');
  return db;
}

/** Runs all steps in one transaction, so that a database has its old version or the newest. */
function migrate(db: DatabaseSyncInstance, version: number): void {
  if (version === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const step of migrations.slice(version)) db.exec(step);
    if (version === 0)
      db.prepare('INSERT INTO meta (name, value) VALUES (?, ?)').run('database_id', randomUUID());
    db.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    // A full disk makes SQLite roll back automatically.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Copies the complete WAL into the database first, so that the database is a single file that can be copied.
 */
export function closeDatabase(db: DatabaseSyncInstance): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // On a full disk the changes stay in the WAL, which is as durable as the database; the next start reads
    // both files.
  }
  db.close();
}
