import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { openSqlite } from '@anima/service/sqlite';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { JobKind } from '../../jobs/job.js';
import { type FileColumns, refsOfPaths } from './refs-of-paths.js';

/** The first version of the table of jobs. */
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

/** The output of a job as a ref in JSON, like all files in payloads and results. */
const nameOutput = 'ALTER TABLE jobs RENAME COLUMN output_path TO output;';

/** Migrations of the tables, applied once each in this order. A backup contains none of these tables. */
export const migrations = [
  jobSchema,
  `CREATE INDEX jobs_by_kind ON jobs (kind, job_key);
   CREATE INDEX jobs_of_status ON jobs (status, job_key);
   CREATE INDEX jobs_by_end ON jobs (finished_at) WHERE finished_at IS NOT NULL;
   -- Who is still to be told that a job has ended; a job that goes takes its line with it.
   CREATE TABLE webhook_outbox (
     job_id TEXT PRIMARY KEY REFERENCES jobs (job_id) ON DELETE CASCADE,
     url TEXT NOT NULL,
     tries INTEGER NOT NULL DEFAULT 0,
     since INTEGER NOT NULL,
     next_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX webhooks_by_time ON webhook_outbox (next_at);
   -- The restore whose jobs these are, so that one that was cut short knows whether it got so far.
   CREATE TABLE restored_jobs (restore_id TEXT NOT NULL) STRICT;`,
  `-- The job that has to end before this one begins. A backup leaves it out: a job that begins too early waits anew.
   ALTER TABLE jobs ADD COLUMN after_job TEXT;
   CREATE INDEX jobs_that_may_begin ON jobs (kind, job_key) WHERE status = 'queued' AND after_job IS NULL;
   CREATE INDEX jobs_that_wait ON jobs (after_job) WHERE after_job IS NOT NULL;
   -- By processes of before, none of which is there any more.
   UPDATE jobs SET lease_until = 0 WHERE status = 'running';`,
  nameOutput,
  `-- How often it was claimed, of which only the last one counts; and the batch of which it is a scene.
   ALTER TABLE jobs ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE jobs ADD COLUMN part_of TEXT REFERENCES jobs (job_id) ON DELETE CASCADE;
   CREATE INDEX jobs_by_whole ON jobs (part_of) WHERE part_of IS NOT NULL;
   UPDATE jobs SET fence = attempts;`,
];
/** Version from which rows name files by refs instead of absolute paths. */
export const REFS_VERSION = migrations.indexOf(nameOutput) + 1;
/** Version of the tables: `user_version` in the database and in backups. */
export const SCHEMA_VERSION = migrations.length;

/** The jobs of a backup: a separate database without the tables that only the service needs. */
export const jobsFileSchema = `${jobSchema} ${nameOutput} PRAGMA user_version = ${SCHEMA_VERSION};`;

/**
 * Opens `<dir>/avatar.db`, creating it on first use. WAL with synchronous=FULL: an accepted job survives a power cut, at
 * the price of one flush.
 */
export function openDatabase(dataDir: string): DatabaseSyncInstance {
  const path = join(dataDir, 'avatar.db');
  const db = openSqlite(path);
  try {
    return prepared(db, path);
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepared(db: DatabaseSyncInstance, path: string): DatabaseSyncInstance {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA busy_timeout = 5000;
  `);
  const version = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  if (version > SCHEMA_VERSION)
    throw new AppError(
      'unavailable',
      `${path} has schema version ${version}; this program knows versions up to ${SCHEMA_VERSION}`,
    );
  if (version < SCHEMA_VERSION) {
    const missing = migrations.slice(version).join('\n');
    db.exec(`BEGIN; ${missing}`);
    if (version < REFS_VERSION) nameFilesByRefs(db);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  }
  return db;
}

/** Moves all of the WAL into the database first, so that the one file is whole and can be copied. */
export function closeDatabase(db: DatabaseSyncInstance): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // On a full disk the data stays in the WAL, which is as safe; the next start reads both.
  }
  db.close();
}

/** Works in steps, because there may be many jobs with large payloads. */
function nameFilesByRefs(db: DatabaseSyncInstance): void {
  const select = db.prepare(
    'SELECT job_key, job_id AS jobId, kind, payload, output, result FROM jobs WHERE job_key > ? ORDER BY job_key LIMIT 100',
  );
  const update = db.prepare(
    'UPDATE jobs SET payload = :payload, output = :output, result = :result WHERE job_key = :key',
  );
  for (let last = 0; ; ) {
    const rows = select.all(last) as unknown as (FileColumns & {
      job_key: number;
      jobId: string;
      kind: JobKind;
    })[];
    if (rows.length === 0) return;
    for (const { job_key: key, jobId, kind, ...columns } of rows) {
      update.run({ key, ...refsOfPaths({ jobId, kind }, columns) });
      last = key;
    }
  }
}
