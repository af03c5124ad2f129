import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { type EventLogUnderTest, testEventLog } from '../../events/event-log.contract.js';
import type { EventOutbox } from '../../events/events.js';
import { createMemoryEventLog } from '../../testing/memory-event-log.js';
import { createSqliteEventLog } from './event-log.js';

testEventLog('sqlite', () => {
  const db = new DatabaseSync(':memory:');
  const open = (): EventLogUnderTest => {
    const log = createSqliteEventLog(db, { keep: 100 });
    return { log, record: (type, data) => recordAndAnnounce(log, type, data), reopen: open };
  };
  return { ...open(), close: () => db.close() };
});

testEventLog('memory', () => {
  const log = createMemoryEventLog({ keep: 100 });
  return { log, record: (type, data) => recordAndAnnounce(log, type, data), reopen: null };
});

function recordAndAnnounce(log: EventOutbox, type: string, data: Record<string, unknown>) {
  const event = log.record(type, data);
  log.announce([event]);
  return event;
}

test('events of a transaction can be read after its commit', () => {
  const dir = mkdtempSync(join(tmpdir(), 'anima-events-'));
  const path = join(dir, 'test.db');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL');
  createSqliteEventLog(db);
  const reads = new DatabaseSync(path, { readOnly: true });
  const log = createSqliteEventLog(db, { reads });
  db.exec('BEGIN');
  const event = log.record('item.created', {});
  expect([log.latestId(), log.after(0, 10)]).toEqual([0, []]);
  db.exec('COMMIT');
  expect([log.latestId(), log.oldestId(), log.after(0, 10)]).toEqual([1, 1, [event]]);
  reads.close();
  db.close();
  rmSync(dir, { recursive: true, force: true });
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
