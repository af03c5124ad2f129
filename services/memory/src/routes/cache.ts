import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, strictObject } from '@anima/service/schema';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Name, Text } from '../api/fields.js';
import { requireQuery, requireStorable, type TextLimits } from '../api/text-limits.js';
import {
  contextKey,
  type ModelStats,
  type NearestQuestion,
  type ResponseCache,
} from '../domain/cache/response-cache.js';
import { strictnesses } from '../domain/cache/strictness.js';
import type { Callers } from './callers.js';

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
};
/** Occurs in no name of an agent or a model, so that different pairs have different keys. */
const OF_AGENT = '\u001f';
const AskedStrictness = Type.Enum([...strictnesses], {
  description:
    'How alike two questions must be: strict takes the same words in other forms and plain synonyms, loose also words that ' +
    'only seem to say the same; without it what MEMORY_CACHE_STRICTNESS says',
});
const Reasons = Type.Array(Type.String(), { description: 'Short lines that quote the words they speak of' });
const Count = Type.Integer({ minimum: 0 });
const modelStats = {
  hits: Count,
  misses: Count,
  hit_rate: Type.Number({ minimum: 0, maximum: 1, description: 'Of all checks; 0 before the first' }),
  entries: Count,
  bytes: Count,
  evictions: Count,
};

/** Responses of language models, by the meaning of the question. */
export function cacheRoutes(
  app: ServiceApp,
  cache: ResponseCache,
  callers: Callers,
  limits: TextLimits,
): void {
  /**
   * Responses of an isolated agent are stored under a separate model name, so that only this agent finds
   * them.
   */
  const scopeOf = (
    request: FastifyRequest,
    {
      model,
      context_depth: contextDepth = 0,
      context = [],
    }: { model: string; context_depth?: number; context?: string[] },
  ) => {
    const agent = callers.confinedAgent(request);
    return {
      model: agent === null ? model : agent + OF_AGENT + model,
      contextDepth,
      context: contextKey(context, contextDepth),
    };
  };

  app.post(
    '/api/v1/cache/check',
    {
      config: { errors: ['query_too_large', 'overloaded'] },
      schema: {
        operationId: 'checkCache',
        summary: 'Is there a response to a question of the same meaning?',
        description:
          'A hit needs the same model and context_depth, and a question that asks the same. Every word of either has to ' +
          'have its like in the other, or be shown to change nothing: another number, name, unit, version, direction, ' +
          'negation or opposite, a word more or less, are another question. `why` says what a hit rests on; after a miss, ' +
          '`nearest` is the nearest question that was not answered, and what tells it apart.',
        tags: ['cache'],
        body: strictObject({ query: Text, ...scopeFields, strictness: Type.Optional(AskedStrictness) }),
        response: {
          200: Type.Object({
            hit: Type.Boolean(),
            response: Type.Optional(Type.String()),
            similarity: Type.Optional(
              Type.Number({ minimum: 0, maximum: 1, description: 'How surely both ask the same' }),
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
      const found = await cache.check(scopeOf(request, scope), requireQuery(query, limits), strictness);
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
        summary: 'Keep a response; the very same question is replaced',
        tags: ['cache'],
        body: strictObject({
          query: Text,
          response: Type.String({ minLength: 1 }),
          ...scopeFields,
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
            replaced: Type.Boolean({ description: 'The question was there before' }),
          }),
        },
      },
    },
    async (request, reply) => {
      const { query, response, ttl_seconds = null, ...given } = request.body;
      const scope = scopeOf(request, given);
      const question = requireStorable('query', requireQuery(query, limits));
      const stored = await cache.store(scope, question, requireStorable('response', response), ttl_seconds);
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
        summary: 'Forget all responses, or those of a model',
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
        summary: 'Hits, misses and size of the cache, in all and by model',
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
        ([model, stats]) => [model.replace(OF_AGENT, ': '), withHitRate(stats)] as const,
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
