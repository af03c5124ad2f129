import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createKnownProjects, type KnownProjects } from '../../memory/known-projects.js';
import type { Project } from '../../memory/memory.js';
import type { AfterCommit } from './group-commit.js';

/** The projects of the database, with their database keys. */
export interface ProjectRegistry extends Omit<KnownProjects, 'add'> {
  byKey(key: number): Project;
  /**
   * Returns the key of the project inside a transaction. Inserts the project if it is a proposal; after the
   * commit it is a stored project.
   */
  keyOf(project: Project, afterCommit: AfterCommit): number;
  /** Marks a proposal as stored after another connection has written it. */
  confirm(project: Project): void;
}

interface ProjectRow {
  project_key: number;
  project_id: string;
  name: string;
  created_at: number;
}

export function createProjectRegistry(db: DatabaseSyncInstance, clock: () => number): ProjectRegistry {
  const { add, ...known } = createKnownProjects(clock);
  const byKey = new Map<number, Project>();
  const insert = db.prepare(
    'INSERT INTO projects (project_id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const select = db.prepare('SELECT * FROM projects WHERE project_key = ?');
  const selectKey = db.prepare('SELECT project_key FROM projects WHERE project_id = ?');

  function storedKey(project: Project): number {
    return (selectKey.get(project.projectId) as { project_key: number }).project_key;
  }

  function confirm(project: Project): void {
    if (known.isWritten(project)) return;
    byKey.set(storedKey(project), project);
    add(project);
  }

  for (const row of db.prepare('SELECT * FROM projects').all() as unknown as ProjectRow[]) {
    const project = toProject(row);
    byKey.set(row.project_key, project);
    add(project);
  }

  return {
    ...known,

    // A project that this transaction inserted is not confirmed yet.
    byKey: (key) => byKey.get(key) ?? toProject(select.get(key) as unknown as ProjectRow),

    keyOf(project, afterCommit) {
      if (!known.isWritten(project)) {
        insert.run(project.projectId, project.name, project.createdAt);
        afterCommit(() => confirm(project));
      }
      return storedKey(project);
    },

    confirm,
  };
}

function toProject(row: ProjectRow): Project {
  return { projectId: row.project_id, name: row.name, createdAt: row.created_at };
}
