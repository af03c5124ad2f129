import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ActiveAgent, AgentRegistry, AgentWrites } from '../../agents/agent-registry.js';
import type { AfterCommit } from './group-commit.js';
import type { ProjectRegistry } from './project-registry.js';

interface AgentRow {
  agent_id: string;
  project_key: number;
  connected_at: number;
  last_seen_at: number;
}

/** Share of the maximum that remains after a removal. */
const REMAINING_SHARE = 0.75;

export function createSqliteAgentRegistry(options: {
  reads: DatabaseSyncInstance;
  projects: ProjectRegistry;
}): AgentRegistry {
  const { reads, projects } = options;
  const selectSeenAfter = reads.prepare(
    'SELECT * FROM agents WHERE last_seen_at > ? ORDER BY last_seen_at DESC, agent_id',
  );
  return {
    heardAfter: (time) =>
      (selectSeenAfter.all(time) as unknown as AgentRow[]).map((row) => toAgent(row, projects)),
  };
}

export interface AgentWritesOptions {
  /** The write connection. */
  db: DatabaseSyncInstance;
  projects: ProjectRegistry;
}

/** Creates the agent operations of transactions. */
export function createSqliteAgentWrites(
  options: AgentWritesOptions,
): (afterCommit: AfterCommit) => AgentWrites {
  const { db, projects } = options;
  const select = db.prepare('SELECT * FROM agents WHERE agent_id = ?');
  const upsert = db.prepare(`
    INSERT INTO agents (agent_id, project_key, connected_at, last_seen_at) VALUES (:agent, :project, :connected, :seen)
    ON CONFLICT (agent_id) DO UPDATE SET project_key = :project, connected_at = :connected, last_seen_at = :seen`);
  const forget = db.prepare('DELETE FROM agents WHERE last_seen_at <= ?');
  const count = db.prepare('SELECT count(*) AS agents FROM agents');
  const saveLastSeen = db.prepare(`
    DELETE FROM agents WHERE agent_id NOT IN
      (SELECT agent_id FROM agents ORDER BY last_seen_at DESC LIMIT ?)`);
  return (afterCommit) => ({
    byId(agentId) {
      const row = select.get(agentId) as AgentRow | undefined;
      return row === undefined ? null : toAgent(row, projects);
    },
    put({ agentId, project, connectedAt, lastSeenAt }) {
      const projectKey = projects.keyOf(project, afterCommit);
      upsert.run({ agent: agentId, project: projectKey, connected: connectedAt, seen: lastSeenAt });
    },
    forget(time, most) {
      forget.run(time);
      const { agents } = count.get() as { agents: number };
      if (agents > most) saveLastSeen.run(Math.floor(most * REMAINING_SHARE));
    },
  });
}

function toAgent(row: AgentRow, projects: ProjectRegistry): ActiveAgent {
  return {
    agentId: row.agent_id,
    project: projects.byKey(row.project_key),
    connectedAt: row.connected_at,
    lastSeenAt: row.last_seen_at,
  };
}
