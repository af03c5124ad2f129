import { AppError } from '@anima/service/errors';
import { IsoDateOrTime, isIsoDate, isoTimeToMs, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { Tag } from '../memory/memory-fields.js';
import { MAX_REASON_LENGTH } from '../relations/screen-reason.js';
import { MAX_SUPERSEDED_AT_ONCE } from '../relations/supersede.js';
import { DAY_MS } from '../search/ranking/calendar.js';

/** Fields that request bodies and tool arguments share, in addition to the fields of a memory. */

export {
  AgentId,
  Importance,
  MemoryTypeSchema,
  Name,
  ProjectName,
  Text,
} from '../memory/memory-fields.js';

const TEN_YEARS_IN_SECONDS = 315_360_000;

export const Tags = Type.Array(Tag, { maxItems: 64 });
export const TtlSeconds = Type.Integer({
  minimum: 1,
  maximum: TEN_YEARS_IN_SECONDS,
  description: 'Archived after this time',
});
/** A reference to a project. A name that no project can have matches none, and is not rejected. */
export const ProjectRef = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Id or name of a project',
});
export const ValidFrom = Type.String({
  ...IsoDateOrTime,
  description: 'ISO date or time from which it is true, by default occurred_at, else created_at',
});
export const ValidUntil = Type.String({
  ...IsoDateOrTime,
  description: 'ISO date (included) or time (excluded) until which it is true',
});

/** Returns the end of a validity in ms since the epoch, excluded: a date includes its day. */
export function validUntilMs(value: string | null): number | null {
  return value === null ? null : isoTimeToMs(value) + (isIsoDate(value) ? DAY_MS : 0);
}
export const Superseded = Type.Array(Uuid, {
  minItems: 1,
  maxItems: MAX_SUPERSEDED_AT_ONCE,
  uniqueItems: true,
  description: 'Memories that this one supersedes; they are archived',
});
export const Reason = Type.String({ minLength: 1, maxLength: MAX_REASON_LENGTH });
/** The schema has no default: routes with a cursor treat an omitted page differently from page 1. */
export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000 });
export const PageSize = Type.Integer({ minimum: 1, maximum: 200, default: 20 });

/** Converts the ids to lower case and rejects duplicates; `uniqueItems` would compare the case. */
export function distinctIds(field: string, memoryIds: readonly string[]): string[] {
  const ids = memoryIds.map((id) => id.toLowerCase());
  if (new Set(ids).size === ids.length) return ids;
  const message = `Expected different ids for ${field}, received a duplicate`;
  throw new AppError('validation_failed', message, { errors: [{ path: field, message }] });
}
