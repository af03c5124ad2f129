import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { fairLevel } from '../fair-level.js';

export interface TableBounds {
  table: string;
  /** Its primary key: a column, or several with commas between. */
  key: string;
  /** A column that ascends with age: the rows with its least values go first. */
  age: string;
  /** The column that takes the space. */
  content: string;
  /** SQL expression for the owner of a row: owners with few rows keep them. */
  owner?: string;
  maxRows: number;
  /** Limit of the content of all rows in UTF-8. */
  maxBytes: number;
}

/** Keeps a table from growing without end. */
export interface BoundedTable {
  /** Adds to the estimate of rows and bytes. */
  grew(growth: { rows: number; bytes: number }): void;
  /** Removes the oldest rows of those who have most where there are too many. Call it in the transaction that adds one. */
  trim(): void;
}

// How much stays, so that the rows are counted once in many writes and not with each.
const REMAINING_SHARE = 0.75;

/**
 * Counting a table reads all of it, so additions are summed up from the last count on, and the table is
 * counted again when the sum reaches a limit. The sum may be too high (a transaction was rolled back, rows
 * expired) but never too low.
 */
export function boundTable(
  db: DatabaseSyncInstance,
  { table, key, age, content, owner = "''", maxRows, maxBytes }: TableBounds,
): BoundedTable {
  const size = `coalesce(octet_length(${content}), 0)`;
  const count = db.prepare(
    `SELECT count(*) AS rows, coalesce(sum(${size}), 0) AS bytes FROM ${table} GROUP BY ${owner}`,
  );
  const removeAbove = db.prepare(`
    DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM (
      SELECT ${key}, row_number() OVER newest_first AS rows, sum(${size}) OVER newest_first AS bytes FROM ${table}
      WINDOW newest_first AS (PARTITION BY ${owner} ORDER BY ${age} DESC ROWS UNBOUNDED PRECEDING))
    WHERE rows > ? OR bytes > ?)`);
  const countOwners = () => count.all() as { rows: number; bytes: number }[];
  const total = (owners: readonly { rows: number; bytes: number }[]) => ({
    rows: owners.reduce((sum, { rows }) => sum + rows, 0),
    bytes: owners.reduce((sum, { bytes }) => sum + bytes, 0),
  });
  let sum = total(countOwners());
  const isOver = () => sum.rows > maxRows || sum.bytes > maxBytes;

  return {
    grew({ rows, bytes }) {
      sum = { rows: sum.rows + rows, bytes: sum.bytes + bytes };
    },
    trim() {
      if (!isOver()) return;
      const owners = countOwners();
      sum = total(owners);
      if (!isOver()) return;
      removeAbove.run(
        fairLevel(
          owners.map(({ rows }) => rows),
          maxRows * REMAINING_SHARE,
        ),
        fairLevel(
          owners.map(({ bytes }) => bytes),
          maxBytes * REMAINING_SHARE,
        ),
      );
      sum = total(countOwners());
    },
  };
}
