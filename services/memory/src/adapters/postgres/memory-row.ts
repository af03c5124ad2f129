import type { Memory, MemoryOrigin, MemoryType, MemoryVectors, Project } from '../../domain/memory/memory.js';

/** The project that a row belongs to, where it has one. */
export interface ProjectColumns {
  project_id: string | null;
  project_name: string | null;
  project_created_at: number | null;
}

/** A memory with its project, as `MEMORY_COLUMNS` gives it. */
export interface MemoryRow extends ProjectColumns {
  memory_key: number;
  memory_id: string;
  content: string;
  type: string;
  importance: number;
  tags: string[];
  source_agent: string;
  created_at: number;
  updated_at: number;
  occurred_at: number | null;
  expires_at: number | null;
  archived_at: number | null;
  shared_with_all: boolean;
  shared_with: string[];
  superseded_by: string | null;
  merged_from: string[];
  access_count: number;
  last_accessed_at: number | null;
  conversation_id: string | null;
  implied_conversation: string | null;
  speaker: string | null;
  origin: string;
  source_path: string | null;
  source_line: number | null;
  source_key: string | null;
}

/** Of `MEMORIES_WITH_PROJECT`. */
export const MEMORY_COLUMNS =
  'memories.*, projects.project_id, projects.name AS project_name, projects.created_at AS project_created_at';
export const MEMORIES_WITH_PROJECT = 'memories LEFT JOIN projects USING (project_key)';

export function memoryFromRow(row: MemoryRow): Memory {
  return {
    key: row.memory_key,
    memoryId: row.memory_id,
    content: row.content,
    type: row.type as MemoryType,
    importance: row.importance,
    project: projectOf(row),
    tags: row.tags,
    sourceAgent: row.source_agent,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    occurredAt: row.occurred_at,
    expiresAt: row.expires_at,
    archivedAt: row.archived_at,
    sharedWith: row.shared_with_all ? 'all' : row.shared_with,
    supersededBy: row.superseded_by,
    mergedFrom: row.merged_from,
    accessCount: row.access_count,
    lastAccessedAt: row.last_accessed_at,
    conversationId: row.conversation_id,
    impliedConversation: row.implied_conversation,
    speaker: row.speaker,
    origin: row.origin as MemoryOrigin,
    sourcePath: row.source_path,
    sourceLine: row.source_line,
    sourceKey: row.source_key,
  };
}

export function projectOf(row: ProjectColumns): Project | null {
  const { project_id: projectId, project_name: name, project_created_at: createdAt } = row;
  return projectId === null || name === null || createdAt === null ? null : { projectId, name, createdAt };
}

/** Windows one after the other, little-endian float32 (as every platform that Node runs on holds them). */
export function vectorsToBytes(vectors: readonly Float32Array[]): Buffer {
  return Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

export function vectorsFromBytes(
  { content, context }: { content: Buffer; context: Buffer | null },
  dimensions: number,
): MemoryVectors {
  return {
    content: split(content, dimensions),
    context: context === null ? null : split(context, dimensions)[0]!,
  };
}

function split(bytes: Buffer, dimensions: number): Float32Array[] {
  // A copy, because the bytes of an answer need not be aligned to four.
  const values = new Float32Array(new Uint8Array(bytes).buffer);
  const windows: Float32Array[] = [];
  for (let start = 0; start < values.length; start += dimensions) {
    windows.push(values.subarray(start, start + dimensions));
  }
  return windows;
}
