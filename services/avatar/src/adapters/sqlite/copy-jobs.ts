import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { jobSchema } from './open-database.js';

const COLUMNS = `job_id, kind, status, payload, progress, stage, attempts, created_at, started_at, finished_at, output_path,
  result, error, webhook_url`;

/** Writes all jobs into a new database file. What runs now is queued there: its runner does not come along. */
export function saveJobs(db: DatabaseSyncInstance, path: string): void {
  const file = new DatabaseSync(path);
  file.exec(jobSchema);
  file.close();
  db.prepare('ATTACH DATABASE ? AS target').run(path);
  try {
    db.exec(`
      BEGIN;
      INSERT INTO target.jobs (${COLUMNS}) SELECT ${COLUMNS} FROM main.jobs ORDER BY job_key;
      UPDATE target.jobs SET status = 'queued', started_at = NULL WHERE status = 'running';
      COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    db.exec('DETACH DATABASE target');
  }
}

/** Puts the jobs of a file that `saveJobs` wrote in the place of all jobs, in one transaction. No job may be running. */
export function takeJobs(db: DatabaseSyncInstance, path: string): void {
  db.prepare('ATTACH DATABASE ? AS source').run(path);
  try {
    db.exec(`
      BEGIN;
      DELETE FROM main.jobs;
      INSERT INTO main.jobs (${COLUMNS}) SELECT ${COLUMNS} FROM source.jobs ORDER BY job_key;
      COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    db.exec('DETACH DATABASE source');
  }
}
