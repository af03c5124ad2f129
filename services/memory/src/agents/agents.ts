import { type RemoteCache, readJson } from '@anima/service/engines';
import { type Static, Type } from 'typebox';
import type { Project } from '../memory/memory.js';
import type { WithTransaction } from '../storage/transaction.js';
import type { ActiveAgent, AgentRegistry } from './agent-registry.js';

/** An agent with a recent heartbeat, and the time until which it counts as connected. */
export interface ConnectedAgent extends ActiveAgent {
  expiresAt: number;
}

/** Tracks which agents work in which project, also across a restart of the service. */
export interface Agents {
  /** Records a heartbeat. Only a new connection or another project causes an event. */
  heartbeat(agentId: string, project: Project): Promise<ConnectedAgent>;
  /** Returns the connected agents, the most recent heartbeat first. */
  connected(): Promise<ConnectedAgent[]>;
}

/** An agent without a heartbeat for this time is removed when another agent connects. */
const FORGET_AFTER_MS = 30 * 86_400_000;
/** Limits the number of agents, since callers choose the names. */
const MAX_AGENTS = 10_000;

export interface AgentsOptions {
  registry: AgentRegistry;
  withTransaction: WithTransaction;
  timeoutMs: number;
  clock: () => number;
  /**
   * Stores heartbeats that change nothing else, so that the registry is written only once per half timeout.
   * If the stored heartbeats are lost, an agent that has left counts as connected for that much longer.
   */
  beats?: RemoteCache | null;
}

export function createAgents({
  registry,
  withTransaction,
  timeoutMs,
  clock,
  beats = null,
}: AgentsOptions): Agents {
  const withExpiry = (agent: ActiveAgent) => ({ ...agent, expiresAt: agent.lastSeenAt + timeoutMs });
  /** The last heartbeat can be this much later than the registry states. */
  const unwrittenMs = beats === null ? 0 : timeoutMs / 2;
  /** Longer than a heartbeat counts: a missing entry was lost. */
  const storeMs = 2 * timeoutMs;

  /** Returns whether a heartbeat at `heardAt` still counts. A later one may have been lost. */
  const counts = (seenAt: number, beat: Beat | null, now: number) =>
    seenAt > now - timeoutMs - (beat === null ? unwrittenMs : 0);

  return {
    async heartbeat(agentId, project) {
      const beat = readBeat(await beats?.get(nameOf(agentId)), clock());
      const isNoNews =
        beat !== null && beat.projectId === project.projectId && counts(beat.lastSeenAt, beat, clock());
      if (isNoNews && beat.writtenAt > clock() - unwrittenMs) {
        const again = { ...beat, lastSeenAt: clock() };
        await beats?.set(nameOf(agentId), JSON.stringify(again), storeMs);
        const { connectedAt, lastSeenAt } = again;
        return withExpiry({ agentId, project, connectedAt, lastSeenAt });
      }
      const agent = await withTransaction(async (tx) => {
        const now = clock();
        const known = await tx.agents.byId(agentId);
        const isConnected =
          known !== null &&
          counts(Math.max(known.lastSeenAt, beat?.lastSeenAt ?? 0), beat, now) &&
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
        return agent;
      });
      const { connectedAt, lastSeenAt } = agent;
      const written: Beat = { projectId: project.projectId, connectedAt, lastSeenAt, writtenAt: lastSeenAt };
      await beats?.set(nameOf(agentId), JSON.stringify(written), storeMs);
      return withExpiry(agent);
    },

    async connected() {
      const now = clock();
      const written = await registry.heardAfter(now - timeoutMs - unwrittenMs);
      const storedBeats = (await beats?.getAll(written.map(({ agentId }) => nameOf(agentId)))) ?? [];
      return written
        .map((agent, at) => {
          const beat = readBeat(storedBeats[at], now);
          if (beat === null) return { ...agent, expiresAt: agent.lastSeenAt + timeoutMs + unwrittenMs };
          return withExpiry({ ...agent, lastSeenAt: Math.max(agent.lastSeenAt, beat.lastSeenAt) });
        })
        .filter(({ expiresAt }) => expiresAt > now)
        .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt);
    },
  };
}

const Time = Type.Integer({ minimum: 0 });
/** The last heartbeat of an agent, and the time at which the registry was written. */
const Beat = Type.Object({ projectId: Type.String(), connectedAt: Time, lastSeenAt: Time, writtenAt: Time });
type Beat = Static<typeof Beat>;
/** Maximum clock difference of another process. */
const MAX_SKEW_MS = 60_000;

/** Returns null if the times are out of order or in the future: no memory service wrote them. */
function readBeat(bytes: Buffer | null | undefined, now: number): Beat | null {
  const beat = readJson(bytes, Beat);
  if (beat === null) return null;
  const { connectedAt, writtenAt, lastSeenAt } = beat;
  const isOrdered = connectedAt <= writtenAt && writtenAt <= lastSeenAt && lastSeenAt <= now + MAX_SKEW_MS;
  return isOrdered ? beat : null;
}

const nameOf = (agentId: string) => `agent:${agentId}`;
