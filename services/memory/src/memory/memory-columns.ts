import { IsoTime, Nullable, Uuid } from '@anima/service/schema';
import Type, { type Static, type TSchema } from 'typebox';
import { type Memory, memoryOrigins, memoryRoles } from './memory.js';
import { AgentId, Importance, MemoryTypeSchema, Name, StoredTag, Text } from './memory-fields.js';

/**
 * The stored fields of a memory. Rows, SQL and archive records of every database follow from this table. The fields
 * `key` and `project` are missing: each storage has its own keys.
 *
 * A new field needs a line here and a migration in the schema of each database (`addColumn` gives its SQL). The stores
 * refuse to compile without the line, and a test of each database fails without the migration.
 */

export type StoredField = Exclude<keyof Memory, 'key' | 'project'>;

/** How a field is stored: times in ms since the epoch, `list` as JSON or an array, `shares` as "all" or a list. */
export type ColumnKind = 'id' | 'text' | 'real' | 'integer' | 'time' | 'list' | 'ids' | 'shares';

export interface MemoryColumn {
  field: StoredField;
  /** Name of the column, and of the field in an archive. */
  name: string;
  kind: ColumnKind;
  isNullable: boolean;
  /** Whether an update of a memory writes the column. */
  isUpdated: boolean;
  /** Whether an archive holds the field in `metadata`. */
  isMetadata: boolean;
  /** Schema of the field in an archive. */
  schema: TSchema;
  /** Whether the field is newer than the archive format, so that archives may lack it. It is nullable then. */
  isLater: boolean;
}

interface Definition {
  kind: ColumnKind;
  schema: TSchema;
  nullable?: true;
  updated?: true;
  metadata?: true;
  later?: true;
}

const time = { kind: 'time', schema: IsoTime } as const;
const list = <Item extends TSchema>(items: Item, maxItems: number) => Type.Array(items, { maxItems });
const count = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });

const definitions = {
  memoryId: { kind: 'id', schema: Uuid },
  content: { kind: 'text', schema: Text, updated: true },
  type: { kind: 'text', schema: MemoryTypeSchema, updated: true },
  importance: { kind: 'real', schema: Importance, updated: true },
  tags: { kind: 'list', schema: list(StoredTag, 10_000), updated: true },
  sourceAgent: { kind: 'text', schema: AgentId },
  createdAt: time,
  updatedAt: { ...time, updated: true },
  occurredAt: { ...time, nullable: true },
  expiresAt: { ...time, nullable: true, updated: true },
  archivedAt: { ...time, nullable: true, updated: true },
  sharedWith: {
    kind: 'shares',
    schema: Type.Union([Type.Literal('all'), list(AgentId, 100_000)]),
    updated: true,
  },
  supersededBy: { kind: 'id', schema: Uuid, nullable: true, updated: true },
  mergedFrom: { kind: 'ids', schema: list(Uuid, 100_000) },
  accessCount: { kind: 'integer', schema: count(0) },
  lastAccessedAt: { ...time, nullable: true },
  conversationId: { kind: 'text', schema: Name, nullable: true },
  impliedConversation: {
    kind: 'text',
    schema: Type.String({ minLength: 1, maxLength: 1024 }),
    nullable: true,
  },
  speaker: { kind: 'text', schema: Name, nullable: true },
  role: { kind: 'text', schema: Type.Enum([...memoryRoles]), nullable: true, later: true },
  origin: { kind: 'text', schema: Type.Enum([...memoryOrigins]), metadata: true },
  sourcePath: {
    kind: 'text',
    schema: Type.String({ minLength: 1, maxLength: 4096, pattern: '^[^\\0]+$' }),
    nullable: true,
    updated: true,
    metadata: true,
  },
  sourceLine: { kind: 'integer', schema: count(1), nullable: true, metadata: true },
  sourceKey: {
    kind: 'text',
    schema: Type.String({ minLength: 1, maxLength: 1024 }),
    nullable: true,
    updated: true,
    metadata: true,
  },
} as const satisfies Record<StoredField, Definition>;
type Definitions = typeof definitions;

/** The fields of a memory in an archive: `metadata` or the others. */
export type ArchivedFields<IsMetadata extends boolean> = Archived<IsMetadata, false> &
  Partial<Archived<IsMetadata, true>>;

type Archived<IsMetadata extends boolean, IsLater extends boolean> = {
  [Field in StoredField as [Has<Field, 'metadata'>, Has<Field, 'later'>] extends [IsMetadata, IsLater]
    ? SnakeCase<Field>
    : never]: Static<Definitions[Field]['schema']> | (Has<Field, 'nullable'> extends true ? null : never);
};

type Has<Field extends StoredField, Flag extends keyof Definition> = Definitions[Field] extends {
  [F in Flag]: true;
}
  ? true
  : false;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

export const memoryColumns: readonly MemoryColumn[] = Object.entries<Definition>(definitions).map(
  ([field, { kind, schema, nullable, updated, metadata, later }]) => ({
    field: field as StoredField,
    name: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    kind,
    isNullable: nullable === true,
    isUpdated: updated === true,
    isMetadata: metadata === true,
    isLater: later === true,
    schema: later ? Type.Optional(Nullable(schema)) : nullable ? Nullable(schema) : schema,
  }),
);

/** Returns the column of a field. */
export const columnOf = (field: StoredField): MemoryColumn =>
  memoryColumns.find((column) => column.field === field)!;
