import type { ArchiveStore, ArchiveWrites } from '../../archive/archive-store.js';
import { openArchiveSnapshot } from './archive-snapshot.js';
import { type ArchiveStageOptions, createArchiveStage } from './archive-stage.js';
import { dropAbandonedStages } from './archive-stage-tables.js';
import type { WriteTransaction } from './commits.js';
import { isGone, type OwnProcess } from './processes.js';

/**
 * Creates the archive store of a database. The next import drops the stages of processes that have exited.
 */
export function createPostgresArchiveStore(options: ArchiveStageOptions): ArchiveStore {
  const { db, own } = options;
  return {
    snapshot: () => openArchiveSnapshot(db),
    async stage() {
      await dropAbandonedStages(db);
      return createArchiveStage(options);
    },
    async hasAuditRun(runId) {
      const rows = await db.query('SELECT 1 FROM audit_runs WHERE run_id = $1', [runId]);
      return rows.length > 0;
    },
    async unfinished() {
      const [row] = await db.query<{ path: string }>(`SELECT path FROM (${UNFINISHED}) AS unfinished`, [
        own.processId,
        own.host,
      ]);
      return row?.path ?? null;
    },
  };
}

/** The unfinished export of this process, else of an exited process on the same host. */
const UNFINISHED = `SELECT * FROM unfinished_exports
  WHERE process_id = $1 OR (host = $2 AND ${isGone('unfinished_exports.process_id')})
  ORDER BY process_id = $1 DESC LIMIT 1`;

export function createPostgresArchiveWrites({
  own: { processId, host },
}: {
  own: OwnProcess;
}): (tx: WriteTransaction) => ArchiveWrites {
  return (tx) => ({
    async noteUnfinished(path) {
      if (path !== null)
        await tx.query(
          `INSERT INTO unfinished_exports (process_id, host, path) VALUES ($1, $2, $3)
           ON CONFLICT (process_id) DO UPDATE SET path = excluded.path`,
          [processId, host, path],
        );
      else
        await tx.query(
          `DELETE FROM unfinished_exports WHERE process_id = (SELECT process_id FROM (${UNFINISHED}) AS unfinished)`,
          [processId, host],
        );
    },
  });
}
