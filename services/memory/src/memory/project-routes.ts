import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { AgentRecord, toAgentRecord } from '../agents/agent-routes.js';
import type { Callers } from '../http/callers.js';
import { writingAgent } from '../http/callers.js';
import { ProjectRef } from '../http/fields.js';
import { projectContext } from '../recall/project-context.js';
import type { Memory, MemoryType } from './memory.js';
import { MarkedRecord, toMarkedRecord } from './memory-record.js';

const Count = Type.Integer({ minimum: 0 });

export function projectRoutes(app: ServiceApp, callers: Callers): void {
  app.get(
    '/api/v1/project/:project_id/context',
    {
      config: { errors: ['project_not_found'] },
      schema: {
        operationId: 'projectContext',
        summary: 'Get the context for an agent that starts to work in a project',
        tags: ['projects'],
        params: strictObject({
          project_id: Type.String({ ...ProjectRef, description: 'Id or name of the project' }),
        }),
        querystring: strictObject({
          per_type: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 200,
              default: 20,
              description: 'Maximum number of memories of each type',
            }),
          ),
          max_tokens: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1_000_000,
              description: 'Adds context_text with at most this number of tokens',
            }),
          ),
        }),
        response: {
          200: Type.Object({
            project: Type.Object({ project_id: Uuid, name: Type.String(), created_at: IsoTime }),
            memories: Type.Object(
              {
                decisions: Type.Array(MarkedRecord),
                preferences: Type.Array(MarkedRecord),
                patterns: Type.Array(MarkedRecord),
                errors: Type.Array(MarkedRecord),
                entities: Type.Array(MarkedRecord),
                facts: Type.Array(MarkedRecord),
                context: Type.Array(MarkedRecord),
              },
              { description: 'Grouped by type, most useful first' },
            ),
            agents: Type.Array(AgentRecord, { description: 'Agents connected to this project' }),
            shared_memories: Type.Array(MarkedRecord, {
              description:
                'Memories that this project shares, and memories that others share with the calling agent or with all agents',
            }),
            counts: Type.Object({
              active: Count,
              archived: Count,
              by_type: Type.Record(Type.String(), Count),
            }),
            context_text: Type.Optional(
              Type.String({ description: 'Text for a prompt; memories are quoted as data' }),
            ),
            context_tokens: Type.Optional(Type.Integer({ description: 'Upper estimate for context_text' })),
            context_omitted: Type.Optional(
              Type.Integer({ description: 'Number of memories that did not fit into context_text' }),
            ),
          }),
        },
      },
    },
    async (request) => {
      const deps = callers.view(request);
      const project = await deps.store.project(request.params.project_id);
      if (project === null) throw new AppError('project_not_found', 'No project has this id or name');
      const { per_type: perType = 20, max_tokens: maxTokens = null } = request.query;
      const context = await projectContext(deps, project, {
        agentId: writingAgent(request),
        perType,
        maxTokens,
      });
      const now = deps.clock();
      const record = (memory: Memory) =>
        toMarkedRecord(memory, now, context.contradictions.get(memory.memoryId));
      const records = (type: MemoryType) => context.memories[type].map(record);
      return {
        project: {
          project_id: project.projectId,
          name: project.name,
          created_at: isoTime(project.createdAt),
        },
        memories: {
          decisions: records('decision'),
          preferences: records('preference'),
          patterns: records('pattern'),
          errors: records('error'),
          entities: records('entity'),
          facts: records('fact'),
          context: records('context'),
        },
        agents: context.agents.map(toAgentRecord),
        shared_memories: context.shared.map(record),
        counts: {
          active: context.counts.active,
          archived: context.counts.archived,
          by_type: context.counts.byType,
        },
        ...(context.text === null
          ? {}
          : {
              context_text: context.text.text,
              context_tokens: context.text.tokens,
              context_omitted: context.text.omitted,
            }),
      };
    },
  );
}
