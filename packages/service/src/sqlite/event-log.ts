import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { EventLog, ServiceEvent } from '../events.js';
import { boundTable } from './bounded-table.js';

export interface SqliteEventLogOptions {
  /** How many events are kept at least, for clients that were away; fewer where they take more than `maxBytes`. */
  keep?: number;
  maxBytes?: number;
}

// Old events go in batches: one cheap range delete in every hundred records.
const PRUNE_EVERY = 100;

export function createSqliteEventLog(
  db: DatabaseSyncInstance,
  { keep = 10_000, maxBytes = 64 * 1024 * 1024 }: SqliteEventLogOptions = {},
): EventLog {
  // AUTOINCREMENT: an id is never given twice, even after all events were pruned.
  db.exec(`CREATE TABLE IF NOT EXISTS service_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, time TEXT NOT NULL, data TEXT NOT NULL
  ) STRICT`);
  const insert = db.prepare('INSERT INTO service_event (type, time, data) VALUES (?, ?, ?)');
  const prune = db.prepare('DELETE FROM service_event WHERE id <= ?');
  const selectAfter = db.prepare(
    'SELECT id, type, time, data FROM service_event WHERE id > ? ORDER BY id LIMIT ?',
  );
  const selectLatest = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'service_event'");
  const selectOldest = db.prepare('SELECT MIN(id) AS id FROM service_event');
  const bounded = boundTable(db, {
    table: 'service_event',
    key: 'id',
    age: 'id',
    content: 'data',
    maxRows: Number.POSITIVE_INFINITY,
    maxBytes,
  });
  const listeners = new Set<(events: ServiceEvent[]) => void>();

  const latestId = () => selectLatest.get()?.seq ?? 0;
  return {
    record: (type, data) => {
      const time = new Date().toISOString();
      const text = JSON.stringify(data);
      bounded.trim();
      const id = Number(insert.run(type, time, text).lastInsertRowid);
      bounded.grew({ rows: 1, bytes: Buffer.byteLength(text) });
      if (id % PRUNE_EVERY === 0) prune.run(id - keep);
      return { id, type, time, data };
    },
    announce: (events) => {
      if (events.length === 0) return;
      for (const listener of listeners) {
        try {
          listener(events);
        } catch {
          // A listener is only woken; what it missed it reads from the log.
        }
      }
    },
    after: (id, limit) =>
      selectAfter.all(id, limit).map(({ data, ...event }) => ({ ...event, data: JSON.parse(data) })),
    latestId,
    oldestId: () => selectOldest.get()?.id ?? latestId() + 1,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
