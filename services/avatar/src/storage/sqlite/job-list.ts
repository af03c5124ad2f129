import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { JobFilter } from '../../jobs/job-records.js';
import type { OutlineRow } from '../../jobs/job-row.js';

export const OUTLINE_COLUMNS =
  'job_id, kind, status, progress, stage, attempts, fence, created_at, started_at, finished_at, output, error, webhook_url, part_of';
const filters = ['kind', 'status'] as const;

/**
 * Returns a separate statement for each choice of filters, so that each uses an index; `what` is a page or
 * the count.
 */
export function listStatement(filter: JobFilter, what: 'page' | 'total'): string {
  const given = filters.filter((name) => filter[name] !== undefined);
  // All scenes are part jobs; this condition lets SQLite use an index.
  const where = `WHERE ${["kind <> 'lipsync_scene'", ...given.map((name) => `${name} = :${name}`)].join(' AND ')}`;
  return what === 'total'
    ? `SELECT count(*) AS total FROM jobs ${where}`
    : `SELECT ${OUTLINE_COLUMNS} FROM jobs ${where} ORDER BY job_key DESC LIMIT :limit OFFSET :offset`;
}

export function createJobList(db: DatabaseSyncInstance) {
  const statements = new Map<string, StatementSyncInstance>();

  function prepared(filter: JobFilter, what: 'page' | 'total'): StatementSyncInstance {
    const text = listStatement(filter, what);
    const statement = statements.get(text) ?? db.prepare(text);
    statements.set(text, statement);
    return statement;
  }

  return (filter: JobFilter, page: { limit: number; offset: number }) => {
    const values = Object.fromEntries(
      filters.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]])),
    ) as Record<string, string>;
    const rows = prepared(filter, 'page').all({ ...values, ...page }) as unknown as OutlineRow[];
    const { total } = prepared(filter, 'total').get(values) as { total: number };
    return { rows, total };
  };
}
