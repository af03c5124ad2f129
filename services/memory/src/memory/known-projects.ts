import { AppError } from '@anima/service/errors';
import { uuidv7 } from 'uuidv7';
import type { Project } from './memory.js';
import type { MemoryStore } from './memory-store.js';
import { foldedName, normalName } from './normal-name.js';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Caches all projects in RAM, since there are few and every call reads them. A new name is proposed first and
 * written with the first record that needs it, in the transaction of that record, so a call that fails
 * creates no project.
 */
export interface KnownProjects {
  find(idOrName: string): Project | null;
  /** Returns whether the project is stored, rather than proposed. */
  isWritten(project: Project): boolean;
  /**
   * Returns the project with this name or id, or a proposal that concurrent callers share. Throws
   * `project_unknown` for an unknown id, and `too_many_projects` for a new name beyond MAX_PROJECTS.
   */
  propose(idOrName: string): Project;
  /** Returns the project with the id `project`, else the one with this name, else `project` itself. */
  adopt(project: Project): Project;
  /** Adds a stored project. */
  add(project: Project): void;
}

/** Callers choose the names, and every status lists them. Projects of an archive are not limited. */
export const MAX_PROJECTS = 10_000;

/** Throws `project_unknown` for an unknown name in the form of an id. */
export function refuseUnknownProjectId(idOrName: string): void {
  if (uuidPattern.test(idOrName))
    throw new AppError(
      'project_unknown',
      'Expected the name of a project or the id of a known one in project',
    );
}

/** Throws `too_many_projects` for a new name if the limit is reached. */
export function refuseTooManyProjects(projects: number): void {
  if (projects >= MAX_PROJECTS)
    throw new AppError(
      'too_many_projects',
      `Expected at most ${MAX_PROJECTS} projects, received the name of another one`,
    );
}

/** Names of writes in progress. Names of failed writes are removed when others follow. */
const MAX_PROPOSALS = 10_000;

export function createKnownProjects(clock: () => number): KnownProjects {
  const byId = new Map<string, Project>();
  const byName = new Map<string, Project>();
  const byFoldedName = new Map<string, Project>();
  const proposals = new Map<string, Project>();

  function noteProposal(proposal: Project): Project {
    proposals.set(foldedName(proposal.name), proposal);
    const oldest = proposals.keys().next();
    if (proposals.size > MAX_PROPOSALS && !oldest.done) proposals.delete(oldest.value);
    return proposal;
  }

  // Databases of earlier versions can have names that are equal now, so the exact name comes first.
  function find(idOrName: string): Project | null {
    const name = normalName(idOrName);
    return (
      byId.get(name.toLowerCase()) ??
      byName.get(idOrName) ??
      byName.get(name) ??
      byFoldedName.get(foldedName(name)) ??
      null
    );
  }

  return {
    find,
    isWritten: ({ projectId }) => byId.has(projectId),

    propose(idOrName) {
      const name = normalName(idOrName);
      const known = find(name) ?? proposals.get(foldedName(name));
      if (known) return known;
      refuseUnknownProjectId(name);
      refuseTooManyProjects(byId.size);
      return noteProposal({ projectId: uuidv7(), name, createdAt: clock() });
    },

    adopt(project) {
      const { projectId, name } = project;
      const known = byId.get(projectId) ?? find(name) ?? proposals.get(foldedName(name));
      return known ?? noteProposal(project);
    },

    add(project) {
      byId.set(project.projectId, project);
      byName.set(project.name, project);
      const folded = foldedName(project.name);
      if (!byFoldedName.has(folded)) byFoldedName.set(folded, project);
      proposals.delete(folded);
    },
  };
}

/** Maximum number of new names of one agent while the process runs. */
const MAX_NAMES_OF_AGENT = 500;

/** Limits the number of new projects of each isolated agent, since the store has a maximum. */
export interface ProjectQuota {
  /** Proposes a project to the store; throws `too_many_projects` beyond the agent's limit. */
  propose(
    store: Pick<MemoryStore, 'project' | 'proposeProject'>,
    agentId: string,
    idOrName: string,
  ): ReturnType<MemoryStore['proposeProject']>;
}

export function createProjectQuota(): ProjectQuota {
  const namesOf = new Map<string, Set<string>>();
  return {
    async propose(store, agentId, idOrName) {
      const known = await store.project(idOrName);
      if (known !== null) return known;
      const names = namesOf.get(agentId) ?? new Set();
      const name = foldedName(idOrName);
      if (!names.has(name) && names.size >= MAX_NAMES_OF_AGENT)
        throw new AppError(
          'too_many_projects',
          `Expected at most ${MAX_NAMES_OF_AGENT} new projects from one agent, received the name of another one`,
        );
      const project = await store.proposeProject(idOrName);
      namesOf.set(agentId, names.add(name));
      return project;
    },
  };
}
