import { IsoTime, isoTime, isoTimeToMs, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import type { HistoryEntry } from '../../ports/memory-store.js';
import { type Memory, memoryOrigins, type Project } from '../memory/memory.js';
import {
  AgentId,
  Importance,
  MemoryTypeSchema,
  Name,
  StoredProjectName,
  StoredTag,
  Text,
} from '../memory/memory-fields.js';
import { createRecordCheck } from './record-check.js';

/** A memory as an archive holds it: all but its key, with its history from the second revision on. */
export interface ArchivedMemory {
  memory: Omit<Memory, 'key'>;
  history: readonly HistoryEntry[];
}

/** Every change but the first, which is the memory itself. */
const laterChanges: Record<Exclude<HistoryEntry['change'], 'created'>, true> = {
  updated: true,
  archived: true,
  restored: true,
  shared: true,
  merged: true,
  superseded: true,
  expired: true,
};

const ProjectArchiveRecord = strictObject({
  project_id: Uuid,
  name: StoredProjectName,
  created_at: IsoTime,
});
type ProjectArchiveRecord = Static<typeof ProjectArchiveRecord>;

/** The names of the API's record where it has them; a project stands with its name, should the list of projects be left out. */
const MemoryArchiveRecord = strictObject({
  memory_id: Uuid,
  content: Text,
  type: MemoryTypeSchema,
  importance: Importance,
  project_id: Nullable(Uuid),
  project: Nullable(StoredProjectName),
  tags: Type.Array(StoredTag, { maxItems: 10_000 }),
  source_agent: AgentId,
  created_at: IsoTime,
  updated_at: IsoTime,
  occurred_at: Nullable(IsoTime),
  expires_at: Nullable(IsoTime),
  archived_at: Nullable(IsoTime),
  shared_with: Type.Union([Type.Literal('all'), Type.Array(AgentId, { maxItems: 100_000 })]),
  superseded_by: Nullable(Uuid),
  merged_from: Type.Array(Uuid, { maxItems: 100_000 }),
  access_count: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  last_accessed_at: Nullable(IsoTime),
  conversation_id: Nullable(Name),
  implied_conversation: Nullable(Type.String({ minLength: 1, maxLength: 1024 })),
  speaker: Nullable(Name),
  metadata: strictObject({
    origin: Type.Enum([...memoryOrigins]),
    source_path: Nullable(Type.String({ minLength: 1, maxLength: 4096, pattern: '^[^\\0]+$' })),
    source_line: Nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    source_key: Nullable(Type.String({ minLength: 1, maxLength: 1024 })),
  }),
  history: Type.Array(
    strictObject({
      revision: Type.Integer({ minimum: 2, maximum: Number.MAX_SAFE_INTEGER }),
      change: Type.Enum(Object.keys(laterChanges) as (keyof typeof laterChanges)[]),
      agent_id: AgentId,
      changed_at: IsoTime,
      changes: Type.Record(Type.String(), strictObject({ from: Type.Unknown(), to: Type.Unknown() })),
    }),
  ),
});
export type MemoryArchiveRecord = Static<typeof MemoryArchiveRecord>;

const checkProject = createRecordCheck(ProjectArchiveRecord);
const checkMemory = createRecordCheck(MemoryArchiveRecord);

export function toProjectRecord({ projectId, name, createdAt }: Project): ProjectArchiveRecord {
  return { project_id: projectId, name, created_at: isoTime(createdAt) };
}

export function readProjectRecord(record: unknown): Project | { invalid: string } {
  const value = checkProject(record);
  if ('invalid' in value) return value;
  return {
    projectId: value.project_id.toLowerCase(),
    name: value.name,
    createdAt: isoTimeToMs(value.created_at),
  };
}

export function toMemoryRecord({ memory, history }: ArchivedMemory): MemoryArchiveRecord {
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
    occurred_at: isoTime(memory.occurredAt),
    expires_at: isoTime(memory.expiresAt),
    archived_at: isoTime(memory.archivedAt),
    shared_with: memory.sharedWith === 'all' ? 'all' : [...memory.sharedWith],
    superseded_by: memory.supersededBy,
    merged_from: [...memory.mergedFrom],
    access_count: memory.accessCount,
    last_accessed_at: isoTime(memory.lastAccessedAt),
    conversation_id: memory.conversationId,
    implied_conversation: memory.impliedConversation,
    speaker: memory.speaker,
    metadata: {
      origin: memory.origin,
      source_path: memory.sourcePath,
      source_line: memory.sourceLine,
      source_key: memory.sourceKey,
    },
    history: history.map(({ revision, change, agentId, at, changes }) => ({
      revision,
      change: change as keyof typeof laterChanges,
      agent_id: agentId,
      changed_at: isoTime(at),
      changes,
    })),
  };
}

/** The memory of a record, or what is wrong with it; contents are held to the limit of /remember. */
export function readMemoryRecord(
  record: unknown,
  limits: { contentBytes: number },
): ArchivedMemory | { invalid: string } {
  const value = checkMemory(record);
  if ('invalid' in value) return value;
  const bytes = Buffer.byteLength(value.content);
  if (bytes > limits.contentBytes) {
    return { invalid: `Expected at most ${limits.contentBytes} bytes for content, received ${bytes}` };
  }
  if ((value.project_id === null) !== (value.project === null)) {
    return { invalid: 'Expected project_id and project to be both given or both null' };
  }
  if (value.history.some(({ revision }, i) => revision <= (value.history[i - 1]?.revision ?? 1))) {
    return { invalid: 'Expected the revisions of history in ascending order' };
  }
  const createdAt = isoTimeToMs(value.created_at);
  return {
    memory: {
      memoryId: value.memory_id.toLowerCase(),
      content: value.content,
      type: value.type,
      importance: value.importance,
      // When it was created stands in the list of projects, if anywhere.
      project:
        value.project_id === null
          ? null
          : { projectId: value.project_id.toLowerCase(), name: value.project!, createdAt },
      tags: value.tags,
      sourceAgent: value.source_agent,
      createdAt,
      updatedAt: isoTimeToMs(value.updated_at),
      occurredAt: isoTimeToMs(value.occurred_at),
      expiresAt: isoTimeToMs(value.expires_at),
      archivedAt: isoTimeToMs(value.archived_at),
      sharedWith: value.shared_with,
      supersededBy: value.superseded_by?.toLowerCase() ?? null,
      mergedFrom: value.merged_from.map((id) => id.toLowerCase()),
      accessCount: value.access_count,
      lastAccessedAt: isoTimeToMs(value.last_accessed_at),
      conversationId: value.conversation_id,
      impliedConversation: value.implied_conversation,
      speaker: value.speaker,
      origin: value.metadata.origin,
      sourcePath: value.metadata.source_path,
      sourceLine: value.metadata.source_line,
      sourceKey: value.metadata.source_key,
    },
    history: value.history.map(({ revision, change, agent_id, changed_at, changes }) => ({
      revision,
      change,
      agentId: agent_id,
      at: isoTimeToMs(changed_at),
      changes: changes as HistoryEntry['changes'],
    })),
  };
}
