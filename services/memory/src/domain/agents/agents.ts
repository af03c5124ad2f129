import type { AgentRegistry, HeardAgent } from '../../ports/agent-registry.js';
import type { WithTransaction } from '../../ports/transaction.js';
import type { Project } from '../memory/memory.js';

/** An agent that was heard of within the timeout, and when it no longer is. */
export interface ConnectedAgent extends HeardAgent {
  expiresAt: number;
}

/** Which agents are at work, and where. They survive a restart: one that was heard of shortly before is still connected after it. */
export interface Agents {
  /** A refresh is no news: only a new connection, or another project, is told. */
  heartbeat(agentId: string, project: Project): Promise<ConnectedAgent>;
  /** Most recently heard of first. */
  connected(): Promise<ConnectedAgent[]>;
}

/** An agent that was not heard of for so long is forgotten when another one connects. */
const FORGET_AFTER_MS = 30 * 86_400_000;
/** Names are the callers' own. */
const MAX_AGENTS = 10_000;

export function createAgents(options: {
  registry: AgentRegistry;
  withTransaction: WithTransaction;
  timeoutMs: number;
  clock: () => number;
}): Agents {
  const { registry, withTransaction, timeoutMs, clock } = options;
  const withExpiry = (agent: HeardAgent) => ({ ...agent, expiresAt: agent.lastSeenAt + timeoutMs });
  return {
    heartbeat: (agentId, project) =>
      withTransaction(async (tx) => {
        const now = clock();
        const known = await tx.agents.byId(agentId);
        const isConnected =
          known !== null &&
          known.lastSeenAt > now - timeoutMs &&
          known.project.projectId === project.projectId;
        const agent = {
          agentId,
          project,
          connectedAt: isConnected ? known.connectedAt : now,
          lastSeenAt: now,
        };
        if (known === null) await tx.agents.forget(now - FORGET_AFTER_MS, MAX_AGENTS - 1);
        await tx.agents.put(agent);
        if (!isConnected) {
          tx.record('agent.connected', {
            agent_id: agentId,
            project_id: project.projectId,
            project: project.name,
          });
        }
        return withExpiry(agent);
      }),

    async connected() {
      return (await registry.heardAfter(clock() - timeoutMs)).map(withExpiry);
    },
  };
}
