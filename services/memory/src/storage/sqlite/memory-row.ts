import { DamagedRowError, storedJson } from '@anima/service/sqlite';
import type { Memory, MemoryVectors, Project } from '../../memory/memory.js';
import {
  type ColumnKind,
  columnOf,
  type MemoryColumn,
  memoryColumns,
  type StoredField,
} from '../../memory/memory-columns.js';

/** Maximum time of a `Date`. */
const MAX_TIME_MS = 8.64e15;

type SqlValue = string | number | null;

/** Row of `memories`: its keys and the columns of `memoryColumns`. */
export interface MemoryRow {
  memory_key: number;
  change_seq: number;
  project_key: number | null;
  content: string;
  [column: string]: unknown;
}

const TYPES: Record<ColumnKind, string> = {
  id: 'TEXT',
  text: 'TEXT',
  real: 'REAL',
  integer: 'INTEGER',
  time: 'INTEGER',
  list: 'TEXT',
  ids: 'TEXT',
  shares: 'TEXT',
};
const isJson = ({ kind }: MemoryColumn) => kind === 'list' || kind === 'ids' || kind === 'shares';

/** Names of the columns of `memoryColumns` for statements. */
export const COLUMN_NAMES = memoryColumns.map(({ name }) => name).join(', ');

/** Declares a column of a table. */
export const declare = ({ name, kind, isNullable }: MemoryColumn): string =>
  `${name} ${TYPES[kind]}${isNullable ? '' : ' NOT NULL'}`;

/** Returns the SQL of a migration that adds the column of a nullable field to `memories`. */
export const addColumn = (field: StoredField): string =>
  `ALTER TABLE memories ADD COLUMN ${declare(columnOf(field))};`;

export function memoryFromRow(row: MemoryRow, project: Project | null): Memory {
  const name = `the memory ${row.memory_id}`;
  const memory: Record<string, unknown> = { key: row.memory_key, project };
  for (const column of memoryColumns) {
    const value = row[column.name] as SqlValue;
    if (column.kind === 'time' && Math.abs((value as number | null) ?? 0) > MAX_TIME_MS)
      throw new DamagedRowError(`${name} holds a time that no clock shows`);
    memory[column.field] = isJson(column) ? storedJson(value as string, name) : value;
  }
  return memory as unknown as Memory;
}

/** Returns the values of `COLUMN_NAMES`, or of the columns that an update writes. */
export function memoryToRow(
  memory: Omit<Memory, 'key'>,
  columns: readonly MemoryColumn[] = memoryColumns,
): Record<string, SqlValue> {
  return Object.fromEntries(
    columns.map((column) => {
      const value = memory[column.field];
      return [column.name, isJson(column) ? JSON.stringify(value) : (value as SqlValue)];
    }),
  );
}

/**
 * Concatenates the windows as little-endian float32, the memory layout of every platform that Node supports.
 */
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
  // Copies the bytes, because SQLite does not align them to four bytes.
  const values = new Float32Array(blob.slice().buffer);
  const windows: Float32Array[] = [];
  for (let start = 0; start < values.length; start += dimensions) {
    windows.push(values.subarray(start, start + dimensions));
  }
  return windows;
}
