import { foldedName } from '../../memory/normal-name.js';
import type { ProjectWrites } from '../../memory/project-writes.js';
import type { WriteTransaction } from './commits.js';
import { MEMORIES_WITH_PROJECT, MEMORY_COLUMNS, type MemoryRow, memoryFromRow } from './memory-row.js';
import type { ProjectRegistry } from './project-registry.js';

const keyOf = (place: string) => `(SELECT project_key FROM projects WHERE project_id = ${place})`;
const REMOVE = [
  `audit_findings WHERE run_key IN (SELECT run_key FROM audit_runs WHERE project_key = ${keyOf('$1')})`,
  `audit_runs WHERE project_key = ${keyOf('$1')}`,
  `agents WHERE project_key = ${keyOf('$1')}`,
  'projects WHERE project_id = $1',
];

/** Creates the project operations of transactions. */
export function createPostgresProjectWrites({
  projects,
}: {
  projects: ProjectRegistry;
}): (tx: WriteTransaction) => ProjectWrites {
  return (tx) => ({
    find: (idOrName) => projects.find(idOrName, tx),
    async rename(project, name) {
      await tx.query('UPDATE projects SET name = $2, folded_name = $3 WHERE project_id = $1', [
        project.projectId,
        name,
        foldedName(name),
      ]);
      return { ...project, name };
    },
    async memoriesOf(project, limit) {
      const rows = await tx.query<MemoryRow>(
        `SELECT ${MEMORY_COLUMNS} FROM ${MEMORIES_WITH_PROJECT} WHERE projects.project_id = $1
         ORDER BY memory_key LIMIT $2`,
        [project.projectId, limit],
      );
      return rows.map(memoryFromRow);
    },
    async moveRest(from, into) {
      for (const table of ['agents', 'audit_runs'])
        await tx.query(
          `UPDATE ${table} SET project_key = ${keyOf('$2')} WHERE project_key = ${keyOf('$1')}`,
          [from.projectId, into.projectId],
        );
    },
    async remove({ projectId }) {
      for (const rows of REMOVE) await tx.query(`DELETE FROM ${rows}`, [projectId]);
    },
  });
}
