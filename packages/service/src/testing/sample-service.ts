import Type, { type Static } from 'typebox';
import { AppError } from '../errors.js';
import { createService, type Service, type ServiceOptions } from '../http/server.js';
import type { ServiceApp } from '../http/service-app.js';
import { IsoDateOrTime, Nullable, strictObject, Uuid } from '../schema/schema.js';
import { createMemoryIdempotencyStore } from './memory-idempotency-store.js';

export interface SampleService extends Service {
  /** The log lines so far, parsed. */
  lines: Record<string, unknown>[];
  rawLog(): string;
}

/** Creates a small service with a route of every kind, for tests of the shared parts. */
export async function createSampleService(options: Partial<ServiceOptions> = {}): Promise<SampleService> {
  let raw = '';
  const lines: Record<string, unknown>[] = [];
  const service = await createService({
    name: 'sample',
    title: 'Sample',
    version: '1.2.3',
    description: 'A service for tests',
    host: '127.0.0.1',
    port: 0,
    tokens: [],
    bodyLimitBytes: 4096,
    idempotency: createMemoryIdempotencyStore(),
    checkResponses: true,
    errors: { item_not_found: { status: 404, title: 'There is no such item' } },
    routes: registerItems,
    logStream: {
      write: (line) => {
        raw += line;
        lines.push(JSON.parse(line));
      },
    },
    ...options,
  });
  return Object.assign(service, { lines, rawLog: () => raw });
}

const Item = strictObject({
  item_id: Uuid,
  name: Type.String(),
  importance: Type.Integer(),
  tags: Type.Array(Type.String()),
  shared_with: Type.Union([Type.Literal('all'), Type.Array(Type.String())]),
  note: Nullable(Type.String()),
  agent: Nullable(Type.String()),
});

const NewItem = strictObject({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  content: Type.Optional(Type.String({ maxLength: 100 })),
  importance: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, default: 3 })),
  kind: Type.Optional(Type.Enum(['fact', 'decision'])),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 8 }), { maxItems: 3 })),
  shared_with: Type.Optional(Type.Union([Type.Literal('all'), Type.Array(Type.String({ minLength: 1 }))])),
  note: Type.Optional(Nullable(Type.String({ maxLength: 5 }))),
  occurred_at: Type.Optional(IsoDateOrTime),
  filters: Type.Optional(
    strictObject({ deep: Type.Optional(Type.Array(strictObject({ size: Type.Integer() }))) }),
  ),
});

export function registerItems(app: ServiceApp): void {
  const items = new Map<string, Static<typeof Item>>();
  const record = (id: string, name: string) => ({
    item_id: id,
    name,
    importance: 3,
    tags: [],
    shared_with: 'all' as const,
    note: null,
    agent: null,
  });

  app.post(
    '/items',
    {
      schema: { operationId: 'createItem', body: NewItem, response: { 201: Item } },
      config: { idempotent: true, errors: ['conflict'] },
    },
    async (request, reply) => {
      const { name, importance = 3, tags = [], shared_with = [], note = null } = request.body;
      const item = {
        item_id: request.resourceId,
        name,
        importance,
        tags,
        shared_with,
        note,
        agent: request.agentId,
      };
      if (name === 'crash') throw new TypeError('secret detail of the crash');
      if (name === 'refuse') throw new AppError('conflict', 'This name is taken');
      items.set(item.item_id, item);
      return reply.code(201).header('location', `/items/${item.item_id}`).send(item);
    },
  );
  app.get(
    '/items',
    {
      schema: {
        operationId: 'listItems',
        querystring: strictObject({
          page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
          archived: Type.Optional(Type.Boolean()),
          tags: Type.Optional(Type.Array(Type.String())),
        }),
        response: { 200: strictObject({ query: Type.Unknown(), count: Type.Integer() }) },
      },
    },
    async (request) => ({ query: request.query, count: items.size }),
  );
  app.get(
    '/items/:item_id',
    {
      schema: { operationId: 'getItem', params: strictObject({ item_id: Uuid }), response: { 200: Item } },
      config: { errors: ['item_not_found'] },
    },
    async (request) => {
      const item = items.get(request.params.item_id);
      if (item === undefined) throw new AppError('item_not_found', 'There is no such item');
      return item;
    },
  );
  app.get(
    '/items/newest',
    {
      schema: { operationId: 'getNewestItem', response: { 200: Nullable(Item) } },
    },
    async () => [...items.values()].at(-1) ?? null,
  );
  app.delete(
    '/items/:item_id',
    {
      schema: {
        operationId: 'deleteItem',
        params: strictObject({ item_id: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      items.delete(request.params.item_id);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/refresh',
    {
      schema: {
        operationId: 'refresh',
        body: strictObject({ scope: Type.Optional(Type.String({ default: 'all' })) }),
        response: { 200: strictObject({ scope: Type.String() }) },
      },
      config: { bodyOptional: true },
    },
    async (request) => ({ scope: request.body.scope ?? '' }),
  );
  app.post(
    '/ping',
    { schema: { operationId: 'ping', response: { 200: strictObject({ agent: Nullable(Type.String()) }) } } },
    async (request) => ({ agent: request.agentId }),
  );
  app.get(
    '/bad-answer',
    {
      schema: {
        operationId: 'badAnswer',
        querystring: strictObject({ how: Type.Enum(['status', 'shape', 'code']) }),
        response: { 200: Item },
      },
    },
    async (request, reply) => {
      if (request.query.how === 'code') throw new AppError('no_such_code', 'Not in any table');
      if (request.query.how === 'status') reply.code(202 as 200);
      return { ...record(request.id, 'x'), item_id: 'not-a-uuid' };
    },
  );
}
