import { migrate, type Postgres, type PostgresEventLog, type PostgresQueries } from '@anima/service/postgres';
import type { EventLogLimits } from '@anima/service/scale-out';

const CHANNEL = 'anima_event';
// Old events are deleted in batches: one range delete per hundred events.
const PRUNE_EVERY = 100;
/** Share of `maxBytes` that is kept when the log exceeds it. */
const RETAINED_SHARE = 0.75;

// `json` instead of `jsonb`, because it can store texts with U+0000.
const MIGRATIONS = [
  `CREATE TABLE anima_event (
     id bigint PRIMARY KEY, type text NOT NULL, time text NOT NULL, data json NOT NULL, size integer NOT NULL
   );
   CREATE TABLE anima_event_count (one boolean PRIMARY KEY CHECK (one), last bigint NOT NULL, bytes bigint NOT NULL);
   INSERT INTO anima_event_count VALUES (true, 0, 0);`,
];
const NOW = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Opens the event log and creates its tables if they do not exist. */
export async function openPostgresEventLog(
  db: Postgres,
  { keep = 10_000, maxBytes = 64 * 1024 * 1024 }: EventLogLimits = {},
): Promise<PostgresEventLog> {
  await migrate(db, { name: 'events', migrations: MIGRATIONS });
  const followers = new Set<() => void>();
  await db.listen(CHANNEL, () => {
    for (const wake of followers) {
      try {
        wake();
      } catch {
        // An error is ignored: the follower reads the missed events later.
      }
    }
  });

  async function trim(tx: PostgresQueries, last: number, bytes: number): Promise<void> {
    if (bytes > maxBytes)
      await tx.query(
        `DELETE FROM anima_event WHERE id <= (SELECT max(id) FROM (
           SELECT id, sum(size) OVER (ORDER BY id DESC) AS bytes FROM anima_event) AS newest_first WHERE bytes > $1)`,
        [maxBytes * RETAINED_SHARE],
      );
    else await tx.query('DELETE FROM anima_event WHERE id <= $1', [last - keep]);
    await tx.query('UPDATE anima_event_count SET bytes = (SELECT coalesce(sum(size), 0) FROM anima_event)');
  }

  return {
    async append(tx, drafts) {
      if (drafts.length === 0) return [];
      const texts = drafts.map(({ data }) => JSON.stringify(data));
      const sizes = texts.map((text) => Buffer.byteLength(text));
      const added = sizes.reduce((sum, size) => sum + size, 0);
      const [count] = await tx.query<{ last: number; bytes: number; time: string }>(
        `UPDATE anima_event_count SET last = last + $1, bytes = bytes + $2 RETURNING last, bytes, ${NOW} AS time`,
        [drafts.length, added],
      );
      if (count === undefined) throw new Error('Expected the count of events, received none');
      const before = count.last - drafts.length;
      const events = drafts.map(({ type, data }, n) => ({
        id: before + n + 1,
        type,
        time: count.time,
        data,
      }));
      await tx.query(
        `INSERT INTO anima_event (id, type, time, data, size)
         SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::json[], $5::integer[])`,
        [
          events.map(({ id }) => id),
          drafts.map(({ type }) => type),
          events.map(({ time }) => time),
          texts,
          sizes,
        ],
      );
      const isFull = Math.floor(count.last / PRUNE_EVERY) > Math.floor(before / PRUNE_EVERY);
      if (isFull || count.bytes > maxBytes) await trim(tx, count.last, count.bytes);
      await tx.query(`SELECT pg_notify('${CHANNEL}', 'new')`);
      return events;
    },
    after: (id, limit) =>
      db.query('SELECT id, type, time, data FROM anima_event WHERE id > $1 ORDER BY id LIMIT $2', [
        id,
        limit,
      ]),
    async latestId() {
      const [count] = await db.query<{ last: number }>('SELECT last FROM anima_event_count');
      return count?.last ?? 0;
    },
    async oldestId() {
      const [row] = await db.query<{ id: number }>(
        'SELECT coalesce((SELECT min(id) FROM anima_event), last + 1) AS id FROM anima_event_count',
      );
      return row?.id ?? 1;
    },
    follow(wake) {
      followers.add(wake);
      return () => followers.delete(wake);
    },
  };
}
