import type { EventLog } from '@anima/service/events';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  isFinished,
  type Job,
  type JobError,
  type JobKind,
  type JobOutline,
  type JobStatus,
  jobStatuses,
  MAX_ATTEMPTS,
  type Transition,
  transitions,
} from '../../domain/job.js';
import type { MediaRef } from '../../domain/media-ref.js';
import type { JobStore } from '../../ports/job-store.js';
import { createJobList, type OutlineRow } from './job-list.js';

interface JobRow extends OutlineRow {
  payload: string;
  result: string | null;
  owner: string | null;
}

/** The columns that a transition may set beside the status. */
interface Changes {
  progress?: number;
  stage?: string;
  attempts?: number;
  started_at?: number | null;
  finished_at?: number;
  output?: string | null;
  result?: string;
  error?: string;
  owner?: string | null;
  lease_until?: number | null;
}

const freed: Changes = { owner: null, lease_until: null };

export function createSqliteJobStore(options: { db: DatabaseSyncInstance; events: EventLog }): JobStore {
  const { db, events } = options;
  const insert = db.prepare(`
    INSERT INTO jobs (job_id, kind, status, payload, created_at, webhook_url)
    VALUES (:id, :kind, 'queued', :payload, :created, :webhook)`);
  const selectById = db.prepare('SELECT * FROM jobs WHERE job_id = ?');
  const selectNext = db.prepare(
    "SELECT * FROM jobs WHERE status = 'queued' AND kind = ? ORDER BY job_key LIMIT 1",
  );
  const list = createJobList(db);
  const countQueued = db.prepare("SELECT count(*) AS queued FROM jobs WHERE status = 'queued' AND kind = ?");
  const countBefore = db.prepare(`
    SELECT (SELECT count(*) FROM jobs AS other
      WHERE other.status = 'queued' AND other.kind = jobs.kind AND other.job_key < jobs.job_key) AS position
    FROM jobs WHERE job_id = ? AND status = 'queued'`);
  const selectLapsed = db.prepare(
    "SELECT * FROM jobs WHERE status = 'running' AND (:before IS NULL OR lease_until < :before) ORDER BY job_key",
  );
  const updateReport = db.prepare(`
    UPDATE jobs SET progress = max(progress, coalesce(:progress, progress)), stage = coalesce(:stage, stage),
      result = coalesce(:result, result), lease_until = :until
    WHERE job_id = :id AND owner = :owner AND status = 'running'`);
  const selectFinished = db.prepare(
    'SELECT job_id, kind FROM jobs WHERE finished_at < ? ORDER BY finished_at LIMIT ?',
  );
  const deleteFinished = db.prepare('DELETE FROM jobs WHERE job_id = ? AND finished_at IS NOT NULL');
  const owe = db.prepare(
    'INSERT OR IGNORE INTO webhook_outbox (job_id, url, since, next_at) VALUES (:id, :url, :at, :at)',
  );
  const countStatuses = db.prepare('SELECT status, count(*) AS count FROM jobs GROUP BY status');

  const queued = (kind: JobKind) => (countQueued.get(kind) as { queued: number }).queued;
  const rowOf = (jobId: string) => selectById.get(jobId) as JobRow | undefined;

  /** Runs `work` in one transaction and tells of its events after the commit. */
  function inTransaction<T>(work: (tell: (job: Job) => void) => T): T {
    const told: ReturnType<EventLog['record']>[] = [];
    db.exec('BEGIN IMMEDIATE');
    try {
      const value = work((job) => told.push(events.record(`job.${job.status}`, describe(job))));
      db.exec('COMMIT');
      events.announce(told);
      return value;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }

  /** The only place where a status changes. Null: the transition does not start from where the job is. */
  function change(row: JobRow | undefined, transition: Transition, changes: Changes): Job | null {
    const { from, to } = transitions[transition];
    if (row === undefined || !(from as readonly string[]).includes(row.status)) return null;
    const columns = Object.entries({ status: to, ...changes });
    db.prepare(`UPDATE jobs SET ${columns.map(([name]) => `${name} = ?`).join(', ')} WHERE job_id = ?`).run(
      ...columns.map(([, value]) => value),
      row.job_id,
    );
    const job = jobFromRow(rowOf(row.job_id)!);
    if (isFinished(job.status) && job.webhookUrl !== null)
      owe.run({ id: job.jobId, url: job.webhookUrl, at: job.finishedAt });
    return job;
  }

  function changeOwn(jobId: string, owner: string, transition: Transition, changes: Changes): Job | null {
    return inTransaction((tell) => {
      const row = rowOf(jobId);
      const job = row?.owner === owner ? change(row, transition, changes) : null;
      if (job !== null) tell(job);
      return job;
    });
  }

  return {
    add(job, queueLimit) {
      return inTransaction((tell) => {
        const known = rowOf(job.jobId);
        if (known !== undefined) return jobFromRow(known);
        if (queued(job.kind) >= queueLimit) return null;
        insert.run({
          id: job.jobId,
          kind: job.kind,
          payload: JSON.stringify(job.payload),
          created: job.createdAt,
          webhook: job.webhookUrl,
        });
        const added = jobFromRow(rowOf(job.jobId)!);
        tell(added);
        return added;
      });
    },

    byId(jobId) {
      const row = rowOf(jobId);
      return row === undefined ? null : jobFromRow(row);
    },

    queued,

    list(filter, page) {
      const { rows, total } = list(filter, page);
      return { jobs: rows.map(outlineFromRow), total };
    },

    queuePosition(jobId) {
      const row = countBefore.get(jobId) as { position: number } | undefined;
      return row?.position ?? null;
    },

    claim(kind, { owner, until, now }) {
      // Most looks find nothing: they need no transaction.
      if (selectNext.get(kind) === undefined) return null;
      return inTransaction((tell) => {
        const row = selectNext.get(kind) as JobRow | undefined;
        const job = change(row, 'claim', {
          attempts: (row?.attempts ?? 0) + 1,
          progress: 0,
          stage: '',
          started_at: now,
          owner,
          lease_until: until,
        });
        if (job !== null) tell(job);
        return job;
      });
    },

    report(jobId, owner, { progress, stage, result, leaseUntil }) {
      const { changes } = updateReport.run({
        id: jobId,
        owner,
        progress: progress ?? null,
        stage: stage ?? null,
        result: result === undefined ? null : JSON.stringify(result),
        until: leaseUntil,
      });
      return Number(changes) > 0;
    },

    succeed: (jobId, owner, { output, result, at }) =>
      changeOwn(jobId, owner, 'succeed', {
        progress: 1,
        stage: 'done',
        finished_at: at,
        output: output === null ? null : JSON.stringify(output),
        result: JSON.stringify(result),
        ...freed,
      }),

    fail: (jobId, owner, { error, result, at }) =>
      changeOwn(jobId, owner, 'fail', {
        finished_at: at,
        error: JSON.stringify(error),
        ...(result === undefined ? {} : { result: JSON.stringify(result) }),
        ...freed,
      }),

    handBack(jobId, owner) {
      const attempts = (rowOf(jobId)?.attempts ?? 1) - 1;
      return changeOwn(jobId, owner, 'handBack', { attempts, started_at: null, ...freed });
    },

    postpone: (jobId, owner, stage) => changeOwn(jobId, owner, 'requeue', { stage, ...freed }),

    cancel(jobId, at) {
      return inTransaction((tell) => {
        const job = change(rowOf(jobId), 'cancel', { finished_at: at, ...freed });
        if (job !== null) tell(job);
        return job;
      });
    },

    reclaim(now, expiredBefore) {
      return inTransaction((tell) => {
        const rows = selectLapsed.all({ before: expiredBefore }) as unknown as JobRow[];
        return rows.map((row) => {
          const job =
            row.attempts < MAX_ATTEMPTS
              ? change(row, 'requeue', freed)!
              : change(row, 'fail', { finished_at: now, error: JSON.stringify(givenUp(row)), ...freed })!;
          tell(job);
          return job;
        });
      });
    },

    finishedBefore: (before, limit) =>
      (selectFinished.all(before, limit) as { job_id: string; kind: JobKind }[]).map(({ job_id, kind }) => ({
        jobId: job_id,
        kind,
      })),

    removeFinished(jobIds) {
      inTransaction(() => {
        for (const jobId of jobIds) deleteFinished.run(jobId);
      });
    },

    counts() {
      const rows = countStatuses.all() as { status: JobStatus; count: number }[];
      const none = Object.fromEntries(jobStatuses.map((status) => [status, 0])) as Record<JobStatus, number>;
      return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
    },
  };
}

function givenUp({ attempts, stage }: JobRow): JobError {
  return {
    code: 'given_up',
    message: `The engine ended ${attempts} times during this job${stage === '' ? '' : ` (${stage})`}; look into its log before you try again`,
  };
}

function jobFromRow(row: JobRow): Job {
  return {
    ...outlineFromRow(row),
    payload: JSON.parse(row.payload),
    result: row.result === null ? null : JSON.parse(row.result),
  };
}

function outlineFromRow(row: OutlineRow): JobOutline {
  return {
    jobId: row.job_id,
    kind: row.kind as JobKind,
    status: row.status as JobStatus,
    progress: row.progress,
    stage: row.stage,
    attempts: row.attempts,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    output: row.output === null ? null : (JSON.parse(row.output) as MediaRef),
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    webhookUrl: row.webhook_url,
  };
}

/** What an event tells of a job: nothing of what was asked for. */
function describe(job: Job): Record<string, unknown> {
  return {
    job_id: job.jobId,
    kind: job.kind,
    status: job.status,
    ...(job.error === null ? {} : { error_code: job.error.code }),
  };
}
