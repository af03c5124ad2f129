import { IsoTime, isoTime, Nullable, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import { Importance, MemoryTypeSchema } from '../http/fields.js';
import { contradictionReasons } from '../judge/pair-judge.js';
import type { RelatedMemories } from '../related/find-related.js';
import type { Contradiction } from '../relations/contradictions.js';
import { type Standing as StandingOfMemory, standingOf } from '../relations/standing.js';
import { shortened } from '../text/shortened.js';
import { isArchived, type Memory, memoryOrigins, memoryRoles } from './memory.js';
import { validFromOf } from './validity.js';

export const Warnings = Type.Array(
  Type.Object({ code: Type.String(), kind: Type.String(), message: Type.String() }),
  { description: 'Warnings about the text, such as a secret in it; never its value' },
);

/** The schema of a memory in all responses. */
export const MemoryRecord = Type.Object(
  {
    memory_id: Uuid,
    content: Type.String(),
    type: MemoryTypeSchema,
    importance: Importance,
    project_id: Nullable(Uuid),
    project: Nullable(Type.String({ description: 'Name of the project' })),
    tags: Type.Array(Type.String()),
    source_agent: Type.String({ description: 'The agent that wrote the memory' }),
    created_at: IsoTime,
    updated_at: IsoTime,
    state: Type.Enum(['active', 'archived']),
    archived_at: Nullable(IsoTime),
    expires_at: Nullable(IsoTime),
    shared_with: Type.Union([Type.Literal('all'), Type.Array(Type.String())], {
      description: '"all", or the ids of the agents with which it is shared; empty: not shared',
    }),
    superseded_by: Nullable(
      Type.String({
        format: 'uuid',
        description: 'The memory into which it was merged, or that superseded it',
      }),
    ),
    merged_from: Type.Array(Uuid),
    access_count: Type.Integer({ minimum: 0 }),
    last_accessed_at: Nullable(IsoTime),
    conversation_id: Nullable(Type.String()),
    speaker: Nullable(Type.String()),
    role: Nullable(Type.Enum([...memoryRoles], { description: 'Role of the speaker' })),
    occurred_at: Nullable(IsoTime),
    valid_from: Type.String({
      ...IsoTime,
      description: 'Time from which it is true; by default occurred_at, else created_at',
    }),
    valid_until: Nullable(
      Type.String({
        ...IsoTime,
        description: 'Time until which it is true (excluded); set by a memory that supersedes it',
      }),
    ),
    metadata: Type.Object({
      origin: Type.Enum([...memoryOrigins]),
      source_path: Type.Optional(Type.String()),
      source_line: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  },
  { description: 'One memory' },
);
export type MemoryRecord = Static<typeof MemoryRecord>;

const Standing = Type.Object(
  {
    state: Type.Enum(['current', 'superseded', 'disputed', 'expired']),
    by: Type.Optional(Type.String({ ...Uuid, description: 'The memory that supersedes it' })),
    with: Type.Optional(Type.Array(Uuid, { description: 'The memories that contradict it' })),
    since: Type.Optional(IsoTime),
  },
  {
    description:
      'Present knowledge: superseded by a memory; disputed with active memories; expired: its validity has ended or it was archived',
  },
);

/** A memory in a response that also states its standing and lists its contradictions. */
export const MarkedRecord = Type.Object({
  ...MemoryRecord.properties,
  standing: Standing,
  contradicts: Type.Optional(
    Type.Array(
      Type.Object({
        memory_id: Uuid,
        newest: Type.Boolean({ description: 'True if the other statement is newer than this one' }),
      }),
      {
        description:
          'Memories in this response and other active memories that were judged to contradict this one; omitted if there are none',
      },
    ),
  ),
});

export function toRecord(memory: Memory, now: number): MemoryRecord {
  const archived = isArchived(memory, now);
  return {
    memory_id: memory.memoryId,
    content: memory.content,
    type: memory.type,
    importance: memory.importance,
    project_id: memory.project?.projectId ?? null,
    project: memory.project?.name ?? null,
    tags: [...memory.tags],
    source_agent: memory.sourceAgent,
    created_at: isoTime(memory.createdAt),
    updated_at: isoTime(memory.updatedAt),
    state: archived ? 'archived' : 'active',
    archived_at: archived ? isoTime(memory.archivedAt ?? memory.expiresAt!) : null,
    expires_at: isoTime(memory.expiresAt),
    shared_with: memory.sharedWith === 'all' ? 'all' : [...memory.sharedWith],
    superseded_by: memory.supersededBy,
    merged_from: [...memory.mergedFrom],
    access_count: memory.accessCount,
    last_accessed_at: isoTime(memory.lastAccessedAt),
    conversation_id: memory.conversationId,
    speaker: memory.speaker,
    role: memory.role,
    occurred_at: isoTime(memory.occurredAt),
    valid_from: isoTime(validFromOf(memory)),
    valid_until: isoTime(memory.validUntil),
    metadata: {
      origin: memory.origin,
      ...(memory.sourcePath === null ? {} : { source_path: memory.sourcePath }),
      ...(memory.sourceLine === null ? {} : { source_line: memory.sourceLine }),
    },
  };
}

export function toMarkedRecord(
  memory: Memory,
  now: number,
  contradicts: readonly Contradiction[] = [],
): Static<typeof MarkedRecord> {
  const record = {
    ...toRecord(memory, now),
    standing: toStanding(standingOf(memory, contradicts, now)),
  };
  if (contradicts.length === 0) return record;
  const marks = contradicts.map(({ memoryId, newest }) => ({ memory_id: memoryId, newest }));
  return { ...record, contradicts: marks };
}

function toStanding(standing: StandingOfMemory): Static<typeof Standing> {
  if (standing.state === 'current') return standing;
  const since = isoTime(standing.since);
  return standing.state === 'disputed'
    ? { ...standing, with: [...standing.with], since }
    : { ...standing, since };
}

/** Maximum number of characters of a related content in responses to imports. */
export const RELATED_OF_IMPORTS = 300;

/** Fields of every response about a new text. */
export const RelatedFields = {
  related: Type.Array(
    Type.Object({
      memory_id: Uuid,
      content: Type.String({ description: 'In responses to imports, the first 300 characters' }),
      created_at: IsoTime,
      why: Type.String({ description: 'Short reason for users' }),
    }),
    {
      maxItems: 3,
      description:
        'Active memories of the same project, or without a project, that may concern the same subject, the surest first. If ' +
        'this memory replaces one of them, call supersede. If both are true, no action is needed',
    },
  ),
  conflicts: Type.Array(
    Type.Object({
      memory_id: Uuid,
      reason: Type.Enum([...contradictionReasons]),
      evidence: Type.Array(Type.String()),
    }),
    { description: 'Decisions, preferences and facts that contradict this one according to the rules' },
  ),
};

/** Converts related memories. Contents are shortened if a response is about many texts. */
export function toRelated(
  { related, conflicts }: Pick<RelatedMemories, 'related' | 'conflicts'>,
  maxCharacters = Number.POSITIVE_INFINITY,
) {
  return {
    related: related.map(({ memory: { memoryId, content, createdAt }, why }) => ({
      memory_id: memoryId,
      content: shortened(content, maxCharacters),
      created_at: isoTime(createdAt),
      why,
    })),
    conflicts: conflicts.map(({ memory: { memoryId }, reason, evidence }) => ({
      memory_id: memoryId,
      reason,
      evidence,
    })),
  };
}
