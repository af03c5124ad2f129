import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Postgres } from '@anima/service/postgres';

/** This process among those of the database. */
export interface OwnProcess {
  readonly processId: string;
  readonly host: string;
  /** A sign of life; it gives them by itself. */
  renew(): Promise<void>;
  /** It is gone: what it began belongs to nobody. */
  close(): Promise<void>;
}

/** In SQL: ms since the epoch on the clock of the database. */
export const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** In SQL, whether the process that a column names is there no more. */
export const isGone = (column: string) =>
  `NOT EXISTS (SELECT 1 FROM processes WHERE processes.process_id = ${column})`;

const RENEW_EVERY_MS = 20_000;
/** Two signs may be late or lost. */
const GONE_AFTER_MS = 60_000;

/**
 * A sign of life of $1, who takes away those that have given none for long. But one who comes back after a pause, as from a database that
 * was away from all, first leaves the others the same time to come back.
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

/** How many have given a sign of life lately. */
export async function countProcesses(db: Postgres): Promise<number> {
  const [row] = await db.query<{ alive: number }>(
    `SELECT count(*) AS alive FROM processes WHERE renewed_at > ${NOW_MS} - ${GONE_AFTER_MS}`,
  );
  return row!.alive;
}

/** Resolves when the others know of it; gives signs of life until it is closed. */
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
