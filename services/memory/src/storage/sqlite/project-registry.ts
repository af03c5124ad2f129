import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createKnownProjects, type KnownProjects } from '../../memory/known-projects.js';
import type { Project } from '../../memory/memory.js';
import type { AfterCommit } from './group-commit.js';

/** The projects of the database, with their database keys. */
export interface ProjectRegistry extends Omit<KnownProjects, 'add' | 'remove'> {
  createdBy(agentId: string): number;
  byKey(key: number): Project;
  /**
   * Returns the key of the project inside a transaction. Inserts the project if it is a proposal; after the
   * commit it is a stored project.
   */
  keyOf(project: Project, afterCommit: AfterCommit): number;
  rename(project: Project, name: string, afterCommit: AfterCommit): Project;
  /** Removes a project without memories, audit runs and agents. */
  remove(project: Project, afterCommit: AfterCommit): void;
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
  const { add, remove, ...known } = createKnownProjects(clock);
  const byKey = new Map<number, Project>();
  const insert = db.prepare(
    'INSERT INTO projects (project_id, name, created_at, created_by) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const select = db.prepare('SELECT * FROM projects WHERE project_key = ?');
  const selectById = db.prepare('SELECT * FROM projects WHERE project_id = ?');
  const selectByName = db.prepare('SELECT * FROM projects WHERE name = ?');

  const update = db.prepare('UPDATE projects SET name = ? WHERE project_id = ?');
  const removeRow = db.prepare('DELETE FROM projects WHERE project_key = ?');
  const countCreated = db.prepare('SELECT count(*) AS projects FROM projects WHERE created_by = ?');

  /** The row of the project, or of the project that has got its name since it was proposed. */
  function storedRow({ projectId, name }: Project): ProjectRow {
    return (selectById.get(projectId) ?? selectByName.get(name)) as unknown as ProjectRow;
  }
  const storedKey = (project: Project) => storedRow(project).project_key;

  function keep(row: ProjectRow): void {
    const project = toProject(row);
    byKey.set(row.project_key, project);
    add(project);
  }

  function confirm(project: Project): void {
    if (!known.isWritten(project)) keep(storedRow(project));
  }

  for (const row of db.prepare('SELECT * FROM projects').all() as unknown as ProjectRow[]) keep(row);

  return {
    ...known,

    // A project that this transaction inserted is not confirmed yet.
    byKey: (key) => byKey.get(key) ?? toProject(select.get(key) as unknown as ProjectRow),

    keyOf(project, afterCommit) {
      if (!known.isWritten(project)) {
        insert.run(project.projectId, project.name, project.createdAt, project.createdBy ?? null);
        afterCommit(() => confirm(project));
      }
      return storedKey(project);
    },

    rename(project, name, afterCommit) {
      const renamed = { ...project, name };
      update.run(name, project.projectId);
      afterCommit(() => {
        byKey.set(storedKey(renamed), renamed);
        add(renamed);
      });
      return renamed;
    },

    remove(project, afterCommit) {
      const key = storedKey(project);
      removeRow.run(key);
      afterCommit(() => {
        byKey.delete(key);
        remove(project);
      });
    },

    createdBy: (agentId) => (countCreated.get(agentId) as { projects: number }).projects,
    confirm,
  };
}

function toProject(row: ProjectRow): Project {
  return { projectId: row.project_id, name: row.name, createdAt: row.created_at };
}
