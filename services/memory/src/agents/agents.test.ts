import type { RemoteCache } from '@anima/service/engines';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../memory/memory.js';
import type { WithTransaction } from '../storage/transaction.js';
import type { ActiveAgent } from './agent-registry.js';
import { type Agents, createAgents } from './agents.js';

const TIMEOUT_MS = 60_000;
const project = { projectId: 'p1', name: 'one' } as Project;
const otherProject = { projectId: 'p2', name: 'two' } as Project;

describe('heartbeats in addition to the registry', () => {
  let now: number;
  let registry: Map<string, ActiveAgent>;
  let beats: Map<string, Buffer>;
  let [writes, connections] = [0, 0];
  let agents: Agents;
  beforeEach(() => {
    now = 1_000_000;
    [writes, connections] = [0, 0];
    registry = new Map();
    beats = new Map();
    const tx = {
      agents: {
        byId: (id: string) => registry.get(id) ?? null,
        put: (agent: ActiveAgent) => void registry.set(agent.agentId, agent),
        forget: () => {},
      },
      record: () => connections++,
    };
    const withTransaction = (async (work: (given: typeof tx) => unknown) => {
      writes++;
      return work(tx);
    }) as unknown as WithTransaction;
    const cache: RemoteCache = {
      get: async (name) => beats.get(name) ?? null,
      getAll: async (names) => names.map((name) => beats.get(name) ?? null),
      set: async (name, value) => void beats.set(name, Buffer.from(value)),
      probe: async () => {},
    };
    agents = createAgents({
      registry: { heardAfter: (time) => [...registry.values()].filter((each) => each.lastSeenAt > time) },
      withTransaction,
      timeoutMs: TIMEOUT_MS,
      clock: () => now,
      beats: cache,
    });
  });
  const connected = async () => (await agents.connected()).map(({ agentId }) => agentId);
  /** Every tenth of the timeout. */
  const beatFor = async (durationMs: number) => {
    for (const until = now + durationMs; now < until; now += TIMEOUT_MS / 10)
      await agents.heartbeat('ada', project);
  };

  it('are written if they change something, and otherwise twice per timeout', async () => {
    const { connectedAt } = await agents.heartbeat('ada', project);
    await beatFor(10 * TIMEOUT_MS);
    expect(await agents.heartbeat('ada', project)).toMatchObject({ connectedAt, lastSeenAt: now });
    expect([writes, connections]).toEqual([21, 1]);
    await agents.heartbeat('ada', otherProject);
    expect(connections).toBe(2);
  });

  const fields = { projectId: 'p1', connectedAt: 1, lastSeenAt: 1, writtenAt: 1 };
  it.each([
    { lastSeenAt: 1e300 },
    ...[1e300, -1, 0.5, '1', null, 8.64e15 + 1, 2_000_000].map((lastSeenAt) => ({ ...fields, lastSeenAt })),
    { ...fields, connectedAt: 2 },
    { ...fields, writtenAt: 900_000 },
    { ...fields, projectId: {} },
    ...[[], 'text', null, 7],
  ])('are not believed where no service has written them: %j', async (junk) => {
    const { connectedAt } = await agents.heartbeat('ada', project);
    for (const name of beats.keys()) beats.set(name, Buffer.from(JSON.stringify(junk)));
    const [ada] = await agents.connected();
    expect(ada).toMatchObject({ agentId: 'ada', connectedAt, lastSeenAt: now });
    now += 10;
    expect(await agents.heartbeat('ada', project)).toMatchObject({ connectedAt, lastSeenAt: now });
    expect((await agents.connected())[0]).toMatchObject({ lastSeenAt: now, expiresAt: now + TIMEOUT_MS });
  });

  it('end with the timeout', async () => {
    await beatFor(3 * TIMEOUT_MS);
    const last = now - TIMEOUT_MS / 10;
    now = last + TIMEOUT_MS - 1;
    expect(await connected()).toEqual(['ada']);
    now = last + TIMEOUT_MS;
    expect(await connected()).toEqual([]);
    await agents.heartbeat('ada', project);
    expect(connections).toBe(2);
  });

  it('keep an agent with heartbeats connected if they are lost, and report no second connection', async () => {
    const { connectedAt } = await agents.heartbeat('ada', project);
    await beatFor(1.4 * TIMEOUT_MS);
    beats.clear();
    now += TIMEOUT_MS - TIMEOUT_MS / 10 - 1;
    expect(await connected()).toEqual(['ada']);
    expect(await agents.heartbeat('ada', project)).toMatchObject({ connectedAt });
    expect(connections).toBe(1);
  });

  it('are not counted on longer than one and a half timeouts where they are lost', async () => {
    await agents.heartbeat('ada', project);
    beats.clear();
    now += 1.5 * TIMEOUT_MS;
    expect(await connected()).toEqual([]);
  });
});
