import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { jobsFileSchema } from './open-database.js';

export const JOB_COLUMNS = `job_id, kind, status, payload, progress, stage, attempts, created_at, started_at, finished_at, output,
  result, error, webhook_url`;

/** A new database file for jobs alone. */
export function createJobsFile(path: string): DatabaseSyncInstance {
  const file = new DatabaseSync(path);
  file.exec(jobsFileSchema);
  return file;
}

/**
 * Writes all jobs to a new database file. Running jobs are queued in it, without their worker and their part
 * jobs.
 */
export function saveJobs(db: DatabaseSyncInstance, path: string): void {
  createJobsFile(path).close();
  withAttached(db, path, () =>
    db.exec(`
      INSERT INTO attached.jobs (${JOB_COLUMNS}) SELECT ${JOB_COLUMNS} FROM main.jobs
        WHERE part_of IS NULL ORDER BY job_key;
      UPDATE attached.jobs SET status = 'queued', started_at = NULL WHERE status = 'running'`),
  );
}

/**
 * Replaces all jobs with the jobs of a checked file and records the restore, in one transaction. No job may
 * be running.
 */
export function takeJobs(db: DatabaseSyncInstance, path: string, restoreId: string): void {
  withAttached(db, path, () => {
    db.exec(`
      DELETE FROM main.jobs;
      INSERT INTO main.jobs (${JOB_COLUMNS}) SELECT ${JOB_COLUMNS} FROM attached.jobs ORDER BY job_key;
      DELETE FROM main.restored_jobs`);
    db.prepare('INSERT INTO main.restored_jobs (restore_id) VALUES (?)').run(restoreId);
  });
}

export function hasTakenJobs(db: DatabaseSyncInstance, restoreId: string): boolean {
  return db.prepare('SELECT 1 FROM restored_jobs WHERE restore_id = ?').get(restoreId) !== undefined;
}

function withAttached(db: DatabaseSyncInstance, path: string, work: () => void): void {
  db.prepare('ATTACH DATABASE ? AS attached').run(path);
  try {
    db.exec('BEGIN');
    work();
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    db.exec('DETACH DATABASE attached');
  }
}
