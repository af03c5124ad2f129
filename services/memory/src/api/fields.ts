import Type from 'typebox';
import { Tag } from '../domain/memory/memory-fields.js';

/** What the bodies of requests and the arguments of tools have in common, beside the fields of a memory. */

export {
  AgentId,
  Importance,
  MemoryTypeSchema,
  Name,
  ProjectName,
  Text,
} from '../domain/memory/memory-fields.js';

const TEN_YEARS_IN_SECONDS = 315_360_000;

export const Tags = Type.Array(Tag, { maxItems: 64 });
export const TtlSeconds = Type.Integer({
  minimum: 1,
  maximum: TEN_YEARS_IN_SECONDS,
  description: 'Archived after this time',
});
/** Of a project that should exist: what no project can be called finds none, and is not refused. */
export const ProjectRef = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Id or name of a project',
});
export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 });
export const PageSize = Type.Integer({ minimum: 1, maximum: 200, default: 20 });
