import type { Memory, MemoryVectors, Project } from '../../memory/memory.js';
import {
  type ColumnKind,
  columnOf,
  type MemoryColumn,
  memoryColumns,
  type StoredField,
} from '../../memory/memory-columns.js';

/** The project of a row; null if it has no project. */
export interface ProjectColumns {
  project_id: string | null;
  project_name: string | null;
  project_created_at: number | null;
}

/** A memory with its project: `MEMORY_COLUMNS`, which include the columns of `memoryColumns`. */
export interface MemoryRow extends ProjectColumns {
  memory_key: number;
  shared_with_all: boolean;
  [column: string]: unknown;
}

const TYPES: Record<ColumnKind, string> = {
  id: 'text',
  text: 'text',
  real: 'double precision',
  integer: 'bigint',
  time: 'bigint',
  list: 'text[]',
  ids: 'text[]',
  shares: 'text[]',
};

/** Returns the SQL of a migration that adds the column of a nullable field to `memories`. */
export function addColumn(field: StoredField): string {
  const { name, kind } = columnOf(field);
  return `ALTER TABLE memories ADD COLUMN ${name} ${TYPES[kind]};`;
}

/** Returns the names of these columns for statements. Sharing with all agents has a separate column. */
export const columnNames = (columns: readonly MemoryColumn[] = memoryColumns): string[] =>
  columns.flatMap(({ name, kind }) => (kind === 'shares' ? ['shared_with_all', name] : [name]));

/** Columns to select from `MEMORIES_WITH_PROJECT`. */
export const MEMORY_COLUMNS =
  'memories.*, projects.project_id, projects.name AS project_name, projects.created_at AS project_created_at';
export const MEMORIES_WITH_PROJECT = 'memories LEFT JOIN projects USING (project_key)';

export function memoryFromRow(row: MemoryRow): Memory {
  const memory: Record<string, unknown> = { key: row.memory_key, project: projectOf(row) };
  for (const { field, name, kind } of memoryColumns)
    memory[field] = kind === 'shares' && row.shared_with_all ? 'all' : row[name];
  return memory as unknown as Memory;
}

/** Returns the values of `columnNames(columns)` for `json_populate_recordset(NULL::memories, ...)`. */
export function memoryToRow(
  memory: Omit<Memory, 'key'>,
  columns: readonly MemoryColumn[] = memoryColumns,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { field, name, kind } of columns) {
    const isShared = kind === 'shares' && memory.sharedWith === 'all';
    if (kind === 'shares') row.shared_with_all = isShared;
    row[name] = isShared ? [] : memory[field];
  }
  return row;
}

export function projectOf(row: ProjectColumns): Project | null {
  const { project_id: projectId, project_name: name, project_created_at: createdAt } = row;
  return projectId === null || name === null || createdAt === null ? null : { projectId, name, createdAt };
}

/**
 * Concatenates the windows as little-endian float32, the memory layout of every platform that Node supports.
 */
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
  // Copies the bytes, because the client does not align them to four bytes.
  const values = new Float32Array(new Uint8Array(bytes).buffer);
  const windows: Float32Array[] = [];
  for (let start = 0; start < values.length; start += dimensions) {
    windows.push(values.subarray(start, start + dimensions));
  }
  return windows;
}
