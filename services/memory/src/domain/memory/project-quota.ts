import { AppError } from '@anima/service/errors';
import type { MemoryStore } from '../../ports/memory-store.js';
import { foldedName } from './normal-name.js';

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
