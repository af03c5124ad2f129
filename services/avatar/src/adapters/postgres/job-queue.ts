import type { Postgres, PostgresEventLog, PostgresQueries } from '@anima/service/postgres';
import { type AwaitedJob, isFinished, type Job, type JobKind } from '../../jobs/job.js';
import {
  accepted,
  cancelled,
  claimed,
  failed,
  jobEvent,
  reclaimed,
  released,
  requeued,
  succeeded,
} from '../../jobs/job-changes.js';
import type { Claim, JobQueue } from '../../jobs/job-queue.js';
import { type JobRow, jobFromRow } from '../../jobs/job-row.js';
import { DATABASE_TIME } from './job-sql.js';
import { queueOf, type ReadyJobs } from './ready-jobs.js';

export interface PostgresJobQueueOptions {
  db: Postgres;
  ready: ReadyJobs;
  events: Pick<PostgresEventLog, 'append'>;
  /** The time as SQL; that of the database. */
  now?: () => string;
}

/** A row with the columns that only the queue reads, and the time of the read. */
interface HeldRow extends JobRow {
  job_key: number;
  queue: string;
  line: string | null;
  now: number;
}

/** The worker that runs a job and the end of its lease, or the job that it waits for. */
interface Hold {
  owner?: string;
  leaseUntil?: number;
  after?: string | null;
}

/** A transaction, and the jobs that it has changed so far. */
interface Changes extends PostgresQueries {
  notified: Job[];
}

/** Another worker holds the job that this one tried to claim. */
class Taken extends Error {}

const CHANNEL = 'avatar_jobs';
/** Jobs of a kind are accepted one at a time, because each may fill the queue. */
const lockOf = (kind: JobKind) => `avatar.accept.${kind}`;

/**
 * Creates a queue whose rows hold the state, lease and fencing token of each job. pg-boss decides which job
 * comes next (`ready-jobs.ts`). Both change in one transaction with the event, the webhook and the
 * notification of a job.
 */
export function createPostgresJobQueue(options: PostgresJobQueueOptions): JobQueue {
  const { db, ready, events, now = () => DATABASE_TIME } = options;

  async function rowsWhere(tx: PostgresQueries, where: string, values: readonly unknown[]) {
    return tx.query<HeldRow>(`SELECT *, ${now()} AS now FROM avatar.jobs WHERE ${where}`, values);
  }
  const rowOf = async (tx: PostgresQueries, jobId: string) =>
    (await rowsWhere(tx, 'job_id = $1 FOR UPDATE', [jobId]))[0];

  const notify = (tx: PostgresQueries, payload: string) =>
    tx.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);

  async function queued(kind: JobKind, on: PostgresQueries = db): Promise<number> {
    const text = "SELECT count(*) AS queued FROM avatar.jobs WHERE status = 'queued' AND kind = $1";
    const [row] = await on.query<{ queued: number }>(text, [kind]);
    return row!.queued;
  }

  /** Held until the end of the transaction: it cannot end unseen meanwhile. */
  async function isUnfinished(tx: PostgresQueries, jobId: string): Promise<boolean> {
    const text = 'SELECT 1 FROM avatar.jobs WHERE job_id = $1 AND finished_at IS NULL FOR SHARE';
    return (await tx.query(text, [jobId])).length > 0;
  }
  /** Returns the awaited job, or null if it does not exist or has finished. */
  const waitsFor = async (tx: PostgresQueries, awaited: AwaitedJob | null | undefined) =>
    awaited != null && (await isUnfinished(tx, awaited.jobId)) ? awaited.jobId : null;

  /**
   * Sends events of the jobs that `work` changed at the end of its transaction, because sending blocks other
   * transactions.
   */
  function inTransaction<T>(work: (tx: Changes) => Promise<T>): Promise<T> {
    return db.transaction(async (queries) => {
      const notified: Job[] = [];
      const value = await work({ query: (text, values) => queries.query(text, values), notified: notified });
      await events.append(queries, notified.filter(({ partOf }) => partOf === null).map(jobEvent));
      return value;
    });
  }

  async function putLine(tx: PostgresQueries, row: Pick<HeldRow, 'job_id' | 'job_key' | 'queue'>) {
    const line = await ready.put(tx, row.queue, row.job_key);
    await tx.query('UPDATE avatar.jobs SET line = $1 WHERE job_id = $2', [line, row.job_id]);
    await notify(tx, '');
  }

  /** Changes the status of a job. No other function does. `row` is locked and holds the previous state. */
  async function save(tx: Changes, row: HeldRow, job: Job, hold: Hold = {}): Promise<Job> {
    await tx.query(
      `UPDATE avatar.jobs SET status = $2, progress = $3, stage = $4, attempts = $5, fence = $6, started_at = $7,
          finished_at = $8, output = $9, result = $10, error = $11, owner = $12, lease_until = $13, after_job = $14,
          line = NULL
        WHERE job_id = $1`,
      [
        ...[job.jobId, job.status, job.progress, job.stage, job.attempts, job.fence, job.startedAt],
        ...[job.finishedAt, asJson(job.output), asJson(job.result), asJson(job.error)],
        ...[hold.owner ?? null, hold.leaseUntil ?? null, hold.after ?? null],
      ],
    );
    if (row.line !== null) await ready.remove(tx, row.queue, row.line);
    if (job.status === 'queued' && hold.after == null) await putLine(tx, row);
    if (isFinished(job.status)) await endOf(tx, job);
    tx.notified.push(job);
    return job;
  }

  /** Frees who waited for it, takes its parts away, and owes whom it has named a message. */
  async function endOf(tx: PostgresQueries, job: Job): Promise<void> {
    const woken = await tx.query<HeldRow>(
      "UPDATE avatar.jobs SET after_job = NULL, stage = '' WHERE after_job = $1 RETURNING job_id, job_key, queue",
      [job.jobId],
    );
    for (const each of woken) await putLine(tx, each);
    const parts = await tx.query<HeldRow>(
      'DELETE FROM avatar.jobs WHERE part_of = $1 RETURNING queue, line',
      [job.jobId],
    );
    for (const { queue, line } of parts) if (line !== null) await ready.remove(tx, queue, line);
    // The worker that runs the job, or a part of it, stops now instead of at its next rejected report.
    if (job.status !== 'succeeded') await notify(tx, job.jobId);
    if (job.webhookUrl === null) return;
    await tx.query(
      `INSERT INTO avatar.webhook_outbox (job_id, url, since, next_at) VALUES ($1, $2, $3, $3)
        ON CONFLICT DO NOTHING`,
      [job.jobId, job.webhookUrl, job.finishedAt],
    );
  }

  /** Null: the job is no longer this claim's. */
  function changeOwn(
    { jobId, fence }: Claim,
    change: (job: Job, now: number, waits: boolean) => Job | null,
    awaited?: AwaitedJob,
  ): Promise<Job | null> {
    return inTransaction(async (tx) => {
      const row = await rowOf(tx, jobId);
      if (row === undefined || row.owner === null || row.fence !== fence) return null;
      const after = await waitsFor(tx, awaited);
      const job = change(jobFromRow(row), row.now, after !== null);
      return job === null ? null : save(tx, row, job, { after });
    });
  }

  /** The queues with a job of a kind that this worker can do, that with the oldest first. */
  async function queuesFor(kind: JobKind, engines: readonly string[] | undefined): Promise<string[]> {
    const rows = await db.query<{ queue: string }>(
      `SELECT queue FROM avatar.jobs
        WHERE status = 'queued' AND after_job IS NULL AND kind = $1 AND ($2::text[] IS NULL OR needs <@ $2)
        GROUP BY queue ORDER BY min(job_key)`,
      [kind, engines ?? null],
    );
    return rows.map(({ queue }) => queue);
  }

  async function claimFrom(queue: string, { worker, leaseMs }: { worker: string; leaseMs: number }) {
    return inTransaction(async (tx) => {
      const line = await ready.take(tx, queue);
      if (line === null) return null;
      const [row] = await rowsWhere(tx, 'line = $1 FOR UPDATE SKIP LOCKED', [line]);
      if (row === undefined) throw new Taken();
      const [next] = await tx.query<{ fence: number }>("SELECT nextval('avatar.claims') AS fence");
      const time = row.now;
      const job = claimed(jobFromRow(row), time, next!.fence)!;
      return save(tx, { ...row, line: null }, job, { owner: worker, leaseUntil: time + leaseMs });
    }).catch((error) => {
      if (error instanceof Taken) return null;
      throw error;
    });
  }

  return {
    async accept(given, limit) {
      const needs = given.needs ?? [];
      const queue = queueOf(given.kind, needs);
      await ready.prepare(queue);
      return inTransaction(async (tx) => {
        await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockOf(given.kind)]);
        const known = await rowOf(tx, given.jobId);
        if (known !== undefined) return jobFromRow(known);
        if ((await queued(given.kind, tx)) >= limit) return null;
        if (given.partOf != null && !(await isUnfinished(tx, given.partOf))) return null;
        const after = await waitsFor(tx, given.after);
        const [time] = await tx.query<{ now: number }>(`SELECT ${now()} AS now`);
        const job = accepted(given, after === null ? '' : given.after!.stage, time!.now);
        const [row] = await tx.query<HeldRow>(
          `INSERT INTO avatar.jobs (job_id, kind, status, payload, stage, created_at, webhook_url, after_job, part_of, needs, queue)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING job_id, job_key, queue`,
          [
            ...[job.jobId, job.kind, job.status, JSON.stringify(job.payload), job.stage, job.createdAt],
            ...[job.webhookUrl, after, job.partOf, needs, queue],
          ],
        );
        if (after === null) await putLine(tx, row!);
        tx.notified.push(job);
        return job;
      });
    },

    queued: (kind) => queued(kind),

    async claim(kind, { engines, ...by }) {
      for (const queue of await queuesFor(kind, engines)) {
        const job = await claimFrom(queue, by);
        if (job !== null) return job;
      }
      return null;
    },

    async report({ jobId, fence }, { progress, stage, result, leaseMs }) {
      const rows = await db.query(
        `UPDATE avatar.jobs SET progress = greatest(progress, $3::float8), stage = coalesce($4::text, stage),
            result = coalesce($5::text, result), lease_until = ${now()} + $6::bigint
          WHERE job_id = $1 AND fence = $2 AND status = 'running' RETURNING 1`,
        [
          ...[jobId, fence, progress ?? null, stage ?? null],
          ...[result === undefined ? null : JSON.stringify(result), leaseMs],
        ],
      );
      return rows.length > 0;
    },

    succeed: (claim, outcome) => changeOwn(claim, (job, time) => succeeded(job, outcome, time)),

    fail: (claim, { error, result }) => changeOwn(claim, (job, time) => failed(job, error, time, result)),

    handBack: (claim, stage) => changeOwn(claim, (job) => released(job, stage)),

    waitFor: (claim, awaited, result) =>
      changeOwn(claim, (job, _, waits) => released(job, waits ? awaited.stage : '', result), awaited),

    postpone: (claim, stage) => changeOwn(claim, (job) => requeued(job, stage)),

    cancel: (jobId) =>
      inTransaction(async (tx) => {
        const row = await rowOf(tx, jobId);
        const job = row === undefined ? null : cancelled(jobFromRow(row), row.now);
        return job === null ? null : save(tx, row!, job);
      }),

    reclaim: (lastRunBy) =>
      inTransaction(async (tx) => {
        const lost = `status = 'running' AND (lease_until < ${now()} OR owner = $1) ORDER BY job_key FOR UPDATE SKIP LOCKED`;
        const jobs: Job[] = [];
        for (const row of await rowsWhere(tx, lost, [lastRunBy ?? null]))
          jobs.push(await save(tx, row, reclaimed(jobFromRow(row), row.now)!));
        return jobs;
      }),

    follow: (onChange) => db.listen(CHANNEL, (payload) => onChange(payload === '' ? null : payload)),
  };
}

const asJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
