import type { EventOutbox } from '@anima/service/events';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
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

/** The worker that runs a job and the end of its lease, or the job that it waits for. */
interface Hold {
  owner?: string;
  leaseUntil?: number;
  after?: string | null;
}

export interface SqliteJobQueueOptions {
  db: DatabaseSyncInstance;
  events: EventOutbox;
  clock?: () => number;
}

export function createSqliteJobQueue({ db, events, clock = Date.now }: SqliteJobQueueOptions): JobQueue {
  const insert = db.prepare(`
    INSERT INTO jobs (job_id, kind, status, payload, stage, created_at, webhook_url, after_job, part_of)
    VALUES (:id, :kind, :status, :payload, :stage, :created, :webhook, :after, :whole)`);
  const update = db.prepare(`
    UPDATE jobs SET status = :status, progress = :progress, stage = :stage, attempts = :attempts, fence = :fence, started_at = :started,
      finished_at = :finished, output = :output, result = :result, error = :error,
      owner = :owner, lease_until = :until, after_job = :after
    WHERE job_id = :id`);
  const updateReport = db.prepare(`
    UPDATE jobs SET progress = max(progress, coalesce(:progress, progress)), stage = coalesce(:stage, stage),
      result = coalesce(:result, result), lease_until = :until
    WHERE job_id = :id AND fence = :fence AND status = 'running'`);
  const selectById = db.prepare('SELECT * FROM jobs WHERE job_id = ?');
  // SQLite would choose the index of all queued jobs and read through those that wait.
  const selectNext = db.prepare(`
    SELECT * FROM jobs INDEXED BY jobs_that_may_begin
    WHERE status = 'queued' AND after_job IS NULL AND kind = ? ORDER BY job_key LIMIT 1`);
  const selectLost = db.prepare(
    "SELECT * FROM jobs WHERE status = 'running' AND (lease_until < :now OR owner = :owner) ORDER BY job_key",
  );
  const countQueued = db.prepare("SELECT count(*) AS queued FROM jobs WHERE status = 'queued' AND kind = ?");
  const isUnfinished = db.prepare('SELECT 1 FROM jobs WHERE job_id = ? AND finished_at IS NULL');
  const removeParts = db.prepare('DELETE FROM jobs WHERE part_of = ?');
  const wakeWaiting = db.prepare("UPDATE jobs SET after_job = NULL, stage = '' WHERE after_job = ?");
  const owe = db.prepare(
    'INSERT OR IGNORE INTO webhook_outbox (job_id, url, since, next_at) VALUES (:id, :url, :at, :at)',
  );

  const queued = (kind: JobKind) => (countQueued.get(kind) as { queued: number }).queued;
  const rowOf = (jobId: string) => selectById.get(jobId) as JobRow | undefined;
  /** Returns the awaited job, or null if it does not exist or has finished. */
  const waitsFor = (awaited: AwaitedJob | null | undefined) =>
    awaited != null && isUnfinished.get(awaited.jobId) !== undefined ? awaited.jobId : null;

  /** Runs `work` in one transaction, and sends the events of the changed jobs after the commit. */
  function inTransaction<T>(work: (tell: (job: Job) => void) => T): T {
    const notified: ReturnType<EventOutbox['record']>[] = [];
    db.exec('BEGIN IMMEDIATE');
    try {
      const value = work((job) => {
        if (job.partOf !== null) return;
        const { type, data } = jobEvent(job);
        notified.push(events.record(type, data));
      });
      db.exec('COMMIT');
      events.announce(notified);
      return value;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }

  /** The only place where a status changes. */
  function save(job: Job, tell: (job: Job) => void, { owner, leaseUntil, after }: Hold = {}): Job {
    update.run({
      id: job.jobId,
      status: job.status,
      progress: job.progress,
      stage: job.stage,
      attempts: job.attempts,
      fence: job.fence,
      started: job.startedAt,
      finished: job.finishedAt,
      output: job.output === null ? null : JSON.stringify(job.output),
      result: job.result === null ? null : JSON.stringify(job.result),
      error: job.error === null ? null : JSON.stringify(job.error),
      owner: owner ?? null,
      until: leaseUntil ?? null,
      after: after ?? null,
    });
    if (isFinished(job.status)) {
      wakeWaiting.run(job.jobId);
      removeParts.run(job.jobId);
      if (job.webhookUrl !== null) owe.run({ id: job.jobId, url: job.webhookUrl, at: job.finishedAt });
    }
    tell(job);
    return job;
  }

  /** Null: the job is no longer this claim's. */
  async function changeOwn(
    { jobId, fence }: Claim,
    change: (job: Job) => Job | null,
    awaited?: AwaitedJob,
  ): Promise<Job | null> {
    return inTransaction((tell) => {
      const row = rowOf(jobId);
      if (row === undefined || row.owner === null || row.fence !== fence) return null;
      const job = change(jobFromRow(row));
      return job === null ? null : save(job, tell, { after: waitsFor(awaited) });
    });
  }

  return {
    async accept(given, limit) {
      return inTransaction((tell) => {
        const known = rowOf(given.jobId);
        if (known !== undefined) return jobFromRow(known);
        if (queued(given.kind) >= limit) return null;
        if (given.partOf != null && isUnfinished.get(given.partOf) === undefined) return null;
        const after = waitsFor(given.after);
        const job = accepted(given, after === null ? '' : given.after!.stage, clock());
        insert.run({
          id: job.jobId,
          kind: job.kind,
          status: job.status,
          payload: JSON.stringify(job.payload),
          stage: job.stage,
          created: job.createdAt,
          webhook: job.webhookUrl,
          after,
          whole: job.partOf,
        });
        tell(job);
        return job;
      });
    },

    queued,

    async claim(kind, { worker, leaseMs }) {
      // Most looks find nothing: they need no transaction.
      if (selectNext.get(kind) === undefined) return null;
      return inTransaction((tell) => {
        const row = selectNext.get(kind) as JobRow | undefined;
        const now = clock();
        const job = row === undefined ? null : claimed(jobFromRow(row), now);
        return job === null ? null : save(job, tell, { owner: worker, leaseUntil: now + leaseMs });
      });
    },

    async report({ jobId, fence }, { progress, stage, result, leaseMs }) {
      // Skips the flush: if a power cut loses this report, the next one repeats it.
      db.exec('PRAGMA synchronous = NORMAL');
      try {
        const { changes } = updateReport.run({
          id: jobId,
          fence,
          progress: progress ?? null,
          stage: stage ?? null,
          result: result === undefined ? null : JSON.stringify(result),
          until: clock() + leaseMs,
        });
        return Number(changes) > 0;
      } finally {
        db.exec('PRAGMA synchronous = FULL');
      }
    },

    succeed: (claim, outcome) => changeOwn(claim, (job) => succeeded(job, outcome, clock())),

    fail: (claim, { error, result }) => changeOwn(claim, (job) => failed(job, error, clock(), result)),

    handBack: (claim, stage) => changeOwn(claim, (job) => released(job, stage)),

    waitFor: (claim, awaited, result) =>
      changeOwn(
        claim,
        (job) => released(job, waitsFor(awaited) === null ? '' : awaited.stage, result),
        awaited,
      ),

    postpone: (claim, stage) => changeOwn(claim, (job) => requeued(job, stage)),

    async cancel(jobId) {
      return inTransaction((tell) => {
        const row = rowOf(jobId);
        const job = row === undefined ? null : cancelled(jobFromRow(row), clock());
        return job === null ? null : save(job, tell);
      });
    },

    async reclaim(lastRunBy) {
      return inTransaction((tell) => {
        const now = clock();
        const rows = selectLost.all({ now, owner: lastRunBy ?? null }) as unknown as JobRow[];
        return rows.map((row) => save(reclaimed(jobFromRow(row), now)!, tell));
      });
    },
  };
}
