import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { testEventLog } from '../event-log.contract.js';
import { createSqliteEventLog } from './event-log.js';

testEventLog('sqlite', () => {
  const db = new DatabaseSync(':memory:');
  const open = () => createSqliteEventLog(db, { keep: 100 });
  return { log: open(), reopen: open, close: () => db.close() };
});

test('an event of a transaction that was rolled back never was', () => {
  const db = new DatabaseSync(':memory:');
  const log = createSqliteEventLog(db);
  log.record('item.created', {});
  db.exec('BEGIN');
  log.record('item.deleted', {});
  db.exec('ROLLBACK');
  const { id } = log.record('item.updated', {});
  expect(log.after(0, 10).map((event) => event.type)).toEqual(['item.created', 'item.updated']);
  expect(log.latestId()).toBe(id);
});

test('events that are large are fewer', () => {
  const db = new DatabaseSync(':memory:');
  const log = createSqliteEventLog(db, { maxBytes: 10_000 });
  for (let n = 1; n <= 100; n++) log.record('item.created', { text: 'x'.repeat(1_000) });
  const left = log.after(0, 1_000);
  expect(left.length).toBeGreaterThan(5);
  expect(left.length).toBeLessThanOrEqual(11);
  expect([left.at(-1)?.id, log.oldestId()]).toEqual([100, left[0]?.id]);
});

test('an id is not given again when the newest event is gone', () => {
  const db = new DatabaseSync(':memory:');
  const { id } = createSqliteEventLog(db).record('item.created', {});
  db.exec('DELETE FROM service_event');
  const log = createSqliteEventLog(db);
  expect(log.oldestId()).toBe(id + 1);
  expect(log.record('item.created', {}).id).toBe(id + 1);
});
