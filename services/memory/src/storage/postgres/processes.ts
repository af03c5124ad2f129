import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Postgres } from '@anima/service/postgres';

/** Registration of this process in the database. */
export interface OwnProcess {
  readonly processId: string;
  readonly host: string;
  /** Sends a heartbeat. This also happens automatically. */
  renew(): Promise<void>;
  /** Removes the registration, so that running work of this process is abandoned. */
  close(): Promise<void>;
}

/** SQL: ms since the epoch on the clock of the database. */
export const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** SQL: whether the process in this column is no longer registered. */
export const isGone = (column: string) =>
  `NOT EXISTS (SELECT 1 FROM processes WHERE processes.process_id = ${column})`;

const RENEW_EVERY_MS = 20_000;
/** Allows two late or lost heartbeats. */
const GONE_AFTER_MS = 60_000;

/**
 * Sends the heartbeat of process $1 and removes processes without a recent heartbeat. A process that returns
 * after a pause, such as an outage of the database, waits for the same time first, so that others can also
 * return.
 */
const RENEW = `
  WITH clock AS (SELECT ${NOW_MS} AS now),
  own AS (
    INSERT INTO processes (process_id, host, renewed_at, steady_since) SELECT $1, $2, now, now FROM clock
    ON CONFLICT (process_id) DO UPDATE SET renewed_at = excluded.renewed_at, steady_since =
      CASE WHEN processes.renewed_at < excluded.renewed_at - ${GONE_AFTER_MS} THEN excluded.renewed_at
      ELSE processes.steady_since END
    RETURNING steady_since
  )
  DELETE FROM processes USING clock, own
  WHERE process_id <> $1 AND renewed_at < now - ${GONE_AFTER_MS} AND own.steady_since < now - ${GONE_AFTER_MS}`;

/** Returns the number of processes with a recent heartbeat. */
export async function countProcesses(db: Postgres): Promise<number> {
  const [row] = await db.query<{ alive: number }>(
    `SELECT count(*) AS alive FROM processes WHERE renewed_at > ${NOW_MS} - ${GONE_AFTER_MS}`,
  );
  return row!.alive;
}

/**
 * Registers this process and sends heartbeats until it is closed. Resolves when the other processes see it.
 */
export async function joinProcesses(db: Postgres, onError: (error: unknown) => void): Promise<OwnProcess> {
  const own = { processId: randomUUID(), host: hostname() };
  async function renew(): Promise<void> {
    await db.query(RENEW, [own.processId, own.host]);
  }
  await renew();
  let renewing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renew().catch(onError);
  }, RENEW_EVERY_MS);
  timer.unref();
  return {
    ...own,
    renew,
    async close() {
      clearInterval(timer);
      await renewing;
      await db.query('DELETE FROM processes WHERE process_id = $1', [own.processId]).catch(onError);
    },
  };
}
