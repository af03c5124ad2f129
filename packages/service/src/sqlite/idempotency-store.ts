import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { AppError } from '../errors.js';
import { IDEMPOTENCY_TTL_MS, type IdempotencyRef, type IdempotencyStore } from '../idempotency.js';
import { boundTable } from './bounded-table.js';

interface Row {
  fingerprint: string;
  resource_id: string;
  status: number | null;
  body: string | null;
  headers: string | null;
}

export interface SqliteIdempotencyStoreOptions {
  ttlMs?: number;
  now?: () => number;
  /** Keys and bytes of answers that are kept; beyond these the oldest go before their time. */
  maxKeys?: number;
  maxBytes?: number;
}

const PRUNE_BATCH = 100;

/** Its writes stand alone: nobody may hold a transaction of `db` open across an `await`, or they would join it. */
export function createSqliteIdempotencyStore(
  db: DatabaseSyncInstance,
  {
    ttlMs = IDEMPOTENCY_TTL_MS,
    now = Date.now,
    maxKeys = 50_000,
    maxBytes = 32 * 1024 * 1024,
  }: SqliteIdempotencyStoreOptions = {},
): IdempotencyStore {
  // A row without a status is a reservation.
  db.exec(`
    CREATE TABLE IF NOT EXISTS idempotency_key (
      scope TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, resource_id TEXT NOT NULL,
      status INTEGER, body TEXT, headers TEXT, expires_at INTEGER NOT NULL,
      PRIMARY KEY (scope, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS idempotency_key_expiry ON idempotency_key (expires_at);`);
  const select = db.prepare(
    'SELECT fingerprint, resource_id, status, body, headers FROM idempotency_key WHERE scope = ? AND key = ? AND expires_at > ?',
  );
  const reserve = db.prepare(
    'INSERT OR REPLACE INTO idempotency_key (scope, key, fingerprint, resource_id, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  const complete = db.prepare(
    'UPDATE idempotency_key SET status = ?, body = ?, headers = ? WHERE scope = ? AND key = ?',
  );
  const remove = db.prepare('DELETE FROM idempotency_key WHERE scope = ? AND key = ? AND status IS NULL');
  const removeExpired = db.prepare(`DELETE FROM idempotency_key WHERE (scope, key) IN
    (SELECT scope, key FROM idempotency_key WHERE expires_at <= ? LIMIT ${PRUNE_BATCH})`);
  const bounded = boundTable(db, {
    table: 'idempotency_key',
    age: 'expires_at',
    content: 'body',
    maxRows: maxKeys,
    maxBytes,
  });
  /** Makes room for one more. */
  const prune = (time: number) => {
    removeExpired.run(time);
    bounded.trim();
    bounded.grew({ rows: 1, bytes: 0 });
  };
  const running = new Set<string>();

  return {
    begin: ({ scope, key, fingerprint, resourceId }) => {
      const time = now();
      const name = runningName({ scope, key });
      const row: Row | undefined = select.get(scope, key, time);
      if (row !== undefined && row.fingerprint !== fingerprint) return { state: 'mismatch' };
      if (running.has(name)) return { state: 'in_progress' };
      if (row !== undefined && row.status !== null) {
        return {
          state: 'replay',
          status: row.status,
          body: row.body ?? '',
          headers: JSON.parse(row.headers ?? '{}'),
        };
      }
      if (row === undefined) {
        unlessBusy(() => {
          prune(time);
          reserve.run(scope, key, fingerprint, resourceId, time + ttlMs);
        });
      }
      running.add(name);
      return { state: 'started', resourceId: row?.resource_id ?? resourceId };
    },
    finish: ({ scope, key }, { status, body, headers }) => {
      running.delete(runningName({ scope, key }));
      bounded.grew({ rows: 0, bytes: Buffer.byteLength(body) });
      complete.run(status, body, JSON.stringify(headers ?? {}), scope, key);
    },
    abandon: ({ scope, key }) => {
      running.delete(runningName({ scope, key }));
      remove.run(scope, key);
    },
    release: (ref) => {
      running.delete(runningName(ref));
    },
  };
}

/** https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

/** Another connection is writing for longer than this one waits: nothing was reserved, and the caller may come again. */
function unlessBusy(write: () => void): void {
  try {
    write();
  } catch (cause) {
    if (((cause as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY) throw cause;
    throw new AppError('unavailable', 'The database is being written to; try again shortly', {
      cause,
      headers: { 'retry-after': '1' },
    });
  }
}

function runningName({ scope, key }: IdempotencyRef): string {
  return JSON.stringify([scope, key]);
}
