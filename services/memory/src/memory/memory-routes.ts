import type { ServiceApp } from '@anima/service/http';
import {
  IsoDateOrTime,
  IsoTime,
  isoTime,
  isoTimeToMs,
  Nullable,
  strictObject,
  Uuid,
} from '@anima/service/schema';
import Type from 'typebox';
import type { Callers } from '../http/callers.js';
import { writingAgent } from '../http/callers.js';
import {
  AgentId,
  distinctIds,
  Importance,
  MemoryTypeSchema,
  Name,
  Page,
  PageSize,
  ProjectName,
  Superseded,
  Tags,
  Text,
  TtlSeconds,
} from '../http/fields.js';
import { filterParameters, toFilter, withoutUndefined } from '../http/filter.js';
import { Cursor, decodeCursor, encodeCursor, NextCursor, refusePageWithCursor } from '../http/list-cursor.js';
import { requireContent, type TextLimits } from '../http/text-limits.js';
import { browse } from '../recall/recall.js';
import { getMemory, memoryHistory, updateMemory } from './change-memory.js';
import { memoryRoles } from './memory.js';
import { MemoryRecord, RelatedFields, toRecord, toRelated, Warnings } from './memory-record.js';
import { remember } from './remember.js';

const RememberBody = strictObject({
  content: Text,
  type: MemoryTypeSchema,
  importance: Type.Optional(Type.Number({ ...Importance, default: 0.5 })),
  project: Type.Optional(ProjectName),
  tags: Type.Optional(Tags),
  source_agent: Type.Optional(AgentId),
  ttl_seconds: Type.Optional(TtlSeconds),
  conversation_id: Type.Optional(
    Type.String({
      ...Name,
      description: 'Memories of one conversation, in order of arrival, support each other in recall',
    }),
  ),
  speaker: Type.Optional(Type.String({ ...Name, description: 'Speaker of the statement' })),
  role: Type.Optional(Type.Enum([...memoryRoles], { description: 'Role of the speaker' })),
  occurred_at: Type.Optional(IsoDateOrTime),
  supersedes: Type.Optional(Superseded),
  secrets: Type.Optional(
    Type.Enum(['redact', 'refuse'], {
      description: 'Treatment of credentials in this content, if MEMORY_SECRETS is less strict',
    }),
  ),
});

const HistoryEntry = Type.Object({
  revision: Type.Integer({ minimum: 1 }),
  change: Type.Enum([
    'created',
    'updated',
    'archived',
    'restored',
    'shared',
    'merged',
    'superseded',
    'expired',
  ]),
  changed_at: IsoTime,
  agent_id: Type.String(),
  changes: Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() })),
});

const IdParams = strictObject({ memory_id: Uuid });

export function memoryRoutes(app: ServiceApp, callers: Callers, limits: TextLimits): void {
  app.post(
    '/api/v1/remember',
    {
      config: {
        idempotent: true,
        errors: [
          'content_too_large',
          'secret_refused',
          'project_unknown',
          'too_many_projects',
          'memory_not_found',
          'supersede_refused',
          'overloaded',
        ],
      },
      schema: {
        operationId: 'remember',
        summary: 'Store a memory',
        tags: ['memories'],
        body: RememberBody,
        response: {
          201: Type.Object({
            ...MemoryRecord.properties,
            similar: Type.Array(Type.Object({ memory_id: Uuid, similarity: Type.Number() }), {
              description: 'Near duplicates that were stored before; they are not merged',
            }),
            ...RelatedFields,
            warnings: Type.Optional(Warnings),
          }),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const deps = callers.view(request);
      const { memory, similar, warnings, ...related } = await remember(deps, {
        memoryId: request.resourceId,
        content: requireContent(body.content, limits),
        type: body.type,
        importance: body.importance ?? 0.5,
        project: body.project ?? null,
        tags: body.tags ?? [],
        sourceAgent: writingAgent(request, body.source_agent),
        ttlSeconds: body.ttl_seconds ?? null,
        conversationId: body.conversation_id ?? null,
        speaker: body.speaker ?? null,
        role: body.role ?? null,
        occurredAt: body.occurred_at === undefined ? null : isoTimeToMs(body.occurred_at),
        supersedes: distinctIds('supersedes', body.supersedes ?? []),
        secretPolicy: body.secrets ?? null,
      });
      return reply.code(201).send({
        ...toRecord(memory, deps.clock()),
        similar: similar.map(({ memory: { memoryId }, similarity }) => ({ memory_id: memoryId, similarity })),
        ...toRelated(related),
        ...(warnings.length === 0 ? {} : { warnings }),
      });
    },
  );

  app.post(
    '/api/v1/get',
    {
      config: { errors: ['memory_not_found'] },
      schema: {
        operationId: 'getMemory',
        summary: 'Get a memory',
        tags: ['memories'],
        body: strictObject({
          memory_id: Uuid,
          include_archived: Type.Optional(Type.Boolean({ default: false })),
        }),
        response: { 200: MemoryRecord },
      },
    },
    async (request) => {
      const { memory_id, include_archived = false } = request.body;
      const deps = callers.view(request);
      const memory = await getMemory(deps, memory_id.toLowerCase(), include_archived);
      return toRecord(memory, deps.clock());
    },
  );

  app.get(
    '/api/v1/memories',
    {
      schema: {
        operationId: 'listMemories',
        summary: 'List memories, newest first',
        tags: ['memories'],
        querystring: strictObject({
          ...filterParameters,
          global_only: Type.Optional(
            Type.Boolean({ default: false, description: 'Only memories without a project' }),
          ),
          page: Type.Optional(Page),
          page_size: Type.Optional(PageSize),
          cursor: Type.Optional(Cursor),
        }),
        response: {
          200: Type.Object({
            memories: Type.Array(MemoryRecord, {
              description:
                'Fewer than page_size if their contents would exceed 4 MiB and no page is requested',
            }),
            next_cursor: NextCursor,
            page: Type.Integer(),
            page_size: Type.Integer(),
            total: Type.Integer(),
            total_pages: Type.Integer(),
          }),
        },
      },
    },
    async (request) => {
      const deps = callers.view(request);
      const {
        global_only: globalOnly = false,
        page: askedPage,
        page_size: pageSize = 20,
        cursor,
        from,
        to,
        occurred_from,
        occurred_to,
        ...filter
      } = request.query;
      refusePageWithCursor(askedPage, cursor);
      const continued = cursor === undefined ? null : decodeCursor(cursor, ['number', 'number', 'number']);
      const page = continued?.[0] ?? askedPage ?? 1;
      const after = continued === null ? null : { createdAt: continued[1], key: continued[2] };
      const { memories, total, next } = await browse(
        deps,
        {
          ...toFilter({
            ...filter,
            date_range: withoutUndefined({ from, to }),
            occurred: withoutUndefined({ from: occurred_from, to: occurred_to }),
          }),
          globalOnly,
        },
        {
          start: askedPage === undefined ? { after } : { page: askedPage },
          pageSize,
        },
      );
      const now = deps.clock();
      return {
        memories: memories.map((memory) => toRecord(memory, now)),
        next_cursor: next === null ? null : encodeCursor([page + 1, next.createdAt, next.key]),
        page,
        page_size: pageSize,
        total,
        total_pages: Math.ceil(total / pageSize),
      };
    },
  );

  app.patch(
    '/api/v1/memories/:memory_id',
    {
      config: {
        errors: [
          'memory_not_found',
          'content_too_large',
          'secret_refused',
          'project_unknown',
          'too_many_projects',
          'overloaded',
        ],
      },
      schema: {
        operationId: 'updateMemory',
        summary: 'Update a memory; its history is preserved',
        tags: ['memories'],
        params: IdParams,
        body: strictObject(
          {
            content: Type.Optional(Text),
            type: Type.Optional(MemoryTypeSchema),
            importance: Type.Optional(Importance),
            tags: Type.Optional(Tags),
            project: Type.Optional(Nullable(ProjectName)),
          },
          { minProperties: 1 },
        ),
        response: {
          200: Type.Object({
            ...MemoryRecord.properties,
            ...RelatedFields,
            warnings: Type.Optional(Warnings),
          }),
        },
      },
    },
    async (request) => {
      const { content, ...rest } = request.body;
      const deps = callers.view(request);
      const { memory, warnings, ...related } = await updateMemory(
        deps,
        request.params.memory_id.toLowerCase(),
        writingAgent(request),
        { ...rest, ...(content === undefined ? {} : { content: requireContent(content, limits) }) },
      );
      return {
        ...toRecord(deps.accesses.withPending(memory), deps.clock()),
        ...toRelated(related),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  );

  app.get(
    '/api/v1/memories/:memory_id/history',
    {
      config: { errors: ['memory_not_found'] },
      schema: {
        operationId: 'memoryHistory',
        summary: 'List the changes of a memory, oldest first',
        tags: ['memories'],
        params: IdParams,
        response: { 200: Type.Object({ memory_id: Uuid, history: Type.Array(HistoryEntry) }) },
      },
    },
    async (request) => {
      const memoryId = request.params.memory_id.toLowerCase();
      const history = await memoryHistory(callers.view(request), memoryId);
      return {
        memory_id: memoryId,
        history: history.map(({ revision, change, agentId, at, changes }) => ({
          revision,
          change,
          changed_at: isoTime(at),
          agent_id: agentId,
          changes,
        })),
      };
    },
  );
}
