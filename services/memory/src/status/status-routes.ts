import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import type { Callers } from '../http/callers.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import type { MemoryComponents } from './components.js';
import { type ComponentStatus, probeComponents } from './components.js';

const ComponentRecord = Type.Object({
  status: Type.Enum(['ok', 'down']),
  backend: Type.String(),
  latency_ms: Type.Number(),
  detail: Type.String({ description: 'Describes the complete store; empty for an isolated agent' }),
});

const Count = Type.Integer({ minimum: 0 });

const MAX_LISTED_PROJECTS = 500;
const MAX_LISTED_AGENTS = 200;

export function statusRoutes(
  app: ServiceApp,
  callers: Callers,
  options: { version: string; startedAt: number; components: MemoryComponents },
): void {
  app.get(
    '/api/v1/status',
    {
      schema: {
        operationId: 'status',
        summary: 'Probe every component, and count memories and agents',
        tags: ['status'],
        response: {
          200: Type.Object({
            status: Type.Enum(['ok', 'degraded']),
            version: Type.String(),
            uptime_seconds: Type.Number(),
            components: Type.Object({
              database: ComponentRecord,
              vector_index: ComponentRecord,
              cache: ComponentRecord,
              message_bus: ComponentRecord,
              model_runtime: ComponentRecord,
              shared_cache: Type.Optional(ComponentRecord),
            }),
            memories: Type.Object({
              total: Count,
              active: Count,
              archived: Count,
              global: Type.Integer({ minimum: 0, description: 'Memories without a project' }),
              by_type: Type.Record(Type.String(), Count),
              projects: Type.Integer({ minimum: 0, description: 'Number of projects with memories' }),
              by_project: Type.Record(Type.String(), Count, {
                description: `By name of the project; the ${MAX_LISTED_PROJECTS} largest`,
              }),
            }),
            agents: Type.Object({
              connected: Type.Array(
                Type.Object({
                  agent_id: Type.String(),
                  project_id: Uuid,
                  project: Type.String(),
                  last_seen_at: IsoTime,
                }),
                { description: `The ${MAX_LISTED_AGENTS} agents with the latest heartbeats` },
              ),
              count: Type.Integer({ minimum: 0, description: 'Number of connected agents' }),
            }),
          }),
        },
      },
    },
    async (request) => {
      const deps = callers.view(request);
      const statuses = await probeComponents(options.components);
      const toComponentRecord = componentRecord(callers.confinedAgent(request) === null);
      const now = deps.clock();
      const degraded = Object.values(statuses).some(({ status }) => status === 'down');
      return {
        status: degraded ? ('degraded' as const) : ('ok' as const),
        version: options.version,
        uptime_seconds: Math.round(now - options.startedAt) / 1000,
        components: {
          database: toComponentRecord(statuses.database),
          vector_index: toComponentRecord(statuses.vector_index),
          cache: toComponentRecord(statuses.cache),
          message_bus: toComponentRecord(statuses.message_bus),
          model_runtime: toComponentRecord(statuses.model_runtime),
          ...(statuses.shared_cache && { shared_cache: toComponentRecord(statuses.shared_cache) }),
        },
        ...(statuses.database.status === 'ok' ? await countsAndAgents(deps, now) : noCounts),
      };
    },
  );

  async function countsAndAgents(deps: MemoryDependencies, now: number) {
    const { byType, byProject, ...counts } = await deps.store.counts(now);
    const agents = await deps.agents.connected();
    const latest = agents.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt).slice(0, MAX_LISTED_AGENTS);
    const connected = latest.map(({ agentId, project, lastSeenAt }) => ({
      agent_id: agentId,
      project_id: project.projectId,
      project: project.name,
      last_seen_at: isoTime(lastSeenAt),
    }));
    const projects = Object.entries(byProject);
    const largest = projects.sort(([, a], [, b]) => b - a).slice(0, MAX_LISTED_PROJECTS);
    return {
      memories: {
        ...counts,
        by_type: byType,
        projects: projects.length,
        by_project: Object.fromEntries(largest),
      },
      agents: { connected, count: agents.length },
    };
  }
}

/** Without the database there are no counts; the status of its component has the reason. */
const noCounts = {
  memories: { total: 0, active: 0, archived: 0, global: 0, by_type: {}, projects: 0, by_project: {} },
  agents: { connected: [], count: 0 },
};

/** Converts the status of a component. Its detail concerns all memories: not for isolated agents. */
function componentRecord(withDetail: boolean) {
  return ({ status, backend, latencyMs, detail }: ComponentStatus): Static<typeof ComponentRecord> => ({
    status,
    backend,
    latency_ms: latencyMs,
    detail: withDetail ? detail : '',
  });
}
