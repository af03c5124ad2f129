import { IsoDateOrTime, isIsoDate, isoTimeToMs, strictObject } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import type { MemoryFilter } from '../recall/filter.js';
import { AgentId, Importance, MemoryTypeSchema, ProjectRef, Tags } from './fields.js';

/** The description is short, since it occurs twice in each tool with a filter. */
const DateOrTime = Type.String({ ...IsoDateOrTime, description: 'ISO 8601 date or time' });

const filterFields = {
  memory_type: Type.Optional(MemoryTypeSchema),
  source_agent: Type.Optional(AgentId),
  project_id: Type.Optional(ProjectRef),
  min_importance: Type.Optional(Importance),
  shared_with: Type.Optional(Type.String({ ...AgentId, description: 'Shared with this agent or with all' })),
  state_at: Type.Optional(
    Type.String({ ...DateOrTime, description: 'True at this time by what is known today' }),
  ),
  include_archived: Type.Optional(Type.Boolean({ default: false })),
};

/** Time of a past state of the store. */
export const AsOf = Type.String({
  ...DateOrTime,
  description: 'Only memories that the store held as true at this time',
});

/** All given fields must match. */
export const Filter = strictObject(
  {
    ...filterFields,
    tags: Type.Optional(Tags),
    date_range: Type.Optional(
      strictObject({ from: Type.Optional(DateOrTime), to: Type.Optional(DateOrTime) }),
    ),
  },
  { description: 'All fields must match; date_range: created_at, ends included' },
);

/** The same filter as query parameters. */
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
    stateAt: filter.state_at === undefined ? undefined : endOf(filter.state_at),
    createdFrom: range?.from === undefined ? undefined : isoTimeToMs(range.from),
    createdTo: range?.to === undefined ? undefined : endOf(range.to),
  });
}

const DAY_MS = 86_400_000;

/** Adds `as_of` of a request to its filter. */
export function withAsOf(filter: MemoryFilter, asOf: string | undefined): MemoryFilter {
  return asOf === undefined ? filter : { ...filter, asOf: endOf(asOf) };
}

/** Returns the end of the range: a date includes the last millisecond of its day. */
function endOf(isoDateOrTime: string): number {
  return isoTimeToMs(isoDateOrTime) + (isIsoDate(isoDateOrTime) ? DAY_MS - 1 : 0);
}

/** Omits undefined fields, so that spreading the result does not overwrite existing values. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
