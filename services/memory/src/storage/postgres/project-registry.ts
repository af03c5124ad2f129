import { createHash } from 'node:crypto';
import type { PostgresQueries } from '@anima/service/postgres';
import { refuseTooManyProjects, refuseUnknownProjectId } from '../../memory/known-projects.js';
import type { Project } from '../../memory/memory.js';
import { foldedName, normalName } from '../../memory/normal-name.js';

/** The projects of the database. They are not cached, so that all processes agree. */
export interface ProjectRegistry {
  find(idOrName: string): Promise<Project | null>;
  /** Same as `proposeProject` of the store. */
  propose(idOrName: string): Promise<Project>;
  /** Returns the stored project with the same id, else with the same name, else the given project. */
  adopt(project: Project): Promise<Project>;
  /**
   * Returns the stored projects with their keys, in the given order, inside a transaction. Inserts the
   * projects that are not stored yet. If the name has been stored with another id, that project is returned.
   */
  written(tx: PostgresQueries, projects: readonly Project[]): Promise<WrittenProject[]>;
}

export interface WrittenProject {
  key: number;
  project: Project;
}

export interface ProjectRow {
  project_key: number;
  project_id: string;
  name: string;
  created_at: number;
}

export interface ProjectRegistryOptions {
  db: PostgresQueries;
  databaseId: string;
  clock: () => number;
}

export function createProjectRegistry({ db, databaseId, clock }: ProjectRegistryOptions): ProjectRegistry {
  async function find(idOrName: string): Promise<Project | null> {
    // PostgreSQL cannot compare U+0000, and no name contains it.
    if (idOrName.includes('\0')) return null;
    const name = normalName(idOrName);
    const [exact] = await db.query<ProjectRow>(
      'SELECT * FROM projects WHERE project_id = $1 OR name IN ($2, $3) ORDER BY project_id = $1 DESC, name = $2 DESC LIMIT 1',
      [name.toLowerCase(), idOrName, name],
    );
    const [row = undefined] =
      exact !== undefined
        ? [exact]
        : await db.query<ProjectRow>(
            'SELECT * FROM projects WHERE lower(normalize(name, NFC)) = lower($1) ORDER BY project_key LIMIT 1',
            [name],
          );
    return row === undefined ? null : projectFromRow(row);
  }

  return {
    find,

    async propose(idOrName) {
      const known = await find(idOrName);
      if (known !== null) return known;
      const name = normalName(idOrName);
      refuseUnknownProjectId(name);
      const [count] = await db.query<{ projects: number }>('SELECT count(*) AS projects FROM projects');
      refuseTooManyProjects(count?.projects ?? 0);
      return { projectId: idOfName(databaseId, foldedName(name)), name, createdAt: clock() };
    },

    async adopt(project) {
      return (await find(project.projectId)) ?? (await find(project.name)) ?? project;
    },

    async written(tx, projects) {
      if (projects.length === 0) return [];
      const ids = projects.map(({ projectId }) => projectId);
      const select = () => tx.query<ProjectRow>('SELECT * FROM projects WHERE project_id = ANY ($1)', [ids]);
      let rows = await select();
      if (new Set(ids).size > rows.length) {
        await tx.query(
          `INSERT INTO projects (project_id, name, created_at)
           SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) ON CONFLICT DO NOTHING`,
          [ids, projects.map(({ name }) => name), projects.map(({ createdAt }) => createdAt)],
        );
        rows = await tx.query<ProjectRow>(
          'SELECT * FROM projects WHERE project_id = ANY ($1) OR name = ANY ($2)',
          [ids, projects.map(({ name }) => name)],
        );
      }
      const byId = new Map(rows.map((row) => [row.project_id, row]));
      const byName = new Map(rows.map((row) => [row.name, row]));
      return projects.map(({ projectId, name }) => {
        const row = byId.get(projectId) ?? byName.get(name);
        if (row === undefined) throw new Error(`Expected project ${projectId} to be written`);
        return { key: row.project_key, project: projectFromRow(row) };
      });
    },
  };
}

/**
 * Derives the id of a new project from its name, so that every process proposes the same id: two processes
 * that write the first record of a project at the same time have already returned the id to their callers and
 * in events. The id is a UUID of version 8 (RFC 9562, 5.8) from a digest of database id and name.
 */
function idOfName(databaseId: string, name: string): string {
  const bytes = createHash('sha256').update(`${databaseId}\n${name}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function projectFromRow(row: Omit<ProjectRow, 'project_key'>): Project {
  return { projectId: row.project_id, name: row.name, createdAt: row.created_at };
}
