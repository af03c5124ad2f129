import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Project } from '../../memory/memory.js';
import type { ProjectRegistry } from './project-registry.js';

/**
 * Prepares a query for the subset of `keys` that are the source key of a memory of a project (null: without a
 * project), archived or not. It sees the data that `db` sees.
 */
export function prepareSourceKeys(db: DatabaseSyncInstance, projects: ProjectRegistry) {
  const select = db.prepare(`
    SELECT source_key FROM json_each(?1) JOIN memories ON source_key = value
    WHERE ?3 OR project_key IS (SELECT project_key FROM projects WHERE project_id = ?2)`);
  return (project: Project | null | 'any', keys: readonly string[]): Set<string> => {
    // A proposed project has no memories yet.
    const known = project === 'any' || project === null || projects.isWritten(project);
    if (!known) return new Set();
    const projectId = project === 'any' ? null : (project?.projectId ?? null);
    const rows = select.all(JSON.stringify(keys), projectId, Number(project === 'any')) as {
      source_key: string;
    }[];
    return new Set(rows.map(({ source_key }) => source_key));
  };
}
