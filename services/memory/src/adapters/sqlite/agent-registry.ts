import type { EventOutbox } from '@anima/service/events';
import { boundTable } from '@anima/service/sqlite';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { AgentRegistry, ConnectedAgent } from '../../ports/agent-registry.js';
import type { GroupCommit } from './group-commit.js';
import type { ProjectRegistry } from './project-registry.js';

interface AgentRow {
  agent_id: string;
  project_key: number;
  connected_at: number;
  last_seen_at: number;
}

/** An agent that was not heard for so long is forgotten when another one connects. */
const FORGET_AFTER_MS = 30 * 86_400_000;
/** Names are the callers' own: beyond so many those not heard for longest are forgotten. */
const MAX_AGENTS = 10_000;

/** Agents survive a restart: one that was heard shortly before is still connected after it. */
export function createSqliteAgentRegistry(options: {
  db: DatabaseSyncInstance;
  commits: GroupCommit;
  projects: ProjectRegistry;
  events: EventOutbox;
  timeoutMs: number;
  clock: () => number;
  /** For tests. */
  maxAgents?: number;
}): AgentRegistry {
  const { db, commits, projects, events, timeoutMs, clock, maxAgents = MAX_AGENTS } = options;
  const select = db.prepare('SELECT * FROM agents WHERE agent_id = ?');
  const selectSeenAfter = db.prepare(
    'SELECT * FROM agents WHERE last_seen_at > ? ORDER BY last_seen_at DESC, agent_id',
  );
  const upsert = db.prepare(`
    INSERT INTO agents (agent_id, project_key, connected_at, last_seen_at) VALUES (:agent, :project, :connected, :seen)
    ON CONFLICT (agent_id) DO UPDATE SET project_key = :project, connected_at = :connected, last_seen_at = :seen`);
  const forget = db.prepare('DELETE FROM agents WHERE last_seen_at <= ?');
  const bounded = boundTable(db, {
    table: 'agents',
    key: 'agent_id',
    age: 'last_seen_at',
    content: 'agent_id',
    maxRows: maxAgents,
    maxBytes: Number.POSITIVE_INFINITY,
  });

  /** Makes room for one more. */
  function prune(now: number): void {
    forget.run(now - FORGET_AFTER_MS);
    bounded.trim();
    bounded.grew({ rows: 1, bytes: 0 });
  }

  return {
    heartbeat(agentId, project) {
      return commits.run((afterCommit) => {
        const now = clock();
        const projectKey = projects.keyOf(project, afterCommit);
        const known = select.get(agentId) as AgentRow | undefined;
        const stillConnected =
          known !== undefined && known.last_seen_at > now - timeoutMs && known.project_key === projectKey;
        if (known === undefined) prune(now);
        const connectedAt = stillConnected ? known.connected_at : now;
        upsert.run({ agent: agentId, project: projectKey, connected: connectedAt, seen: now });
        // A refresh is no news: only a new connection, or another project, is told.
        if (!stillConnected) {
          const event = events.record('agent.connected', {
            agent_id: agentId,
            project_id: project.projectId,
            project: project.name,
          });
          afterCommit(() => events.announce([event]));
        }
        return { agentId, project, connectedAt, lastSeenAt: now, expiresAt: now + timeoutMs };
      });
    },

    connected() {
      const rows = selectSeenAfter.all(clock() - timeoutMs) as unknown as AgentRow[];
      return rows.map(
        (row): ConnectedAgent => ({
          agentId: row.agent_id,
          project: projects.byKey(row.project_key),
          connectedAt: row.connected_at,
          lastSeenAt: row.last_seen_at,
          expiresAt: row.last_seen_at + timeoutMs,
        }),
      );
    },
  };
}
