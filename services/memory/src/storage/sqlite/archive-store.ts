import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ArchiveStore, ArchiveWrites } from '../../archive/archive-store.js';
import { openArchiveSnapshot } from './archive-snapshot.js';
import { type ArchiveStageOptions, createArchiveStage, removeStages } from './archive-stage.js';

/** Creates the archive store of the database in `dataDir`; removes the stages of dead processes. */
export function createSqliteArchiveStore(
  options: Omit<ArchiveStageOptions, 'databasePath'> & { reads: DatabaseSyncInstance },
): ArchiveStore {
  const { dataDir, reads } = options;
  const databasePath = join(dataDir, 'memory.db');
  const selectRun = reads.prepare('SELECT 1 FROM audit_runs WHERE run_id = ?');
  const selectUnfinished = reads.prepare("SELECT value FROM meta WHERE name = 'unfinished_export'");
  removeStages(dataDir);
  return {
    snapshot: () => openArchiveSnapshot(databasePath),
    stage: () => createArchiveStage({ ...options, databasePath }),
    hasAuditRun: (runId) => selectRun.get(runId) !== undefined,
    unfinished: () => (selectUnfinished.get() as { value: string } | undefined)?.value ?? null,
  };
}

export function createSqliteArchiveWrites({ db }: { db: DatabaseSyncInstance }): ArchiveWrites {
  const note = db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('unfinished_export', ?)");
  const forget = db.prepare("DELETE FROM meta WHERE name = 'unfinished_export'");
  return {
    noteUnfinished(path) {
      if (path === null) forget.run();
      else note.run(path);
    },
  };
}
