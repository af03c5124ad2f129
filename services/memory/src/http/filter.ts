import { IsoDateOrTime, isIsoDate, isoTimeToMs, strictObject } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import type { MemoryFilter } from '../recall/filter.js';
import { DAY_MS } from '../search/ranking/calendar.js';
import { AgentId, Importance, MemoryTypeSchema, ProjectRef, Tags } from './fields.js';

/** The filter describes its dates, since they occur four times in each tool with a filter. */
const DateOrTime = Type.String({ format: 'iso-date-or-time' });

const filterFields = {
  memory_type: Type.Optional(MemoryTypeSchema),
  source_agent: Type.Optional(AgentId),
  project_id: Type.Optional(ProjectRef),
  min_importance: Type.Optional(Importance),
  shared_with: Type.Optional(Type.String({ ...AgentId, description: 'Shared with this agent or with all' })),
  speaker: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  state_at: Type.Optional(
    Type.String({ ...DateOrTime, description: 'True at this time, as far as it is known today' }),
  ),
  include_archived: Type.Optional(Type.Boolean({ default: false })),
};

const Range = strictObject({ from: Type.Optional(DateOrTime), to: Type.Optional(DateOrTime) });

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
    date_range: Type.Optional(Range),
    occurred: Type.Optional(Range),
  },
  {
    description:
      'All fields must match. ISO 8601 dates or times, ends included; date_range: created_at, occurred: occurred_at, else created_at',
  },
);

/** The same filter as query parameters. */
export const filterParameters = {
  ...filterFields,
  tags: Type.Optional(Tags),
  from: Type.Optional(IsoDateOrTime),
  to: Type.Optional(IsoDateOrTime),
  occurred_from: Type.Optional(IsoDateOrTime),
  occurred_to: Type.Optional(IsoDateOrTime),
};

export function toFilter(filter: Static<typeof Filter> = {}): MemoryFilter {
  const { date_range: range, occurred } = filter;
  return withoutUndefined({
    memoryType: filter.memory_type,
    sourceAgent: filter.source_agent,
    projectId: filter.project_id,
    minImportance: filter.min_importance,
    tags: filter.tags,
    sharedWith: filter.shared_with,
    speaker: filter.speaker,
    includeArchived: filter.include_archived,
    stateAt: endOf(filter.state_at),
    createdFrom: startOf(range?.from),
    createdTo: endOf(range?.to),
    occurredFrom: startOf(occurred?.from),
    occurredTo: endOf(occurred?.to),
  });
}

const startOf = (isoDateOrTime?: string): number | undefined =>
  isoDateOrTime === undefined ? undefined : isoTimeToMs(isoDateOrTime);

/** Adds `as_of` of a request to its filter. */
export function withAsOf(filter: MemoryFilter, asOf: string | undefined): MemoryFilter {
  const at = endOf(asOf);
  return at === undefined ? filter : { ...filter, asOf: at };
}

/** Returns the end of the range: a date includes the last millisecond of its day. */
function endOf(isoDateOrTime?: string): number | undefined {
  if (isoDateOrTime === undefined) return undefined;
  return isoTimeToMs(isoDateOrTime) + (isIsoDate(isoDateOrTime) ? DAY_MS - 1 : 0);
}

/** Omits undefined fields, so that spreading the result does not overwrite existing values. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
