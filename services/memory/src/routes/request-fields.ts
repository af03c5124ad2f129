import { AppError } from '@anima/service/errors';
import { IsoDateOrTime, isIsoDate, isoTimeToMs, strictObject } from '@anima/service/schema';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { AGENT_NAME, ONE_LINE, PROJECT_NAME } from '../domain/memory/name-patterns.js';
import type { MemoryFilter } from '../domain/recall/filter.js';
import { Importance, MemoryTypeSchema } from './memory-record.js';

/** Sizes in bytes of UTF-8, set by configuration. */
export interface TextLimits {
  contentBytes: number;
  queryBytes: number;
}

export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 64 });
/** At least one character that is not white space. */
export const Text = Type.String({ minLength: 1, pattern: '\\S' });
export const AgentId = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: AGENT_NAME,
});
export const ProjectName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: PROJECT_NAME,
  description: 'Name or id of a project',
});
export const Name = Type.String({ minLength: 1, maxLength: 128, pattern: ONE_LINE });
export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 });
export const PageSize = Type.Integer({ minimum: 1, maximum: 200, default: 20 });

const filterFields = {
  memory_type: Type.Optional(MemoryTypeSchema),
  source_agent: Type.Optional(AgentId),
  project_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Id or name of a project' }),
  ),
  min_importance: Type.Optional(Importance),
  shared_with: Type.Optional(
    Type.String({ ...AgentId, description: 'Memories shared with this agent, by name or with all' }),
  ),
  include_archived: Type.Optional(Type.Boolean({ default: false })),
};

/** All given fields must hold. */
export const Filter = strictObject(
  {
    ...filterFields,
    tags: Type.Optional(Tags),
    date_range: Type.Optional(
      strictObject({ from: Type.Optional(IsoDateOrTime), to: Type.Optional(IsoDateOrTime) }),
    ),
  },
  { description: 'All given fields must hold; date_range is about created_at, both ends included' },
);

/** The same as query parameters. */
export const filterParameters = {
  ...filterFields,
  tags: Type.Optional(Tags),
  from: Type.Optional(IsoDateOrTime),
  to: Type.Optional(IsoDateOrTime),
};

export function toFilter(filter: Static<typeof Filter> = {}): MemoryFilter {
  const { date_range: range } = filter;
  return withoutUndefined({
    memoryType: filter.memory_type,
    sourceAgent: filter.source_agent,
    projectId: filter.project_id,
    minImportance: filter.min_importance,
    tags: filter.tags,
    sharedWith: filter.shared_with,
    includeArchived: filter.include_archived,
    createdFrom: range?.from === undefined ? undefined : isoTimeToMs(range.from),
    createdTo: range?.to === undefined ? undefined : endOf(range.to),
  });
}

const DAY_MS = 86_400_000;

/** As an end, a date includes the last millisecond of its day. */
function endOf(isoDateOrTime: string): number {
  return isoTimeToMs(isoDateOrTime) + (isIsoDate(isoDateOrTime) ? DAY_MS - 1 : 0);
}

/** A field that was not given is left out, so that a spread over it keeps what was there. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

export function requireContent(content: string, { contentBytes }: TextLimits): string {
  return requireStorable('content', requireText('content', content, contentBytes, 'content_too_large'));
}

export function requireQuery(query: string, { queryBytes }: TextLimits): string {
  return requireText('query', query, queryBytes, 'query_too_large');
}

/** Neither SQLite nor PostgreSQL keeps what stands behind a NUL in a text. */
export function requireStorable(field: string, text: string): string {
  if (!text.includes('\0')) return text;
  const message = `Expected well-formed text for ${field}, received a NUL character`;
  throw new AppError('validation_failed', message, { errors: [{ path: field, message }] });
}

function requireText(field: string, text: string, maxBytes: number, code: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes)
    throw new AppError(code, `Expected at most ${maxBytes} bytes for ${field}, received ${bytes}`);
  return text;
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
