import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, isoTimeToMs, Nullable, strictObject } from '@anima/service/schema';
import Type from 'typebox';
import type { Callers } from '../http/callers.js';
import { Page, PageSize, Text } from '../http/fields.js';
import { AsOf, Filter, toFilter, withAsOf } from '../http/filter.js';
import { Cursor, decodeCursor, encodeCursor, NextCursor, refusePageWithCursor } from '../http/list-cursor.js';
import { requireQuery, type TextLimits } from '../http/text-limits.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { MarkedRecord, toMarkedRecord } from '../memory/memory-record.js';
import {
  type DatePhrase,
  datePhrases,
  isTimeZone,
  type QueryClock,
  serverClock,
} from '../search/ranking/date-phrases.js';
import type { MemoryFilter } from './filter.js';
import { recall, search, searchOn } from './recall.js';
import type { ScoredMemory } from './scored-memory.js';
import { createSearchCursors, type SearchCursors } from './search-cursors.js';

const Share = Type.Number({ minimum: 0, maximum: 1 });

const ScoredRecord = Type.Object({
  ...MarkedRecord.properties,
  score: Type.Number({ description: 'Falls with the rank; comparable only within one response' }),
  relevance: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Probability that the memory answers the query',
  }),
  score_parts: Type.Object({ semantic: Share, keyword: Share, recency: Share, importance: Share }),
  passage: Type.Optional(
    Type.Object(
      { text: Type.String(), start: Type.Integer(), end: Type.Integer() },
      {
        description:
          'The matching part of a long content with its surroundings: content from start to end (exclusive), in UTF-16 code units',
      },
    ),
  ),
});

/** Clock against which dates in the query are read. */
const clockFields = {
  now: Type.Optional(
    Type.String({
      ...IsoTime,
      description: 'Time of the query, for dates in it; default: the time of the server',
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA time zone of dates in the query; default: the zone of the server',
    }),
  ),
};

const Interpreted = Nullable(Type.Object({ phrase: Type.String(), from: IsoTime, to: IsoTime }));

export function recallRoutes(app: ServiceApp, callers: Callers, limits: TextLimits): void {
  const cursors = createSearchCursors();
  app.post(
    '/api/v1/recall',
    {
      config: { errors: ['query_too_large', 'overloaded'] },
      schema: {
        operationId: 'recall',
        summary: 'Recall the memories that are most relevant to a query',
        tags: ['memories'],
        body: strictObject({
          query: Text,
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 10 })),
          filter: Type.Optional(Filter),
          max_tokens: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1_000_000,
              description: 'Adds context_text with at most this number of tokens',
            }),
          ),
          min_relevance: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 1,
              description: 'Omits memories below this relevance; default: none',
            }),
          ),
          ...clockFields,
          as_of: Type.Optional(AsOf),
        }),
        response: {
          200: Type.Object({
            memories: Type.Array(ScoredRecord),
            answerable: Type.Number({
              minimum: 0,
              maximum: 1,
              description: 'Probability that the best memories answer the query',
            }),
            interpreted: Interpreted,
            context_text: Type.Optional(
              Type.String({ description: 'Passages of the best memories, quoted as data for a prompt' }),
            ),
            context_tokens: Type.Optional(Type.Integer({ description: 'Upper estimate for context_text' })),
            took_ms: Type.Number({ description: 'Processing time, embedding included' }),
          }),
        },
      },
    },
    async (request) => {
      const { body } = request;
      const deps = callers.view(request);
      const started = performance.now();
      const now = deps.clock();
      const query = requireQuery(body.query, limits);
      const dates = datePhrases(query, clockOf(body, now));
      const { memories, answerable, text } = await recall(deps, query, {
        limit: body.limit ?? 10,
        filter: withAsOf(toFilter(body.filter), body.as_of),
        maxTokens: body.max_tokens ?? null,
        minRelevance: body.min_relevance ?? 0,
        dates,
      });
      return {
        memories: memories.map((scored) => toScoredRecord(scored, now)),
        answerable: Math.round(answerable * 1000) / 1000,
        ...(text === null ? {} : { context_text: text.text, context_tokens: text.tokens }),
        interpreted: interpretedOf(dates),
        took_ms: Math.round((performance.now() - started) * 1000) / 1000,
      };
    },
  );

  app.post(
    '/api/v1/search',
    {
      config: { errors: ['query_too_large', 'overloaded', 'cursor_expired'] },
      schema: {
        operationId: 'search',
        summary: 'Search all memories that pass the filter, most relevant first, page by page',
        tags: ['memories'],
        body: strictObject({
          query: Text,
          filter: Type.Optional(Filter),
          as_of: Type.Optional(AsOf),
          page: Type.Optional(Page),
          page_size: Type.Optional(PageSize),
          cursor: Type.Optional(Cursor),
          ...clockFields,
        }),
        response: {
          200: Type.Object({
            interpreted: Interpreted,
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
      const { body } = request;
      const deps = callers.view(request);
      const { page_size: pageSize = 20, cursor } = body;
      refusePageWithCursor(body.page, cursor);
      const query = requireQuery(body.query, limits);
      const filter = withAsOf(toFilter(body.filter), body.as_of);
      const now = deps.clock();
      const dates = datePhrases(query, clockOf(body, now));
      const { page, results, total, nextCursor } =
        body.page === undefined
          ? await continueSearch(deps, cursors, query, { filter, dates, pageSize, cursor })
          : {
              page: body.page,
              nextCursor: null,
              ...(await search(deps, query, { page: body.page, pageSize, filter, dates })),
            };
      return {
        interpreted: interpretedOf(dates),
        next_cursor: nextCursor,
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

/** Returns the first page of a search, or the page of the cursor, which can be used again. */
async function continueSearch(
  deps: MemoryDependencies,
  cursors: SearchCursors,
  query: string,
  {
    filter,
    dates,
    pageSize,
    cursor,
  }: { filter: MemoryFilter; dates: readonly DatePhrase[]; pageSize: number; cursor: string | undefined },
) {
  const identity = JSON.stringify([query, filter]);
  const [page, id, position] =
    cursor === undefined ? [1, null, 0] : decodeCursor(cursor, ['number', 'string', 'number']);
  const opened = id === null ? cursors.start(identity) : cursors.open(id, identity, position);
  const { returned } = opened;
  const { results, total, keys, hasMore } = await searchOn(deps, query, {
    returned,
    pageSize,
    filter,
    dates,
  });
  if (!hasMore) return { page, results, total, nextCursor: null };
  returned.push(...keys);
  cursors.save(opened);
  return { page, results, total, nextCursor: encodeCursor([page + 1, opened.id, returned.length]) };
}

function toScoredRecord(
  { memory, contradicts, score, parts, relevance, passage }: ScoredMemory,
  now: number,
) {
  return {
    ...toMarkedRecord(memory, now, contradicts),
    score,
    relevance: Math.round(relevance * 1000) / 1000,
    score_parts: { ...parts },
    ...(passage === null ? {} : { passage: { ...passage } }),
  };
}

function clockOf({ now, time_zone }: { now?: string; time_zone?: string }, serverNow: number): QueryClock {
  const { timeZone } = serverClock(serverNow);
  if (time_zone !== undefined && !isTimeZone(time_zone))
    throw new AppError(
      'validation_failed',
      `Expected an IANA time zone such as Europe/Berlin for time_zone, received "${time_zone}"`,
    );
  return { now: now === undefined ? serverNow : isoTimeToMs(now), timeZone: time_zone ?? timeZone };
}

/** Returns the first phrase of the query that names a time, as it was read; both ends are included. */
function interpretedOf([first]: readonly DatePhrase[]) {
  return first === undefined
    ? null
    : { phrase: first.phrase, from: isoTime(first.from), to: isoTime(first.to - 1) };
}
