import { AppError } from '@anima/service/errors';
import type { ServiceEvent } from '@anima/service/events';
import type { EventFilter, ServiceApp } from '@anima/service/http';
import type { FastifyRequest } from 'fastify';
import type { MemoryDependencies } from '../domain/dependencies.js';
import { requireAdministrator, viewOfAgent } from '../domain/memory/agent-view.js';
import { createProjectQuota } from '../domain/memory/known-projects.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** About the whole store or the files of the machine: where agents are kept apart, for administrators only. */
    administrator?: boolean;
  }
}

type Caller = Pick<FastifyRequest, 'identity'>;

/** Who calls, and what of the service is there for them. */
export interface Callers {
  /** The agent that sees its own alone; null for an administrator, which everybody is where agents are not kept apart. */
  confinedAgent(caller: Caller): string | null;
  /** What the operations of this call work with. */
  view(caller: Caller): MemoryDependencies;
  /** As `view`, for an agent that was made out before. */
  viewOf(confinedAgent: string | null): MemoryDependencies;
  /** Which events the caller is told. */
  hears(caller: Caller): EventFilter;
}

/** `apart`: a token that is bound to an agent opens no more than is that agent's. Other tokens are administrators'. */
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
      // Who is at work where is no secret among agents: project contexts tell it too.
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

/** The memories that an event is about: who may not see one of them is not told. */
function memoriesOf({ data }: ServiceEvent): string[] {
  const { memory_id, memory_ids } = data;
  return Array.isArray(memory_ids) ? memory_ids : typeof memory_id === 'string' ? [memory_id] : [];
}

/** Every service has this route; what is measured here is of all memories and agents. */
const METRICS = '/metrics';

/** Refuses confined agents at the routes that are marked for administrators. */
export function keepToAdministrators(app: ServiceApp, { confinedAgent }: Callers): void {
  app.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions;
    if (config?.administrator === true || url === METRICS) requireAdministrator(confinedAgent(request));
  });
}

/** Who writes: the token's agent, else X-Agent-Id, else `source_agent` of the body, else "default". */
export function writingAgent(
  request: Pick<FastifyRequest, 'agentId' | 'identity'>,
  fromBody?: string,
): string {
  if (fromBody !== undefined && request.agentId !== null && fromBody !== request.agentId) {
    if (request.identity.agentId !== null) {
      throw new AppError('forbidden', 'The access token speaks for another agent than source_agent');
    }
    const message = 'Expected source_agent to be the agent of X-Agent-Id';
    throw new AppError('validation_failed', message, { errors: [{ path: 'source_agent', message }] });
  }
  return request.agentId ?? fromBody ?? 'default';
}

/** What a caller works with takes turns with that of other callers where texts are embedded. */
export function inTurnOf<Deps extends Pick<MemoryDependencies, 'embedder' | 'questions'>>(
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
