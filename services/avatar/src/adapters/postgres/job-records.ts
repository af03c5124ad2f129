import type { Postgres } from '@anima/service/postgres';
import type { JobKind } from '../../jobs/job.js';
import type { JobRecords } from '../../jobs/job-records.js';
import { type JobRow, jobFromRow, type OutlineRow, outlineFromRow } from '../../jobs/job-row.js';
import { allColumns, DATABASE_TIME, outlineColumns } from './job-sql.js';

export function createPostgresJobRecords(db: Postgres, now = () => DATABASE_TIME): JobRecords {
  return {
    async byId(jobId) {
      const [row] = await db.query<JobRow>(
        `SELECT ${allColumns(now())} FROM avatar.jobs AS jobs WHERE job_id = $1`,
        [jobId],
      );
      return row === undefined ? null : jobFromRow(row);
    },

    async list({ kind, status }, { limit, offset }) {
      const given = Object.entries({ kind, status }).filter(([, value]) => value !== undefined);
      const tests = given.map(([name], index) => `AND ${name} = $${index + 1}`).join(' ');
      const from = `FROM avatar.jobs AS jobs WHERE kind <> 'lipsync_scene' ${tests}`;
      const values = given.map(([, value]) => value);
      const [rows, [count]] = await Promise.all([
        db.query<OutlineRow>(
          `SELECT ${outlineColumns(now())} ${from} ORDER BY job_key DESC
            LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
          [...values, limit, offset],
        ),
        db.query<{ total: number }>(`SELECT count(*) AS total ${from}`, values),
      ]);
      return { jobs: rows.map(outlineFromRow), total: count!.total };
    },

    async partsOf(jobId) {
      const rows = await db.query<OutlineRow>(
        `SELECT ${outlineColumns(now())} FROM avatar.jobs AS jobs WHERE part_of = $1 ORDER BY job_key`,
        [jobId],
      );
      return rows.map(outlineFromRow);
    },

    async positions(jobIds) {
      const rows = await db.query<{ job_id: string; position: number }>(
        `SELECT job_id, (SELECT count(*) FROM avatar.jobs AS other
            WHERE other.status = 'queued' AND other.after_job IS NULL AND other.kind = jobs.kind
              AND other.job_key < jobs.job_key) AS position
          FROM avatar.jobs AS jobs WHERE job_id = ANY ($1) AND status = 'queued'`,
        [jobIds],
      );
      return new Map(rows.map(({ job_id, position }) => [job_id, position]));
    },

    async finishedBefore(before, limit) {
      const rows = await db.query<{ job_id: string; kind: JobKind }>(
        'SELECT job_id, kind FROM avatar.jobs WHERE finished_at < $1 AND part_of IS NULL ORDER BY finished_at LIMIT $2',
        [before, limit],
      );
      return rows.map(({ job_id: jobId, kind }) => ({ jobId, kind }));
    },

    async removeFinished(jobIds) {
      await db.query('DELETE FROM avatar.jobs WHERE job_id = ANY ($1) AND finished_at IS NOT NULL', [jobIds]);
    },
  };
}
