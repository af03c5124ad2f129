import { AppError } from '@anima/service/errors';
import { uuidv7 } from 'uuidv7';
import type { MemoryStore } from '../../ports/memory-store.js';
import type { Project } from './memory.js';
import { foldedName, normalName } from './normal-name.js';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Projects are few and read on every call, so all of them stay in RAM. A new name is proposed first and written
 * with the first record that needs it, in that record's transaction: a call that fails creates no project.
 */
export interface KnownProjects {
  find(idOrName: string): Project | null;
  /** Whether this one is written, and no proposal. */
  isWritten(project: Project): boolean;
  /**
   * The project of this name or id, or a proposal that concurrent callers share. Refuses with `project_unknown` an id that is none,
   * with `too_many_projects` a new name beyond MAX_PROJECTS.
   */
  propose(idOrName: string): Project;
  /** For a project that brings its id: the one of this id, else of this name, else itself, as a proposal. */
  adopt(project: Project): Project;
  /** One that is written. */
  add(project: Project): void;
}

/** All stand in every status; names are the callers' own. What an archive brings is not refused. */
export const MAX_PROJECTS = 10_000;

/** Of a name that no project has: where it has the form of an id, it was meant as one. Refuses with `project_unknown`. */
export function refuseUnknownProjectId(idOrName: string): void {
  if (uuidPattern.test(idOrName))
    throw new AppError(
      'project_unknown',
      'Expected the name of a project or the id of a known one in project',
    );
}

/** Refuses a new name with `too_many_projects` where there are as many as there may be. */
export function refuseTooManyProjects(projects: number): void {
  if (projects >= MAX_PROJECTS)
    throw new AppError(
      'too_many_projects',
      `Expected at most ${MAX_PROJECTS} projects, received the name of another one`,
    );
}

/** Names that no record has yet, for writes under way; those of writes that failed are forgotten as others come. */
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

  // Databases of earlier versions may have names that are one name now: the exact one comes first.
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

/** New names that one agent may give while the process runs. */
const MAX_NAMES_OF_AGENT = 500;

/** Limits how many new projects each agent creates that is kept apart, so that none takes the names of all others. */
export interface ProjectQuota {
  /** As `proposeProject` of the store; throws `too_many_projects` for a new name beyond the agent's share. */
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
