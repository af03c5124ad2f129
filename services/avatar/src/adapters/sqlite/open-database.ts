import { join } from 'node:path';
import { AppError, openSqlite } from '@anima/service';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

const SCHEMA_VERSION = 1;

/** The table of the jobs; a backup holds it in a database of its own. */
export const jobSchema = `
  CREATE TABLE jobs (
    job_key INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    payload TEXT NOT NULL,
    progress REAL NOT NULL DEFAULT 0,
    stage TEXT NOT NULL DEFAULT '',
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER,
    output_path TEXT,
    result TEXT,
    error TEXT,
    webhook_url TEXT,
    -- The runner that has it, and until when; null unless it runs.
    owner TEXT,
    lease_until INTEGER
  ) STRICT;
  CREATE INDEX jobs_by_status ON jobs (status, kind, job_key);
`;

/**
 * Opens `<dir>/avatar.db`, creating it on first use. WAL with synchronous=FULL: an accepted job survives a power cut, at
 * the price of one flush.
 */
export function openDatabase(dataDir: string): DatabaseSyncInstance {
  const path = join(dataDir, 'avatar.db');
  const db = openSqlite(path);
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA busy_timeout = 5000;
  `);
  const version = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  if (version === 0) db.exec(`BEGIN; ${jobSchema} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  else if (version !== SCHEMA_VERSION) {
    db.close();
    throw new AppError(
      'unavailable',
      `${path} has schema version ${version}; this program knows version ${SCHEMA_VERSION} only`,
    );
  }
  return db;
}
