import type { PostgresQueries } from '@anima/service/postgres';
import type { Project } from '../../memory/memory.js';

const OF_PROJECT = {
  any: '',
  none: 'AND project_key IS NULL',
  one: 'AND project_key = (SELECT project_key FROM projects WHERE project_id = $2)',
};

/**
 * Returns the subset of `keys` that are the source key of a memory of a project (null: without a project),
 * archived or not.
 */
export async function sourceKeys(
  db: PostgresQueries,
  project: Project | null | 'any',
  keys: readonly string[],
): Promise<Set<string>> {
  const isOne = project !== null && project !== 'any';
  const rows = await db.query<{ source_key: string }>(
    `SELECT source_key FROM memories WHERE source_key = ANY ($1) ${OF_PROJECT[isOne ? 'one' : (project ?? 'none')]}`,
    isOne ? [keys, project.projectId] : [keys],
  );
  return new Set(rows.map(({ source_key }) => source_key));
}
