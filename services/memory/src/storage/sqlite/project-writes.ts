import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ProjectWrites } from '../../memory/project-writes.js';
import type { AfterCommit } from './group-commit.js';
import { type MemoryRow, memoryFromRow } from './memory-row.js';
import type { ProjectRegistry } from './project-registry.js';

/** Creates the project operations of transactions. */
export function createSqliteProjectWrites({
  db,
  projects,
}: {
  db: DatabaseSyncInstance;
  projects: ProjectRegistry;
}): (afterCommit: AfterCommit) => ProjectWrites {
  const keyOf = (parameter: string) => `(SELECT project_key FROM projects WHERE project_id = ${parameter})`;
  const selectMemories = db.prepare(
    `SELECT * FROM memories WHERE project_key = ${keyOf('?')} ORDER BY memory_key LIMIT ?`,
  );
  const move = ['agents', 'audit_runs'].map((table) =>
    db.prepare(`UPDATE ${table} SET project_key = ${keyOf(':into')} WHERE project_key = ${keyOf(':source')}`),
  );
  const removeRest = [
    'audit_findings WHERE run_key IN (SELECT run_key FROM audit_runs WHERE project_key = KEY)',
    'audit_runs WHERE project_key = KEY',
    'agents WHERE project_key = KEY',
  ].map((rows) => db.prepare(`DELETE FROM ${rows.replace('KEY', keyOf('?'))}`));
  return (afterCommit) => ({
    find: projects.find,
    rename: (project, name) => projects.rename(project, name, afterCommit),
    memoriesOf: (project, limit) =>
      (selectMemories.all(project.projectId, limit) as unknown as MemoryRow[]).map((row) =>
        memoryFromRow(row, project),
      ),
    moveRest(from, into) {
      for (const statement of move) statement.run({ source: from.projectId, into: into.projectId });
    },
    remove(project) {
      for (const statement of removeRest) statement.run(project.projectId);
      projects.remove(project, afterCommit);
    },
  });
}
