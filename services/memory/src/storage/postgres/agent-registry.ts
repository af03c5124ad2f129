import type { PostgresQueries } from '@anima/service/postgres';
import type { ActiveAgent, AgentRegistry, AgentWrites } from '../../agents/agent-registry.js';
import type { WriteTransaction } from './commits.js';
import type { ProjectRegistry } from './project-registry.js';

interface AgentRow {
  agent_id: string;
  project_id: string;
  name: string;
  created_at: number;
  connected_at: number;
  last_seen_at: number;
}

const AGENTS = 'SELECT * FROM agents JOIN projects USING (project_key)';
/** Share of the maximum that remains after a removal. */
const REMAINING_SHARE = 0.75;

export function createPostgresAgentRegistry({ db }: { db: PostgresQueries }): AgentRegistry {
  return {
    async heardAfter(time) {
      const rows = await db.query<AgentRow>(
        `${AGENTS} WHERE last_seen_at > $1 ORDER BY last_seen_at DESC, agent_id`,
        [time],
      );
      return rows.map(toAgent);
    },
  };
}

export interface AgentWritesOptions {
  projects: ProjectRegistry;
}

/** Creates the agent operations of transactions. */
export function createPostgresAgentWrites({
  projects,
}: AgentWritesOptions): (tx: WriteTransaction) => AgentWrites {
  return (tx) => ({
    async byId(agentId) {
      const [row] = await tx.query<AgentRow>(`${AGENTS} WHERE agent_id = $1`, [agentId]);
      return row === undefined ? null : toAgent(row);
    },
    async put({ agentId, project, connectedAt, lastSeenAt }) {
      const [written] = await projects.written(tx, [project]);
      await tx.query(
        `INSERT INTO agents (agent_id, project_key, connected_at, last_seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (agent_id) DO UPDATE SET project_key = $2, connected_at = $3, last_seen_at = $4`,
        [agentId, written!.key, connectedAt, lastSeenAt],
      );
    },
    async forget(time, most) {
      await tx.query('DELETE FROM agents WHERE last_seen_at <= $1', [time]);
      const [count] = await tx.query<{ agents: number }>('SELECT count(*) AS agents FROM agents');
      if ((count?.agents ?? 0) <= most) return;
      await tx.query(
        `DELETE FROM agents WHERE agent_id NOT IN
           (SELECT agent_id FROM agents ORDER BY last_seen_at DESC LIMIT $1)`,
        [Math.floor(most * REMAINING_SHARE)],
      );
    },
  });
}

function toAgent(row: AgentRow): ActiveAgent {
  return {
    agentId: row.agent_id,
    project: { projectId: row.project_id, name: row.name, createdAt: row.created_at },
    connectedAt: row.connected_at,
    lastSeenAt: row.last_seen_at,
  };
}
