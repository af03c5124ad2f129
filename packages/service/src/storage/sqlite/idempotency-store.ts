import { randomUUID } from 'node:crypto';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { AppError } from '../../errors.js';
import {
  IDEMPOTENCY_TTL_MS,
  type IdempotencyBegin,
  type IdempotencyLease,
  type IdempotencyRef,
  type IdempotencyStore,
  type StoredResponse,
} from '../../idempotency/idempotency.js';
import { boundTable } from './bounded-table.js';
import { storedJson } from './damage.js';

interface Row {
  fingerprint: string;
  resource_id: string;
  status: number | null;
  body: string | null;
  headers: string | null;
  expires_at: number;
}

export interface SqliteIdempotencyStoreOptions {
  ttlMs?: number;
  now?: () => number;
  /** Keys and bytes of answers that are kept; beyond these the oldest of the scopes that have most go before their time. */
  maxKeys?: number;
  maxBytes?: number;
  /**
   * Runs a write in the database, in the order of the calls; resolves when it is durable. So reservations and
   * responses can share the transactions of the records. Default: immediately, in its own transaction.
   */
  write?: (write: () => void) => Promise<void> | void;
}

/** State that is not in the table: a running call, or one whose last write is not durable yet. */
interface Call {
  fingerprint: string;
  resourceId: string;
  expiresAt: number;
  /** Token of its lease. */
  token: string;
  running: boolean;
  /** It was refused: its row, if there is one, counts no more. */
  abandoned: boolean;
  answer: StoredResponse | null;
  /** How many of its writes are on their way. */
  writing: number;
}

const PRUNE_BATCH = 100;

/**
 * For a database that only this process has open: a reservation without a known call was left by a dead
 * process. Without `write` no transaction of `db` may stay open across an `await`, or separate writes would
 * join it.
 */
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
      status INTEGER, body TEXT, headers TEXT, expires_at INTEGER NOT NULL, lease TEXT,
      PRIMARY KEY (scope, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS idempotency_key_expiry ON idempotency_key (expires_at);`);
  const leaseColumn = db.prepare("SELECT 1 FROM pragma_table_info('idempotency_key') WHERE name = 'lease'");
  // Adds the column to tables of older versions.
  if (leaseColumn.get() === undefined) db.exec('ALTER TABLE idempotency_key ADD COLUMN lease TEXT');
  const select = db.prepare(
    'SELECT fingerprint, resource_id, status, body, headers, expires_at FROM idempotency_key WHERE scope = ? AND key = ? AND expires_at > ?',
  );
  const reserve = db.prepare(
    'INSERT OR REPLACE INTO idempotency_key (scope, key, fingerprint, resource_id, expires_at, lease) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const complete = db.prepare(
    'UPDATE idempotency_key SET status = ?, body = ?, headers = ? WHERE scope = ? AND key = ? AND lease = ?',
  );
  const remove = db.prepare(
    'DELETE FROM idempotency_key WHERE scope = ? AND key = ? AND lease = ? AND status IS NULL',
  );
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
  /** Removes rows so that one more fits. */
  const prune = (time: number) => {
    removeExpired.run(time);
    bounded.trim();
    bounded.grew({ rows: 1, bytes: 0 });
  };
  const selectPage = db.prepare(
    `SELECT scope, key, resource_id, body FROM idempotency_key WHERE status IS NOT NULL AND (scope, key) > (?, ?)
     ORDER BY scope, key LIMIT ${PRUNE_BATCH}`,
  );
  const replace = db.prepare(
    'UPDATE idempotency_key SET status = ?, body = ?, headers = ? WHERE scope = ? AND key = ?',
  );
  const calls = new Map<string, Call>();

  /** Keeps the call in memory until its writes are durable or have failed. */
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
  function reserveKey({ scope, key }: IdempotencyRef, call: Call): void {
    const written = write(() => {
      if (call.abandoned) return;
      const { fingerprint, resourceId, expiresAt, token } = call;
      prune(expiresAt - ttlMs);
      reserve.run(scope, key, fingerprint, resourceId, expiresAt, token);
    });
    follow(nameOf({ scope, key }), call, () => written).catch((error: unknown) => {
      if (call.running && error instanceof AppError) reserveKey({ scope, key }, call);
    });
  }

  /** The call runs from now on, under a new lease. */
  function start({ scope, key }: IdempotencyRef, call: Call): IdempotencyBegin {
    reserveKey({ scope, key }, call);
    calls.set(nameOf({ scope, key }), call);
    const { resourceId, token } = call;
    return { state: 'started', resourceId, lease: { scope, key, token } };
  }

  /** Returns the running call of this lease; undefined if the lease was lost. */
  function callOf(lease: IdempotencyLease): Call | undefined {
    const call = calls.get(nameOf(lease));
    return call?.running && call.token === lease.token ? call : undefined;
  }

  return {
    isShared: false,

    begin({ scope, key, fingerprint, resourceId }) {
      const time = now();
      const known = calls.get(nameOf({ scope, key }));
      const token = randomUUID();
      if (known !== undefined && !known.abandoned) {
        if (known.fingerprint !== fingerprint) return { state: 'mismatch' };
        if (known.running) return { state: 'in_progress' };
        if (known.answer !== null) return { state: 'replay', ...known.answer };
        return start({ scope, key }, { ...known, running: true, token, writing: 0 });
      }
      const row: Row | undefined = known?.abandoned ? undefined : select.get(scope, key, time);
      if (row !== undefined && row.fingerprint !== fingerprint) return { state: 'mismatch' };
      if (row !== undefined && row.status !== null) {
        return {
          state: 'replay',
          status: row.status,
          body: row.body ?? '',
          headers: storedJson(row.headers ?? '{}', 'a stored response'),
        };
      }
      return start(
        { scope, key },
        {
          fingerprint,
          resourceId: row?.resource_id ?? resourceId,
          expiresAt: row?.expires_at ?? time + ttlMs,
          token,
          running: true,
          abandoned: false,
          answer: null,
          writing: 0,
        },
      );
    },

    // They last as long as the process.
    renew() {},

    async finish(lease, response) {
      const call = callOf(lease);
      if (call === undefined) return;
      Object.assign(call, { running: false, answer: response });
      const { scope, key, token } = lease;
      const { status, body, headers = {} } = response;
      bounded.grew({ rows: 0, bytes: Buffer.byteLength(body) });
      await follow(nameOf(lease), call, () =>
        write(() => complete.run(status, body, JSON.stringify(headers), scope, key, token)),
      );
    },

    async abandon(lease) {
      const call = callOf(lease);
      if (call === undefined) return;
      Object.assign(call, { running: false, abandoned: true });
      await follow(nameOf(lease), call, () => write(() => remove.run(lease.scope, lease.key, lease.token)));
    },

    release(lease) {
      const call = callOf(lease);
      if (call === undefined) return;
      call.running = false;
      forget(nameOf(lease), call);
    },

    async redact(decide) {
      for (let last = { scope: '', key: '' }; ; ) {
        const page = selectPage.all(last.scope, last.key) as {
          scope: string;
          key: string;
          resource_id: string;
          body: string | null;
        }[];
        for (const { scope, key, resource_id: resourceId, body } of page) {
          const decision = decide({ resourceId, body: body ?? '' });
          if (decision === 'keep') continue;
          const { status = null, body: text = null, headers = null } = decision === 'repeat' ? {} : decision;
          await write(() => void replace.run(status, text, headers && JSON.stringify(headers), scope, key));
        }
        if (page.length < PRUNE_BATCH) return;
        last = page.at(-1)!;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

/** If another connection writes for too long, the write fails and the caller may retry. */
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
