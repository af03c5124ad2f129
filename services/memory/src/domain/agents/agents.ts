import { type RemoteCache, readJson } from '@anima/service/engines';
import { type Static, Type } from 'typebox';
import type { ActiveAgent, AgentRegistry } from '../../ports/agent-registry.js';
import type { WithTransaction } from '../../ports/transaction.js';
import type { Project } from '../memory/memory.js';

/** An agent that was heard of within the timeout, and when it no longer is. */
export interface ConnectedAgent extends ActiveAgent {
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

export interface AgentsOptions {
  registry: AgentRegistry;
  withTransaction: WithTransaction;
  timeoutMs: number;
  clock: () => number;
  /**
   * Keeps heartbeats that are no news: then the registry is written only as often as half the timeout, and where the beats are lost an
   * agent that has gone is taken for connected by as much longer.
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
  /** How much later than the registry says an agent may have been heard of. */
  const unwrittenMs = beats === null ? 0 : timeoutMs / 2;
  /** Longer than it counts: one that is not there was lost. */
  const keptMs = 2 * timeoutMs;

  /** Whether what was known at `heardAt` still counts; where the beat was lost there may have been a later one. */
  const counts = (heardAt: number, beat: Beat | null, now: number) =>
    heardAt > now - timeoutMs - (beat === null ? unwrittenMs : 0);

  return {
    async heartbeat(agentId, project) {
      const beat = readBeat(await beats?.get(nameOf(agentId)), clock());
      const isNoNews =
        beat !== null && beat.projectId === project.projectId && counts(beat.lastSeenAt, beat, clock());
      if (isNoNews && beat.writtenAt > clock() - unwrittenMs) {
        const again = { ...beat, lastSeenAt: clock() };
        await beats?.set(nameOf(agentId), JSON.stringify(again), keptMs);
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
      await beats?.set(nameOf(agentId), JSON.stringify(written), keptMs);
      return withExpiry(agent);
    },

    async connected() {
      const now = clock();
      const written = await registry.heardAfter(now - timeoutMs - unwrittenMs);
      const heard = (await beats?.getAll(written.map(({ agentId }) => nameOf(agentId)))) ?? [];
      return written
        .map((agent, at) => {
          const beat = readBeat(heard[at], now);
          if (beat === null) return { ...agent, expiresAt: agent.lastSeenAt + timeoutMs + unwrittenMs };
          return withExpiry({ ...agent, lastSeenAt: Math.max(agent.lastSeenAt, beat.lastSeenAt) });
        })
        .filter(({ expiresAt }) => expiresAt > now)
        .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt);
    },
  };
}

const Time = Type.Integer({ minimum: 0 });
/** The last heartbeat of an agent, beside the registry; `writtenAt`: when the registry was told. */
const Beat = Type.Object({ projectId: Type.String(), connectedAt: Time, lastSeenAt: Time, writtenAt: Time });
type Beat = Static<typeof Beat>;
/** How far the clock of another process may be ahead. */
const MAX_SKEW_MS = 60_000;

/** Null for a beat of which no service of ours is the author: its times are in no order, or yet to come. */
function readBeat(bytes: Buffer | null | undefined, now: number): Beat | null {
  const beat = readJson(bytes, Beat);
  if (beat === null) return null;
  const { connectedAt, writtenAt, lastSeenAt } = beat;
  const isOrdered = connectedAt <= writtenAt && writtenAt <= lastSeenAt && lastSeenAt <= now + MAX_SKEW_MS;
  return isOrdered ? beat : null;
}

const nameOf = (agentId: string) => `agent:${agentId}`;
