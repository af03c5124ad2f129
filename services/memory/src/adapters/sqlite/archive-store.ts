import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ArchiveStore } from '../../ports/archive-store.js';
import { openArchiveSnapshot } from './archive-snapshot.js';
import { type ArchiveStageOptions, createArchiveStage, removeStages } from './archive-stage.js';

/** Archives of the database in `dataDir`; clears what an import of a dead process left there. */
export function createSqliteArchiveStore(
  options: Omit<ArchiveStageOptions, 'databasePath'> & { db: DatabaseSyncInstance },
): ArchiveStore {
  const { dataDir, commits, events, db, onError } = options;
  const databasePath = join(dataDir, 'memory.db');
  const selectRun = db.prepare('SELECT 1 FROM audit_runs WHERE run_id = ?');
  const noteUnfinished = db.prepare(
    "INSERT OR REPLACE INTO meta (name, value) VALUES ('unfinished_export', ?)",
  );
  const forgetUnfinished = db.prepare("DELETE FROM meta WHERE name = 'unfinished_export'");
  const selectUnfinished = db.prepare("SELECT value FROM meta WHERE name = 'unfinished_export'");
  removeStages(dataDir);
  return {
    snapshot: () => openArchiveSnapshot(databasePath),
    stage: () => createArchiveStage({ ...options, databasePath }),
    hasAuditRun: (runId) => selectRun.get(runId) !== undefined,
    async noteUnfinished(path) {
      const noted = commits.run(() => {
        if (path === null) forgetUnfinished.run();
        else noteUnfinished.run(path);
      });
      await noted.catch(onError);
    },
    unfinished: () => (selectUnfinished.get() as { value: string } | undefined)?.value ?? null,
    async recordExport(data) {
      const recorded = commits.run((afterCommit) => {
        const event = events.record('memory.exported', data);
        afterCommit(() => events.announce([event]));
      });
      // Where the disk of the database is full, an archive on another one is what helps.
      await recorded.catch(onError);
    },
  };
}
