import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { JobKind } from '../../jobs/job.js';
import type { JobRecords } from '../../jobs/job-records.js';
import { type JobRow, jobFromRow, type OutlineRow, outlineFromRow } from '../../jobs/job-row.js';
import { createJobList, OUTLINE_COLUMNS } from './job-list.js';

export function createSqliteJobRecords(db: DatabaseSyncInstance): JobRecords {
  const selectById = db.prepare('SELECT * FROM jobs WHERE job_id = ?');
  const list = createJobList(db);
  const selectParts = db.prepare(`SELECT ${OUTLINE_COLUMNS} FROM jobs WHERE part_of = ? ORDER BY job_key`);
  const countBefore = db.prepare(`
    SELECT job_id, (SELECT count(*) FROM jobs AS other INDEXED BY jobs_that_may_begin
      WHERE other.status = 'queued' AND other.after_job IS NULL AND other.kind = jobs.kind
        AND other.job_key < jobs.job_key) AS position
    FROM json_each(?) JOIN jobs ON job_id = value WHERE status = 'queued'`);
  const selectFinished = db.prepare(
    'SELECT job_id, kind FROM jobs WHERE finished_at < ? AND part_of IS NULL ORDER BY finished_at LIMIT ?',
  );
  const deleteFinished = db.prepare(
    'DELETE FROM jobs WHERE job_id IN (SELECT value FROM json_each(?)) AND finished_at IS NOT NULL',
  );
  return {
    byId(jobId) {
      const row = selectById.get(jobId) as JobRow | undefined;
      return row === undefined ? null : jobFromRow(row);
    },

    list(filter, page) {
      const { rows, total } = list(filter, page);
      return { jobs: rows.map(outlineFromRow), total };
    },

    partsOf: (jobId) => (selectParts.all(jobId) as unknown as OutlineRow[]).map(outlineFromRow),

    positions(jobIds) {
      const rows = countBefore.all(JSON.stringify(jobIds)) as { job_id: string; position: number }[];
      return new Map(rows.map(({ job_id, position }) => [job_id, position]));
    },

    finishedBefore: (before, limit) =>
      (selectFinished.all(before, limit) as { job_id: string; kind: JobKind }[]).map(({ job_id, kind }) => ({
        jobId: job_id,
        kind,
      })),

    async removeFinished(jobIds) {
      deleteFinished.run(JSON.stringify(jobIds));
    },
  };
}
