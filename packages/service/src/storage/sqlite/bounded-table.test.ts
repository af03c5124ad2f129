import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundTable } from './bounded-table.js';

let db: DatabaseSyncInstance;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE note (at INTEGER PRIMARY KEY, text TEXT) STRICT');
});
afterEach(() => db.close());

const bounds = { table: 'note', key: 'at', age: 'at', content: 'text', maxRows: 100, maxBytes: 1_000 };
const remaining = () => db.prepare('SELECT at FROM note ORDER BY at').all() as { at: number }[];

function write(table: ReturnType<typeof boundTable>, at: number, text: string | null) {
  table.trim();
  db.prepare('INSERT INTO note VALUES (?, ?)').run(at, text);
  table.grew({ rows: 1, bytes: Buffer.byteLength(text ?? '') });
}

test('the number of rows stays within its bound, and the newest are kept', () => {
  const table = boundTable(db, bounds);
  for (let at = 1; at <= 1_000; at++) {
    write(table, at, null);
    expect(remaining().length).toBeLessThanOrEqual(101);
  }
  const left = remaining();
  expect(left.length).toBeGreaterThanOrEqual(70);
  expect(left.map(({ at }) => at)).toEqual(left.map((_row, index) => 1_001 - left.length + index));
});

test('so do their bytes, which are not characters', () => {
  const table = boundTable(db, bounds);
  for (let at = 1; at <= 50; at++) write(table, at, 'ü'.repeat(50));
  expect(remaining().length).toBeLessThanOrEqual(11);
  expect(remaining().at(-1)).toEqual({ at: 50 });
});

test('an owner with few rows keeps them all, however many others add', () => {
  db.exec('CREATE TABLE owned (owner TEXT, at INTEGER PRIMARY KEY, text TEXT) STRICT');
  const table = boundTable(db, { ...bounds, table: 'owned', owner: 'owner' });
  const add = (owner: string, at: number, text: string) => {
    table.trim();
    db.prepare('INSERT INTO owned VALUES (?, ?, ?)').run(owner, at, text);
    table.grew({ rows: 1, bytes: Buffer.byteLength(text) });
  };
  const ofOwner = (owner: string) =>
    db
      .prepare('SELECT at FROM owned WHERE owner = ? ORDER BY at')
      .all(owner)
      .map(({ at }) => at as number);
  for (let at = 1; at <= 10; at++) add('quiet', at, 'x'.repeat(10));
  for (let at = 11; at <= 1_000; at++) add('flood', at, '');
  for (let at = 1_001; at <= 1_100; at++) add('large', at, 'x'.repeat(100));
  expect(ofOwner('quiet')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(ofOwner('flood').at(-1)).toBe(1_000);
  expect(ofOwner('large').at(-1)).toBe(1_100);
  expect(ofOwner('large').length).toBeLessThanOrEqual(10);
});

test('existing rows are counted', () => {
  for (let at = 1; at <= 20; at++) db.prepare('INSERT INTO note VALUES (?, ?)').run(at, 'x'.repeat(100));
  boundTable(db, bounds).trim();
  expect(remaining().map(({ at }) => at)).toEqual([14, 15, 16, 17, 18, 19, 20]);
});

test('rows that never came to be push nothing out', () => {
  const table = boundTable(db, bounds);
  write(table, 1, 'x');
  db.exec('BEGIN');
  for (let at = 2; at <= 200; at++) write(table, at, null);
  db.exec('ROLLBACK');
  table.grew({ rows: 200, bytes: 10_000 });
  table.trim();
  expect(remaining()).toEqual([{ at: 1 }]);
});

test('a single row that is too large goes when the next one comes', () => {
  const table = boundTable(db, bounds);
  write(table, 1, 'x'.repeat(5_000));
  write(table, 2, 'x');
  expect(remaining()).toEqual([{ at: 2 }]);
});
