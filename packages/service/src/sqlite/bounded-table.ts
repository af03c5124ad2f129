import type { DatabaseSyncInstance } from '@photostructure/sqlite';

export interface TableBounds {
  table: string;
  /** An indexed column that ascends with age: the rows with its least values go first. */
  age: string;
  /** The column that takes the space. */
  content: string;
  maxRows: number;
  /** Of the content of all rows, in UTF-8. */
  maxBytes: number;
}

/** Keeps a table from growing without end. */
export interface BoundedTable {
  /** Says that a row was added, or filled, with so many bytes. */
  grew(growth: { rows: number; bytes: number }): void;
  /** Removes the oldest rows where there are too many. Call it in the transaction that adds one. */
  trim(): void;
}

// How much stays, so that the rows are counted once in many writes and not with each.
const SHARE_KEPT = 0.75;

/**
 * Counting a table reads all of it, so what was added is only summed up from the last count on, and the table is counted
 * again when the sum reaches a bound. The sum may be too great (a transaction was rolled back, rows expired) but not too small.
 */
export function boundTable(
  db: DatabaseSyncInstance,
  { table, age, content, maxRows, maxBytes }: TableBounds,
): BoundedTable {
  const count = db.prepare(
    `SELECT count(*) AS rows, coalesce(sum(octet_length(${content})), 0) AS bytes FROM ${table}`,
  );
  const newestFirst = db.prepare(
    `SELECT ${age} AS age, coalesce(octet_length(${content}), 0) AS bytes FROM ${table} ORDER BY ${age} DESC`,
  );
  const removeUpTo = db.prepare(`DELETE FROM ${table} WHERE ${age} <= ?`);
  const countAll = () => count.get() as { rows: number; bytes: number };
  let sum = countAll();
  const isOver = () => sum.rows > maxRows || sum.bytes > maxBytes;

  /** The youngest age that has to go for the rest to be small enough. */
  function lastToGo(): number {
    let [rows, bytes] = [0, 0];
    for (const row of newestFirst.iterate() as Iterable<{ age: number; bytes: number }>) {
      rows++;
      bytes += row.bytes;
      if (rows > maxRows * SHARE_KEPT || bytes > maxBytes * SHARE_KEPT) return row.age;
    }
    return Number.NEGATIVE_INFINITY;
  }

  return {
    grew({ rows, bytes }) {
      sum = { rows: sum.rows + rows, bytes: sum.bytes + bytes };
    },
    trim() {
      if (!isOver()) return;
      sum = countAll();
      if (!isOver()) return;
      removeUpTo.run(lastToGo());
      sum = countAll();
    },
  };
}
