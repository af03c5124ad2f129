import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, strictObject } from '@anima/service/schema';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type Callers, writingAgent } from '../http/callers.js';
import { Name, ProjectName, Text } from '../http/fields.js';
import { requireQuery, requireStorable, type TextLimits } from '../http/text-limits.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { foldedName } from '../memory/normal-name.js';
import { contextKey, type ModelStats, type NearestQuestion, type ResponseCache } from './response-cache.js';
import { strictnesses } from './strictness.js';

const Model = Type.String({ ...Name, maxLength: 256, description: 'Identifier of the language model' });
const scopeFields = {
  model: Model,
  context_depth: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      description: 'Number of context turns; part of the key',
    }),
  ),
  context: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 1_000,
      description:
        'Turns before the query, oldest first. The last context_depth of them are part of the key.',
    }),
  ),
  scope: Type.Optional(
    Type.Enum(['agent', 'project', 'shared'], {
      default: 'shared',
      description:
        'Who finds the response: the calling agent, callers that name the project, or all callers. With agent isolation, only the agent',
    }),
  ),
  project: Type.Optional(
    Type.String({
      ...ProjectName,
      description: 'Name or id; required if scope is project, otherwise not allowed',
    }),
  ),
};
interface GivenScope {
  model: string;
  context_depth?: number;
  context?: string[];
  scope?: 'agent' | 'project' | 'shared';
  project?: string;
}
/** Separates agent, project and model: no name of them can contain it. */
const SEPARATOR = '\u001f';
const PROJECT = 'project';
const RequestedStrictness = Type.Enum([...strictnesses], {
  description:
    'How near two questions must be, by the cosine of their embeddings: strict finds fewest, loose most. Default: ' +
    'MEMORY_CACHE_STRICTNESS',
});
const Reasons = Type.Array(Type.String(), { description: 'Short lines that quote the differing words' });
const Count = Type.Integer({ minimum: 0 });
const modelStats = {
  hits: Count,
  misses: Count,
  hit_rate: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of hits in all checks; 0 before the first check',
  }),
  entries: Count,
  bytes: Count,
  evictions: Count,
};

/** Adds the routes of the cache of responses. */
export function cacheRoutes(
  app: ServiceApp,
  cache: ResponseCache,
  callers: Callers,
  store: Pick<MemoryStore, 'project'>,
  limits: TextLimits,
): void {
  /**
   * Responses of an agent or a project are stored under a model name of their own. A confined agent finds its
   * own responses only.
   */
  const scopeOf = async (
    request: FastifyRequest,
    { model, context_depth: contextDepth = 0, context = [], scope = 'shared', project }: GivenScope,
  ) => {
    const confined = callers.confinedAgent(request);
    if ((scope === 'project') !== (project !== undefined))
      throw new AppError('validation_failed', 'Expected project exactly if scope is project');
    const ofProject = project === undefined ? [] : [PROJECT, await projectKey(project)];
    const agent = confined ?? (scope === 'agent' ? writingAgent(request) : null);
    return {
      model: [...(agent === null ? [] : [agent]), ...ofProject, model].join(SEPARATOR),
      contextDepth,
      context: contextKey(context, contextDepth),
    };
  };
  /** A renamed project keeps its responses. A project without memories is known by its name only. */
  const projectKey = async (idOrName: string) =>
    (await store.project(idOrName))?.projectId ?? foldedName(idOrName);

  app.post(
    '/api/v1/cache/check',
    {
      config: { errors: ['query_too_large', 'overloaded'] },
      schema: {
        operationId: 'checkCache',
        summary: 'Find a cached response to a question with the same meaning',
        description:
          'A hit requires the same model, context_depth and context. The question must have the same words, or be near ' +
          'enough for the strictness without a known difference: another number, unit, currency, version, date, name, ' +
          'identifier, sign, negation, quantifier, person or direction is another question. `why` lists the reasons for a ' +
          'hit. After a miss, `nearest` is the nearest cached question and what makes it another one.',
        tags: ['cache'],
        body: strictObject({ query: Text, ...scopeFields, strictness: Type.Optional(RequestedStrictness) }),
        response: {
          200: Type.Object({
            hit: Type.Boolean(),
            response: Type.Optional(Type.String()),
            similarity: Type.Optional(
              Type.Number({
                minimum: 0,
                maximum: 1,
                description: 'Cosine of the two questions; 1 for the same words',
              }),
            ),
            cached_query: Type.Optional(Type.String()),
            created_at: Type.Optional(IsoTime),
            why: Type.Optional(Reasons),
            nearest: Type.Optional(
              Type.Object({
                query: Type.String(),
                similarity: Type.Number({ minimum: 0, maximum: 1, description: 'Cosine of the two texts' }),
                differences: Reasons,
              }),
            ),
          }),
        },
      },
    },
    async (request) => {
      const { query, strictness, ...scope } = request.body;
      const found = await cache.check(await scopeOf(request, scope), requireQuery(query, limits), strictness);
      if (found.hit === null)
        return { hit: false, ...(found.nearest && { nearest: nearestShown(found.nearest) }) };
      const { response, similarity, query: cachedQuery, createdAt, why } = found.hit;
      return {
        hit: true,
        response,
        similarity,
        cached_query: cachedQuery,
        created_at: isoTime(createdAt),
        why: [...why],
      };
    },
  );

  app.post(
    '/api/v1/cache/store',
    {
      config: { idempotent: true, errors: ['query_too_large', 'content_too_large', 'overloaded'] },
      schema: {
        operationId: 'storeInCache',
        summary: 'Store a response; the same question is replaced',
        description:
          'Without ttl_seconds, a response to a question about the present (today, current, latest, now, this week) expires ' +
          'after ten minutes.',
        tags: ['cache'],
        body: strictObject({
          query: Text,
          response: Type.String({ minLength: 1 }),
          ...scopeFields,
          conversation_id: Type.Optional(
            Type.String({
              ...Name,
              description: 'Conversation of the response: erasing its memories removes the response',
            }),
          ),
          ttl_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 * 365 * 86_400 })),
        }),
        response: {
          201: Type.Object({
            query: Type.String(),
            model: Type.String(),
            context_depth: Count,
            created_at: IsoTime,
            expires_at: IsoTime,
            bytes: Count,
            replaced: Type.Boolean({ description: 'Whether the question was cached before' }),
          }),
        },
      },
    },
    async (request, reply) => {
      const {
        query,
        response,
        ttl_seconds: ttlSeconds = null,
        conversation_id: conversationId = null,
        ...given
      } = request.body;
      const scope = await scopeOf(request, given);
      const question = requireStorable('query', requireQuery(query, limits));
      const stored = await cache.store(
        scope,
        question,
        requireStorable('response', response),
        ttlSeconds,
        conversationId,
      );
      return reply.code(201).send({
        query: stored.query,
        model: given.model,
        context_depth: scope.contextDepth,
        created_at: isoTime(stored.createdAt),
        expires_at: isoTime(stored.expiresAt),
        bytes: stored.bytes,
        replaced: stored.replaced,
      });
    },
  );

  app.delete(
    '/api/v1/cache',
    {
      config: { administrator: true },
      schema: {
        operationId: 'clearCache',
        summary: 'Delete all responses, or those of a model',
        tags: ['cache'],
        querystring: strictObject({ model: Type.Optional(Model) }),
        response: { 200: Type.Object({ deleted: Count }) },
      },
    },
    async (request) => ({ deleted: await cache.clear(request.query.model ?? null) }),
  );

  app.get(
    '/api/v1/cache/stats',
    {
      config: { administrator: true },
      schema: {
        operationId: 'cacheStats',
        summary: 'Get hits, misses and size of the cache, in total and by model',
        tags: ['cache'],
        response: {
          200: Type.Object({ ...modelStats, by_model: Type.Record(Type.String(), Type.Object(modelStats)) }),
        },
      },
    },
    async () => {
      const { byModel, ...total } = await cache.stats();
      const models = Array.from(
        byModel,
        ([model, stats]) => [model.replaceAll(SEPARATOR, ': '), withHitRate(stats)] as const,
      );
      return { ...withHitRate(total), by_model: Object.fromEntries(models) };
    },
  );
}

function nearestShown({ query, similarity, differences }: NearestQuestion) {
  return { query, similarity, differences: [...differences] };
}

function withHitRate(stats: ModelStats) {
  const checks = stats.hits + stats.misses;
  return { ...stats, hit_rate: checks === 0 ? 0 : stats.hits / checks };
}
