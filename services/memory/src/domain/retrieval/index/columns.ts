import type { RowColumns } from '../signals.js';
import { grownArray, type NumberArray } from './grown-array.js';

export const State = { active: 0, archived: 1, dead: 2 } as const;

/** In `sharedWith`: shared with all. */
export const SHARED_WITH_ALL = -1;

/** What the index knows of each row besides its text and vectors. Arrays are longer than the rows. */
export interface IndexColumns extends RowColumns {
  /** The memory's key in the database: the order of arrival, also where a rewritten text has moved the row. */
  key: Float64Array;
  previous: Int32Array;
  next: Int32Array;
  conversation: Int32Array;
  speaker: Int32Array;
  occurredAt: Float64Array;
  createdAt: Float64Array;
  importance: Float32Array;
  facts: Uint32Array;
  /** As it was given: a filter compares exactly where `importance` is rounded. */
  exactImportance: Float64Array;
  /** Infinity where it never expires. */
  expiresAt: Float64Array;
  /** One of `State`. Dead rows belong to no memory any more. */
  state: Uint8Array;
  type: Int32Array;
  agent: Int32Array;
  /** -1: global. */
  project: Int32Array;
  /** Number of the tag set. */
  tags: Int32Array;
  /** Number of the set of agents, or SHARED_WITH_ALL. */
  sharedWith: Int32Array;
  /** In terms. */
  bodyLength: Uint32Array;
  headerLength: Uint32Array;
}

export type ColumnName = keyof IndexColumns;

export const COLUMN_TYPES = {
  key: Float64Array,
  previous: Int32Array,
  next: Int32Array,
  conversation: Int32Array,
  speaker: Int32Array,
  occurredAt: Float64Array,
  createdAt: Float64Array,
  importance: Float32Array,
  facts: Uint32Array,
  exactImportance: Float64Array,
  expiresAt: Float64Array,
  state: Uint8Array,
  type: Int32Array,
  agent: Int32Array,
  project: Int32Array,
  tags: Int32Array,
  sharedWith: Int32Array,
  bodyLength: Uint32Array,
  headerLength: Uint32Array,
} as const satisfies Record<ColumnName, new (length: number) => NumberArray>;

export const columnNames = Object.keys(COLUMN_TYPES) as ColumnName[];

export function createColumns(): IndexColumns {
  return mapColumns((name) => new COLUMN_TYPES[name](0));
}

/** A set of columns from one array a name; the array must be of the column's type. */
export function mapColumns(arrayOf: (name: ColumnName) => NumberArray): IndexColumns {
  return Object.fromEntries(columnNames.map((name) => [name, arrayOf(name)])) as unknown as IndexColumns;
}

/** Room for this many rows, in place. */
export function reserveRows(columns: IndexColumns, rows: number): void {
  if (rows <= columns.key.length) return;
  const writable = columns as Record<ColumnName, NumberArray>;
  for (const name of columnNames) writable[name] = grownArray(writable[name], rows);
}

/** Bytes of all columns as they are allocated. */
export function columnBytes(columns: IndexColumns): number {
  return columnNames.reduce((sum, name) => sum + columns[name].byteLength, 0);
}
