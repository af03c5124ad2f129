import type { Postgres } from '@anima/service/postgres';
import { DatabaseSync } from '@photostructure/sqlite';
import type { JobKind } from '../../jobs/job.js';
import { createJobsFile, JOB_COLUMNS } from '../../storage/sqlite/copy-jobs.js';
import { queueOf, type ReadyJobs } from './ready-jobs.js';

type Row = Record<string, string | number | null>;

const names = JOB_COLUMNS.split(',').map((name) => name.trim());
const AT_ONCE = 200;

/** Writes all jobs into a new database file, as a backup has them whatever the store. What runs now is queued there. */
export async function saveJobs(db: Postgres, path: string): Promise<void> {
  const file = createJobsFile(path);
  try {
    const insert = file.prepare(
      `INSERT INTO jobs (${JOB_COLUMNS}) VALUES (${names.map((name) => `:${name}`).join(', ')})`,
    );
    await db.transaction(
      async (tx) => {
        for (let last = 0; ; ) {
          const rows = await tx.query<Row & { job_key: number }>(
            `SELECT job_key, ${JOB_COLUMNS} FROM avatar.jobs WHERE job_key > $1 AND part_of IS NULL ORDER BY job_key LIMIT ${AT_ONCE}`,
            [last],
          );
          if (rows.length === 0) return;
          for (const { job_key: key, ...row } of rows) {
            const isRunning = row.status === 'running';
            insert.run(isRunning ? { ...row, status: 'queued', started_at: null } : row);
            last = key;
          }
        }
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  } finally {
    file.close();
  }
}

/**
 * Replaces all jobs with the jobs of a checked file and records the restore, in one transaction. A worker
 * that runs one of the old jobs loses it.
 */
export async function takeJobs(
  db: Postgres,
  ready: ReadyJobs,
  path: string,
  restoreId: string,
): Promise<void> {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const select = file.prepare(`SELECT ${JOB_COLUMNS} FROM jobs ORDER BY job_key`);
    const kinds = file.prepare('SELECT DISTINCT kind FROM jobs').all() as { kind: JobKind }[];
    for (const { kind } of kinds) await ready.prepare(queueOf(kind, []));
    await db.transaction(async (tx) => {
      const lines = await tx.query<{ queue: string; line: string }>(
        'SELECT queue, line FROM avatar.jobs WHERE line IS NOT NULL',
      );
      for (const { queue, line } of lines) await ready.remove(tx, queue, line);
      await tx.query('DELETE FROM avatar.jobs');
      for (const row of select.iterate() as Iterable<Row & { kind: JobKind }>) {
        const queue = queueOf(row.kind, []);
        const [{ key }] = (await tx.query<{ key: number }>(
          `INSERT INTO avatar.jobs (${JOB_COLUMNS}, queue) VALUES (${[...names, 'queue'].map((_, at) => `$${at + 1}`).join(', ')})
            RETURNING job_key AS key`,
          [...names.map((name) => row[name]), queue],
        )) as [{ key: number }];
        if (row.status !== 'queued') continue;
        await tx.query('UPDATE avatar.jobs SET line = $1 WHERE job_key = $2', [
          await ready.put(tx, queue, key),
          key,
        ]);
      }
      await tx.query('DELETE FROM avatar.restored_jobs');
      await tx.query('INSERT INTO avatar.restored_jobs (restore_id) VALUES ($1)', [restoreId]);
    });
  } finally {
    file.close();
  }
}

export async function hasTakenJobs(db: Postgres, restoreId: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM avatar.restored_jobs WHERE restore_id = $1', [restoreId])).length > 0;
}
