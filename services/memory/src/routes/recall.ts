import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import Type from 'typebox';
import { Page, PageSize, Text } from '../api/fields.js';
import { Filter, toFilter } from '../api/filter.js';
import { requireQuery, type TextLimits } from '../api/text-limits.js';
import { recall, type ScoredMemory, search } from '../domain/recall/recall.js';
import type { Callers } from './callers.js';
import { MarkedRecord, toMarkedRecord } from './memory-record.js';

const Share = Type.Number({ minimum: 0, maximum: 1 });

const ScoredRecord = Type.Object({
  ...MarkedRecord.properties,
  score: Type.Number({ description: 'Falls with the rank; comparable within one answer only' }),
  score_parts: Type.Object({ semantic: Share, keyword: Share, recency: Share, importance: Share }),
});

export function recallRoutes(app: ServiceApp, callers: Callers, limits: TextLimits): void {
  app.post(
    '/api/v1/recall',
    {
      config: { errors: ['query_too_large', 'overloaded'] },
      schema: {
        operationId: 'recall',
        summary: 'The memories most relevant to a question',
        tags: ['memories'],
        body: strictObject({
          query: Text,
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 10 })),
          filter: Type.Optional(Filter),
        }),
        response: {
          200: Type.Object({
            memories: Type.Array(ScoredRecord),
            took_ms: Type.Number({ description: 'Time in the service, embedding included' }),
          }),
        },
      },
    },
    async (request) => {
      const { body } = request;
      const deps = callers.view(request);
      const started = performance.now();
      const found = await recall(deps, requireQuery(body.query, limits), {
        limit: body.limit ?? 10,
        filter: toFilter(body.filter),
      });
      const now = deps.clock();
      return {
        memories: found.map((scored) => toScoredRecord(scored, now)),
        took_ms: Math.round((performance.now() - started) * 1000) / 1000,
      };
    },
  );

  app.post(
    '/api/v1/search',
    {
      config: { errors: ['query_too_large', 'overloaded'] },
      schema: {
        operationId: 'search',
        summary: 'All memories that pass the filter, most relevant first, page by page',
        tags: ['memories'],
        body: strictObject({
          query: Text,
          filter: Type.Optional(Filter),
          page: Type.Optional(Page),
          page_size: Type.Optional(PageSize),
        }),
        response: {
          200: Type.Object({
            results: Type.Array(
              Type.Object({
                ...ScoredRecord.properties,
                highlights: Type.Array(
                  Type.Object({
                    text: Type.String(),
                    ranges: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
                      description: 'Matching words as [start, end) within text',
                    }),
                  }),
                ),
              }),
            ),
            page: Type.Integer(),
            page_size: Type.Integer(),
            total: Type.Integer(),
            total_pages: Type.Integer(),
          }),
        },
      },
    },
    async (request) => {
      const { body } = request;
      const deps = callers.view(request);
      const { page = 1, page_size: pageSize = 20 } = body;
      const { results, total } = await search(deps, requireQuery(body.query, limits), {
        page,
        pageSize,
        filter: toFilter(body.filter),
      });
      const now = deps.clock();
      return {
        results: results.map((result) => ({
          ...toScoredRecord(result, now),
          highlights: result.highlights.map(({ text, ranges }) => ({
            text,
            ranges: ranges.map((range) => [...range]),
          })),
        })),
        page,
        page_size: pageSize,
        total,
        total_pages: Math.ceil(total / pageSize),
      };
    },
  );
}

function toScoredRecord({ memory, contradicts, score, parts }: ScoredMemory, now: number) {
  return { ...toMarkedRecord(memory, now, contradicts), score, score_parts: { ...parts } };
}
