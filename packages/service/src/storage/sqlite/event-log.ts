import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { EventLog, EventOutbox, ServiceEvent } from '../../events/events.js';
import { boundTable } from './bounded-table.js';
import { storedJson } from './damage.js';

export interface SqliteEventLogOptions {
  /** How many events are kept at least, for clients that were away; fewer where they take more than `maxBytes`. */
  keep?: number;
  maxBytes?: number;
  /** Connection that reads committed rows only; default: `db`. */
  reads?: DatabaseSyncInstance;
}

/** Returns synchronously. Records in the open transaction of its connection, or in a new one. */
export interface SqliteEventLog extends EventLog, EventOutbox {
  after(id: number, limit: number): ServiceEvent[];
  latestId(): number;
  oldestId(): number;
}

// Old events go in batches: one cheap range delete in every hundred records.
const PRUNE_EVERY = 100;

export function createSqliteEventLog(
  db: DatabaseSyncInstance,
  { keep = 10_000, maxBytes = 64 * 1024 * 1024, reads = db }: SqliteEventLogOptions = {},
): SqliteEventLog {
  // AUTOINCREMENT: an id is never given twice, even after all events were pruned.
  db.exec(`CREATE TABLE IF NOT EXISTS service_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, time TEXT NOT NULL, data TEXT NOT NULL
  ) STRICT`);
  const insert = db.prepare('INSERT INTO service_event (type, time, data) VALUES (?, ?, ?)');
  const prune = db.prepare('DELETE FROM service_event WHERE id <= ?');
  const selectAfter = reads.prepare(
    'SELECT id, type, time, data FROM service_event WHERE id > ? ORDER BY id LIMIT ?',
  );
  const selectLatest = reads.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'service_event'");
  const selectOldest = reads.prepare('SELECT MIN(id) AS id FROM service_event');
  const bounded = boundTable(db, {
    table: 'service_event',
    key: 'id',
    age: 'id',
    content: 'data',
    maxRows: Number.POSITIVE_INFINITY,
    maxBytes,
  });
  const followers = new Set<() => void>();

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
      for (const wake of followers) {
        try {
          wake();
        } catch {
          // The follower reads missed events later.
        }
      }
    },
    after: (id, limit) =>
      selectAfter.all(id, limit).map(({ data, ...event }) => ({
        ...event,
        data: storedJson<ServiceEvent['data']>(data, `the event ${event.id}`),
      })),
    latestId,
    oldestId: () => selectOldest.get()?.id ?? latestId() + 1,
    follow: (wake) => {
      followers.add(wake);
      return () => followers.delete(wake);
    },
  };
}
