import { DamagedRowError, storedJson } from '@anima/service/sqlite';
import type {
  Memory,
  MemoryOrigin,
  MemoryType,
  MemoryVectors,
  Project,
  SharedWith,
} from '../../domain/memory/memory.js';

/** The last moment of a `Date`. */
const MAX_TIME_MS = 8.64e15;

/** One row of `memories`, as SQLite gives it. */
export interface MemoryRow {
  memory_key: number;
  memory_id: string;
  change_seq: number;
  content: string;
  type: string;
  importance: number;
  project_key: number | null;
  tags: string;
  source_agent: string;
  created_at: number;
  updated_at: number;
  occurred_at: number | null;
  expires_at: number | null;
  archived_at: number | null;
  shared_with: string;
  superseded_by: string | null;
  merged_from: string;
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

export function memoryFromRow(row: MemoryRow, project: Project | null): Memory {
  const name = `the memory ${row.memory_id}`;
  const times = [
    row.created_at,
    row.updated_at,
    row.occurred_at,
    row.expires_at,
    row.archived_at,
    row.last_accessed_at,
  ];
  if (times.some((time) => Math.abs(time ?? 0) > MAX_TIME_MS))
    throw new DamagedRowError(`${name} holds a time that no clock shows`);
  return {
    key: row.memory_key,
    memoryId: row.memory_id,
    content: row.content,
    type: row.type as MemoryType,
    importance: row.importance,
    project,
    tags: storedJson<string[]>(row.tags, name),
    sourceAgent: row.source_agent,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    occurredAt: row.occurred_at,
    expiresAt: row.expires_at,
    archivedAt: row.archived_at,
    sharedWith: storedJson<SharedWith>(row.shared_with, name),
    supersededBy: row.superseded_by,
    mergedFrom: storedJson<string[]>(row.merged_from, name),
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

/** Windows one after the other, little-endian float32 (as every platform that Node runs on holds them). */
export function vectorsToBlob(vectors: readonly Float32Array[]): Uint8Array {
  const length = vectors.reduce((sum, vector) => sum + vector.byteLength, 0);
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const vector of vectors) {
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), offset);
    offset += vector.byteLength;
  }
  return bytes;
}

export function vectorsFromBlobs(
  content: Uint8Array,
  context: Uint8Array | null,
  dimensions: number,
): MemoryVectors {
  return {
    content: split(content, dimensions),
    context: context === null ? null : split(context, dimensions)[0]!,
  };
}

function split(blob: Uint8Array, dimensions: number): Float32Array[] {
  if (blob.byteLength === 0 || blob.byteLength % (dimensions * Float32Array.BYTES_PER_ELEMENT) !== 0)
    throw new DamagedRowError(`a vector has ${blob.byteLength} bytes`);
  // A copy, because SQLite's bytes need not be aligned to four.
  const values = new Float32Array(blob.slice().buffer);
  const windows: Float32Array[] = [];
  for (let start = 0; start < values.length; start += dimensions) {
    windows.push(values.subarray(start, start + dimensions));
  }
  return windows;
}
