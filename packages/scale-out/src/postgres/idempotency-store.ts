import { randomUUID } from 'node:crypto';
import {
  fairLevel,
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_TTL_MS,
  type IdempotencyBegin,
  type IdempotencyLease,
  type IdempotencyStore,
} from '@anima/service/idempotency';
import type { Postgres } from '@anima/service/postgres';
import { migrate, unavailableError } from '@anima/service/postgres';

export interface PostgresIdempotencyStoreOptions {
  ttlMs?: number;
  /** Current time in milliseconds; default: the clock of the database, which all processes share. */
  now?: () => number;
  /**
   * Maximum number of keys and of bytes of stored responses. Above these limits, the oldest entries of the
   * largest scopes are removed before they expire.
   */
  maxKeys?: number;
  maxBytes?: number;
}

interface Row {
  fingerprint: string;
  resource_id: string;
  status: number | null;
  body: Buffer | null;
  headers: Record<string, string> | null;
}

// A row without a status is a reservation; its lease ends when it is released. Bodies are bytes, because a
// text can contain U+0000.
const MIGRATIONS = [
  `CREATE TABLE anima_idempotency (
     scope text NOT NULL, key text NOT NULL, fingerprint text NOT NULL, resource_id text NOT NULL,
     status integer, body bytea, headers json, expires_at bigint NOT NULL, lease text, lease_until bigint NOT NULL,
     PRIMARY KEY (scope, key)
   );
   CREATE INDEX ON anima_idempotency (expires_at);`,
];
const DATABASE_CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** Number of calls of `begin` between two trims, because counting reads the whole table. */
const TRIM_EVERY = 100;
/**
 * Maximum number of attempts for a key that other processes reserve and release all the time. The call then
 * rejects as unavailable.
 */
const MAX_ATTEMPTS = 20;
const RETAINED_SHARE = 0.75;
/** Number of responses that `redact` reads at once. */
const REDACT_PAGE = 100;

/** Opens an idempotency store that any number of processes share. One conditional write reserves a key. */
export async function openPostgresIdempotencyStore(
  db: Postgres,
  options: PostgresIdempotencyStoreOptions = {},
): Promise<IdempotencyStore> {
  const { ttlMs = IDEMPOTENCY_TTL_MS, now, maxKeys = 50_000, maxBytes = 32 * 1024 * 1024 } = options;
  await migrate(db, { name: 'idempotency', migrations: MIGRATIONS });
  const time = () => (now === undefined ? null : now());
  const at = (place: number) => `coalesce($${place}::bigint, ${DATABASE_CLOCK})`;
  let beginCount = 0;

  const take = `
    INSERT INTO anima_idempotency AS kept (scope, key, fingerprint, resource_id, expires_at, lease, lease_until)
    SELECT $1, $2, $3, $4, moment + ${ttlMs}, $5, moment + ${IDEMPOTENCY_LEASE_MS} FROM (SELECT ${at(6)} AS moment) AS clock
    ON CONFLICT (scope, key) DO UPDATE SET
      fingerprint = excluded.fingerprint,
      resource_id = CASE WHEN kept.expires_at <= ${at(6)} THEN excluded.resource_id ELSE kept.resource_id END,
      expires_at = CASE WHEN kept.expires_at <= ${at(6)} THEN excluded.expires_at ELSE kept.expires_at END,
      status = NULL, body = NULL, headers = NULL, lease = excluded.lease, lease_until = excluded.lease_until
    WHERE kept.expires_at <= ${at(6)}
      OR (kept.status IS NULL AND kept.fingerprint = excluded.fingerprint AND kept.lease_until <= ${at(6)})
    RETURNING resource_id`;
  const look =
    'SELECT fingerprint, resource_id, status, body, headers FROM anima_idempotency WHERE scope = $1 AND key = $2';
  const held = 'scope = $1 AND key = $2 AND lease = $3 AND status IS NULL';

  async function trim(): Promise<void> {
    await db.query(`DELETE FROM anima_idempotency WHERE expires_at <= ${at(1)}`, [time()]);
    const owners = await db.query<{ rows: number; bytes: number }>(
      'SELECT count(*) AS rows, coalesce(sum(octet_length(body)), 0)::bigint AS bytes FROM anima_idempotency GROUP BY scope',
    );
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const rows = owners.map((owner) => owner.rows);
    const bytes = owners.map((owner) => owner.bytes);
    if (sum(rows) <= maxKeys && sum(bytes) <= maxBytes) return;
    await db.query(
      `DELETE FROM anima_idempotency WHERE (scope, key) IN (SELECT scope, key FROM (
         SELECT scope, key, row_number() OVER newest_first AS rows,
           sum(coalesce(octet_length(body), 0)) OVER newest_first AS bytes
         FROM anima_idempotency
         WINDOW newest_first AS (PARTITION BY scope ORDER BY expires_at DESC ROWS UNBOUNDED PRECEDING)) AS counted
       WHERE rows > $1 OR bytes > $2)`,
      [fairLevel(rows, maxKeys * RETAINED_SHARE), fairLevel(bytes, maxBytes * RETAINED_SHARE)],
    );
  }

  const change = async (
    set: string,
    { scope, key, token }: IdempotencyLease,
    values: readonly unknown[] = [],
  ) => {
    await db.query(`UPDATE anima_idempotency SET ${set} WHERE ${held}`, [scope, key, token, ...values]);
  };

  return {
    isShared: true,

    async begin({ scope, key, fingerprint, resourceId }): Promise<IdempotencyBegin> {
      if (beginCount++ % TRIM_EVERY === 0) await trim();
      const token = randomUUID();
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const [taken] = await db.query<{ resource_id: string }>(take, [
          scope,
          key,
          fingerprint,
          resourceId,
          token,
          time(),
        ]);
        if (taken !== undefined)
          return { state: 'started', resourceId: taken.resource_id, lease: { scope, key, token } };
        const [row] = await db.query<Row>(look, [scope, key]);
        // Another process abandoned the key in the meantime.
        if (row === undefined) continue;
        if (row.fingerprint !== fingerprint) return { state: 'mismatch' };
        if (row.status === null) return { state: 'in_progress' };
        const { status, body, headers } = row;
        return { state: 'replay', status, body: body?.toString('utf8') ?? '', headers: headers ?? {} };
      }
      throw unavailableError();
    },

    async renew(leases) {
      await db.query(
        `UPDATE anima_idempotency AS kept SET lease_until = ${at(4)} + ${IDEMPOTENCY_LEASE_MS}
         FROM unnest($1::text[], $2::text[], $3::text[]) AS mine (scope, key, lease)
         WHERE kept.scope = mine.scope AND kept.key = mine.key AND kept.lease = mine.lease AND kept.status IS NULL`,
        [
          leases.map(({ scope }) => scope),
          leases.map(({ key }) => key),
          leases.map(({ token }) => token),
          time(),
        ],
      );
    },

    finish: (lease, { status, body, headers = {} }) =>
      change('status = $4, body = $5, headers = $6, lease = NULL', lease, [
        status,
        Buffer.from(body),
        JSON.stringify(headers),
      ]),

    async abandon({ scope, key, token }) {
      await db.query(`DELETE FROM anima_idempotency WHERE ${held}`, [scope, key, token]);
    },

    release: (lease) => change('lease = NULL, lease_until = 0', lease),

    async redact(decide) {
      for (let last = { scope: '', key: '' }; ; ) {
        const page = await db.query<{ scope: string; key: string; resource_id: string; body: Buffer | null }>(
          `SELECT scope, key, resource_id, body FROM anima_idempotency
           WHERE status IS NOT NULL AND (scope, key) > ($1, $2) ORDER BY scope, key LIMIT ${REDACT_PAGE}`,
          [last.scope, last.key],
        );
        for (const { scope, key, resource_id: resourceId, body } of page) {
          const decision = decide({ resourceId, body: body?.toString('utf8') ?? '' });
          if (decision === 'keep') continue;
          const response = decision === 'repeat' ? null : decision;
          await db.query(
            `UPDATE anima_idempotency SET status = $3, body = $4, headers = $5, lease = NULL, lease_until = 0
             WHERE scope = $1 AND key = $2 AND status IS NOT NULL`,
            [
              scope,
              key,
              response?.status ?? null,
              response && Buffer.from(response.body),
              response && JSON.stringify(response.headers ?? {}),
            ],
          );
        }
        if (page.length < REDACT_PAGE) return;
        last = page.at(-1)!;
      }
    },
  };
}
