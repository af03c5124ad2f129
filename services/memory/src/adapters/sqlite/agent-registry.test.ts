import { createSqliteEventLog } from '@anima/service/sqlite';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentRegistry } from '../../ports/agent-registry.js';
import { createSqliteAgentRegistry } from './agent-registry.js';
import { createGroupCommit } from './group-commit.js';
import { createProjectRegistry } from './project-registry.js';
import { migrations } from './schema.js';

const DAY_MS = 86_400_000;

let db: DatabaseSyncInstance;
let time: number;
let heard: (agentId: string) => ReturnType<AgentRegistry['heartbeat']>;
let agents: AgentRegistry;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  db.exec(migrations[0]!);
  time = 100 * DAY_MS;
  const clock = () => time;
  const projects = createProjectRegistry(db, clock);
  agents = createSqliteAgentRegistry({
    db,
    commits: createGroupCommit(db, () => {}),
    projects,
    events: createSqliteEventLog(db),
    timeoutMs: 1_000,
    clock,
    maxAgents: 100,
  });
  heard = (agentId) => agents.heartbeat(agentId, projects.propose('alpha'));
});
afterEach(() => db.close());

const kept = () =>
  db
    .prepare('SELECT agent_id FROM agents ORDER BY last_seen_at')
    .all()
    .map(({ agent_id }) => agent_id as string);

it('forgets agents that were not heard for 30 days when another one comes', async () => {
  await heard('gone');
  time += 29 * DAY_MS;
  await heard('seldom');
  expect(kept()).toEqual(['gone', 'seldom']);
  time += DAY_MS;
  await heard('new');
  expect(kept()).toEqual(['seldom', 'new']);
});

it('keeps those last heard where there are too many', async () => {
  await heard('faithful');
  for (let n = 0; n < 1_000; n++) {
    time++;
    await heard(`made up ${n}`);
    if (n % 50 === 0) await heard('faithful');
    expect(kept().length).toBeLessThanOrEqual(101);
  }
  expect(kept()).toContain('faithful');
  expect(kept().at(-1)).toBe('made up 999');
  expect(agents.connected()[0]?.agentId).toBe('made up 999');
});
