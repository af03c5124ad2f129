import { AppError } from '@anima/service/errors';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { uuidv7 } from 'uuidv7';
import type { Project } from '../../domain/memory/memory.js';
import type { AfterCommit } from './group-commit.js';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Projects are few and read on every call, so all of them stay in RAM. A new name is proposed first and written
 * with the first record that needs it, in that record's transaction: a call that fails creates no project.
 */
export interface ProjectRegistry {
  find(idOrName: string): Project | null;
  byKey(key: number): Project;
  /**
   * The project of this name or id, or a proposal that concurrent callers share. Refuses with `project_unknown` an id that is none,
   * with `too_many_projects` a new name beyond MAX_PROJECTS.
   */
  propose(idOrName: string): Project;
  /** For a project that brings its id: the one of this id, else of this name, else itself, as a proposal. */
  adopt(project: Project): Project;
  /** Inside a transaction: the key of the project, inserting it if it is still a proposal, which it is no more after the commit. */
  keyOf(project: Project, afterCommit: AfterCommit): number;
  /** A proposal that another connection has written. */
  confirm(project: Project): void;
}

/** All stand in RAM and in every status; names are the callers' own. What an archive brings is not refused. */
export const MAX_PROJECTS = 10_000;
/** Names that no record has yet, for writes under way; those of writes that failed are forgotten as others come. */
const MAX_PROPOSALS = 10_000;

export function createProjectRegistry(db: DatabaseSyncInstance, clock: () => number): ProjectRegistry {
  const byKey = new Map<number, Project>();
  const byId = new Map<string, Project>();
  const byName = new Map<string, Project>();
  const proposals = new Map<string, Project>();
  const insert = db.prepare(
    'INSERT INTO projects (project_id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const selectProject = db.prepare(
    'SELECT project_id AS projectId, name, created_at AS createdAt FROM projects WHERE project_key = ?',
  );
  const selectKey = db.prepare('SELECT project_key FROM projects WHERE project_id = ?');

  function remember(key: number, project: Project): void {
    byKey.set(key, project);
    byId.set(project.projectId, project);
    byName.set(project.name, project);
  }

  for (const row of db.prepare('SELECT project_key, project_id, name, created_at FROM projects').all() as {
    project_key: number;
    project_id: string;
    name: string;
    created_at: number;
  }[]) {
    remember(row.project_key, { projectId: row.project_id, name: row.name, createdAt: row.created_at });
  }

  function noteProposal(proposal: Project): Project {
    proposals.set(proposal.name, proposal);
    const oldest = proposals.keys().next();
    if (proposals.size > MAX_PROPOSALS && !oldest.done) proposals.delete(oldest.value);
    return proposal;
  }

  function find(idOrName: string): Project | null {
    return byId.get(idOrName.toLowerCase()) ?? byName.get(idOrName) ?? null;
  }

  /** Of one that is written and not confirmed yet. */
  function readProject(key: number): Project {
    return selectProject.get(key) as unknown as Project;
  }

  function storedKey(project: Project): number {
    return (selectKey.get(project.projectId) as { project_key: number }).project_key;
  }

  function confirm(project: Project): void {
    if (byId.has(project.projectId)) return;
    remember(storedKey(project), project);
    proposals.delete(project.name);
  }

  return {
    find,
    byKey: (key) => byKey.get(key) ?? readProject(key),

    propose(idOrName) {
      const known = find(idOrName) ?? proposals.get(idOrName);
      if (known) return known;
      if (uuidPattern.test(idOrName)) {
        throw new AppError(
          'project_unknown',
          'Expected the name of a project or the id of a known one in project',
        );
      }
      if (byId.size >= MAX_PROJECTS) {
        throw new AppError(
          'too_many_projects',
          `Expected at most ${MAX_PROJECTS} projects, received the name of another one`,
        );
      }
      return noteProposal({ projectId: uuidv7(), name: idOrName, createdAt: clock() });
    },

    adopt(project) {
      const { projectId, name } = project;
      const known = byId.get(projectId) ?? byName.get(name) ?? proposals.get(name);
      return known ?? noteProposal(project);
    },

    keyOf(project, afterCommit) {
      if (!byId.has(project.projectId)) {
        insert.run(project.projectId, project.name, project.createdAt);
        afterCommit(() => confirm(project));
      }
      return storedKey(project);
    },

    confirm,
  };
}
