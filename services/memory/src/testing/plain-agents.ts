import type { KnownProjects } from '../domain/memory/known-projects.js';
import type { ActiveAgent, AgentRegistry, AgentWrites } from '../ports/agent-registry.js';
import type { PlainWrites } from './plain-transactions.js';

/** AgentRegistry as plainly as it can be written; a transaction works on a copy. */
export function createPlainAgents(projects: Pick<KnownProjects, 'add'>) {
  let heard = new Map<string, ActiveAgent>();

  const agents: AgentRegistry = {
    heardAfter: async (time) =>
      lastHeardFirst([...heard.values()].filter(({ lastSeenAt }) => lastSeenAt > time)),
  };

  const writes: PlainWrites<AgentWrites> = (afterCommit) => {
    let draft = new Map(heard);
    afterCommit(() => {
      heard = draft;
      for (const { project } of draft.values()) projects.add(project);
    });
    return {
      byId: async (agentId) => draft.get(agentId) ?? null,
      async put(agent) {
        draft.set(agent.agentId, agent);
      },
      async forget(time, most) {
        const left = lastHeardFirst([...draft.values()].filter(({ lastSeenAt }) => lastSeenAt > time));
        const kept = left.length > most ? left.slice(0, most * 0.75) : left;
        draft = new Map(kept.map((agent) => [agent.agentId, agent]));
      },
    };
  };
  return { agents, writes };
}

function lastHeardFirst(agents: readonly ActiveAgent[]): ActiveAgent[] {
  return agents.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt || (a.agentId < b.agentId ? -1 : 1));
}
