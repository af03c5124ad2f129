import type { RowColumns } from '../signals.js';

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Returns an array with `length` elements or more: a copy grows by 50 % or more, with zeros. */
export function grownArray<A extends NumberArray>(array: A, length: number): A {
  if (length <= array.length) return array;
  const create = array.constructor as new (length: number) => A;
  const larger = new create(Math.max(length, Math.ceil(array.length * 1.5), 64));
  larger.set(array);
  return larger;
}

export const State = { active: 0, archived: 1, dead: 2 } as const;

/** Value of `sharedWith` for a memory that is shared with all agents. */
export const SHARED_WITH_ALL = -1;

/**
 * Array types of the columns, which hold the data of each row except its text and vectors. The arrays are
 * longer than the number of rows. `RowColumns` describes the columns that ranking reads.
 */
export const COLUMN_TYPES = {
  /** Key of the memory in the database, the order of arrival even if a new text has moved the row. */
  key: Float64Array,
  previous: Int32Array,
  next: Int32Array,
  conversation: Int32Array,
  speaker: Int32Array,
  occurredAt: Float64Array,
  createdAt: Float64Array,
  importance: Float32Array,
  facts: Uint32Array,
  /** The original number: a filter compares exactly, and `importance` is rounded. */
  exactImportance: Float64Array,
  /** Infinity if the memory never expires. */
  expiresAt: Float64Array,
  /** One of `State`. Dead rows no longer belong to a memory. */
  state: Uint8Array,
  type: Int32Array,
  agent: Int32Array,
  /** -1 for a memory without a project. */
  project: Int32Array,
  /** Number of the tag set. */
  tags: Int32Array,
  /** Number of the set of agents, or SHARED_WITH_ALL. */
  sharedWith: Int32Array,
  /** Number of terms. */
  bodyLength: Uint32Array,
  headerLength: Uint32Array,
} as const satisfies Record<string, new (length: number) => NumberArray>;

export type ColumnName = keyof typeof COLUMN_TYPES;

export type IndexColumns = RowColumns & {
  [Name in ColumnName]: InstanceType<(typeof COLUMN_TYPES)[Name]>;
};

export const columnNames = Object.keys(COLUMN_TYPES) as ColumnName[];

export function createColumns(): IndexColumns {
  return mapColumns((name) => new COLUMN_TYPES[name](0));
}

/** Creates a set of columns from one array per name. The array must have the type of the column. */
export function mapColumns(arrayOf: (name: ColumnName) => NumberArray): IndexColumns {
  return Object.fromEntries(columnNames.map((name) => [name, arrayOf(name)])) as unknown as IndexColumns;
}

/** Grows the columns in place to at least this number of rows. */
export function reserveRows(columns: IndexColumns, rows: number): void {
  if (rows <= columns.key.length) return;
  const writable = columns as Record<ColumnName, NumberArray>;
  for (const name of columnNames) writable[name] = grownArray(writable[name], rows);
}

/** Returns the allocated bytes of all columns. */
export function columnBytes(columns: IndexColumns): number {
  return columnNames.reduce((sum, name) => sum + columns[name].byteLength, 0);
}
