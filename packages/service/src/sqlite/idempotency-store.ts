import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { AppError } from '../errors.js';
import {
  IDEMPOTENCY_TTL_MS,
  type IdempotencyRef,
  type IdempotencyStore,
  type StoredResponse,
} from '../idempotency.js';
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
  /** Keys and bytes of answers that are kept; beyond these the oldest of the scopes that have most go before their time. */
  maxKeys?: number;
  maxBytes?: number;
  /**
   * Brings a write into the database, not after any that the caller asks of it later; resolves when it is durable. So
   * reservations and answers can share the transactions of the records. Default: at once, in a transaction of its own.
   */
  write?: (write: () => void) => Promise<void> | void;
}

/** What the table does not tell: a call that runs, or one whose last write is not durable yet. */
interface Call {
  fingerprint: string;
  resourceId: string;
  running: boolean;
  /** It was refused: its row, if there is one, counts no more. */
  abandoned: boolean;
  answer: StoredResponse | null;
  /** How many of its writes are on their way. */
  writing: number;
}

const PRUNE_BATCH = 100;

/** Nobody may hold a transaction of `db` open across an `await`, or writes that stand alone would join it. */
export function createSqliteIdempotencyStore(
  db: DatabaseSyncInstance,
  {
    ttlMs = IDEMPOTENCY_TTL_MS,
    now = Date.now,
    maxKeys = 50_000,
    maxBytes = 32 * 1024 * 1024,
    write = atOnce,
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
    key: 'scope, key',
    age: 'expires_at',
    content: 'body',
    owner: 'scope',
    maxRows: maxKeys,
    maxBytes,
  });
  /** Makes room for one more. */
  const prune = (time: number) => {
    removeExpired.run(time);
    bounded.trim();
    bounded.grew({ rows: 1, bytes: 0 });
  };
  const calls = new Map<string, Call>();

  /** The call is known here until what it had to write is durable, or has failed. */
  async function follow(name: string, call: Call, begin: () => Promise<void> | void): Promise<void> {
    call.writing++;
    try {
      await begin();
    } finally {
      call.writing--;
      forget(name, call);
    }
  }

  function forget(name: string, call: Call): void {
    if (!call.running && call.writing === 0 && calls.get(name) === call) calls.delete(name);
  }

  /** On a full disk again and again as long as the call runs: its record may not come to be without. */
  function reserveKey({ scope, key }: IdempotencyRef, call: Call, expiresAt: number): void {
    const written = write(() => {
      if (call.abandoned) return;
      prune(expiresAt - ttlMs);
      reserve.run(scope, key, call.fingerprint, call.resourceId, expiresAt);
    });
    follow(nameOf({ scope, key }), call, () => written).catch((error: unknown) => {
      if (call.running && error instanceof AppError) reserveKey({ scope, key }, call, expiresAt);
    });
  }

  return {
    begin: ({ scope, key, fingerprint, resourceId }) => {
      const time = now();
      const name = nameOf({ scope, key });
      const known = calls.get(name);
      if (known !== undefined && !known.abandoned) {
        if (known.fingerprint !== fingerprint) return { state: 'mismatch' };
        if (known.running) return { state: 'in_progress' };
        if (known.answer !== null) return { state: 'replay', ...known.answer };
        known.running = true;
        return { state: 'started', resourceId: known.resourceId };
      }
      const row: Row | undefined = known?.abandoned ? undefined : select.get(scope, key, time);
      if (row !== undefined && row.fingerprint !== fingerprint) return { state: 'mismatch' };
      if (row !== undefined && row.status !== null) {
        return {
          state: 'replay',
          status: row.status,
          body: row.body ?? '',
          headers: JSON.parse(row.headers ?? '{}'),
        };
      }
      const call: Call = {
        fingerprint,
        resourceId: row?.resource_id ?? resourceId,
        running: true,
        abandoned: false,
        answer: null,
        writing: 0,
      };
      if (row === undefined) reserveKey({ scope, key }, call, time + ttlMs);
      calls.set(name, call);
      return { state: 'started', resourceId: call.resourceId };
    },

    async finish({ scope, key }, response) {
      const name = nameOf({ scope, key });
      const call = calls.get(name);
      if (call === undefined) return;
      Object.assign(call, { running: false, answer: response });
      const { status, body, headers = {} } = response;
      bounded.grew({ rows: 0, bytes: Buffer.byteLength(body) });
      await follow(name, call, () =>
        write(() => complete.run(status, body, JSON.stringify(headers), scope, key)),
      );
    },

    async abandon({ scope, key }) {
      const name = nameOf({ scope, key });
      const call = calls.get(name);
      if (call === undefined || call.answer !== null) return;
      Object.assign(call, { running: false, abandoned: true });
      await follow(name, call, () => write(() => remove.run(scope, key)));
    },

    release(ref) {
      const name = nameOf(ref);
      const call = calls.get(name);
      if (call === undefined) return;
      call.running = false;
      forget(name, call);
    },
  };
}

/** https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

/** Another connection may be writing for longer than this one waits: then nothing is written, and the caller may come again. */
function atOnce(write: () => void): void {
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

function nameOf({ scope, key }: IdempotencyRef): string {
  return JSON.stringify([scope, key]);
}
