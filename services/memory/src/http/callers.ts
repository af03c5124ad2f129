import { AppError } from '@anima/service/errors';
import type { ServiceEvent } from '@anima/service/events';
import type { EventFilter, ServiceApp } from '@anima/service/http';
import type { FastifyRequest } from 'fastify';
import { requireAdministrator, viewOfAgent } from '../memory/agent-view.js';
import { createProjectQuota } from '../memory/known-projects.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For the complete store or files of the machine; with agent isolation only for administrators. */
    administrator?: boolean;
  }
}

type Caller = Pick<FastifyRequest, 'identity'>;

/** Identifies callers and creates their dependencies. */
export interface Callers {
  /** Returns the isolated agent; null for an administrator, which every caller is without isolation. */
  confinedAgent(caller: Caller): string | null;
  /** Returns the dependencies for the operations of this call. */
  view(caller: Caller): MemoryDependencies;
  /** Returns the dependencies for an agent that was identified before. */
  viewOf(confinedAgent: string | null): MemoryDependencies;
  /** Returns a filter of the events that the caller receives. */
  hears(caller: Caller): EventFilter;
}

/**
 * Creates the callers. If `apart` is true, a token that is bound to an agent gives access only to data of
 * this agent; all other tokens belong to administrators.
 */
export function createCallers(memories: MemoryDependencies, apart: boolean): Callers {
  const quota = createProjectQuota();
  const confinedAgent = ({ identity }: Caller) => (apart ? identity.agentId : null);
  const viewOf = (agent: string | null) =>
    agent === null ? memories : viewOfAgent(inTurnOf(memories, agent), agent, quota);
  return {
    confinedAgent,
    viewOf,
    view(caller) {
      const agent = confinedAgent(caller);
      return agent === null ? inTurnOf(memories, caller.identity.agentId) : viewOf(agent);
    },
    hears(caller) {
      const agent = confinedAgent(caller);
      if (agent === null) return (events) => events;
      const { store } = viewOf(agent);
      // Connections of agents are visible to all agents, since project contexts also list them.
      return async (events) => {
        const named = [...new Set(events.flatMap(memoriesOf))];
        const visible = new Set((await store.byIds(named)).map(({ memoryId }) => memoryId));
        return events.filter((event) => {
          const memoryIds = memoriesOf(event);
          if (memoryIds.length === 0) return event.type.startsWith('agent.');
          return memoryIds.every((memoryId) => visible.has(memoryId));
        });
      };
    },
  };
}

/** Returns the memories of an event, which its receiver must all be able to see. */
function memoriesOf({ data }: ServiceEvent): string[] {
  const { memory_id, memory_ids } = data;
  return Array.isArray(memory_ids) ? memory_ids : typeof memory_id === 'string' ? [memory_id] : [];
}

/** Every service has this route. Its metrics cover all memories and agents. */
const METRICS = '/metrics';

/** Rejects isolated agents at the routes for administrators. */
export function keepToAdministrators(app: ServiceApp, { confinedAgent }: Callers): void {
  app.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions;
    if (config?.administrator === true || url === METRICS) requireAdministrator(confinedAgent(request));
  });
}

/** Returns the agent of the token, else of X-Agent-Id, else of `source_agent`, else "default". */
export function writingAgent(
  request: Pick<FastifyRequest, 'agentId' | 'identity'>,
  fromBody?: string,
): string {
  if (fromBody !== undefined && request.agentId !== null && fromBody !== request.agentId) {
    if (request.identity.agentId !== null) {
      throw new AppError('forbidden', 'The access token belongs to another agent than source_agent');
    }
    const message = 'Expected source_agent to be the agent of X-Agent-Id';
    throw new AppError('validation_failed', message, { errors: [{ path: 'source_agent', message }] });
  }
  return request.agentId ?? fromBody ?? 'default';
}

/** Adds the caller to all embedding calls, so that callers take turns in the embedding queue. */
function inTurnOf<Deps extends Pick<MemoryDependencies, 'embedder' | 'questions'>>(
  deps: Deps,
  caller: string | null,
): Deps {
  if (caller === null) return deps;
  const { embedder, questions } = deps;
  return {
    ...deps,
    embedder: { ...embedder, embed: (texts, options) => embedder.embed(texts, { caller, ...options }) },
    questions: { ...questions, of: (question) => questions.of(question, caller) },
  };
}
