import { type AwaitedJob, isFinished, type Job, type JobKind } from '../jobs/job.js';
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
} from '../jobs/job-changes.js';
import type { Claim, JobQueue, NewJob } from '../jobs/job-queue.js';
import type { JobRecords } from '../jobs/job-records.js';
import type { PendingWebhook, WebhookOutbox } from '../jobs/webhook-outbox.js';

interface Held {
  job: Job;
  owner?: string;
  leaseUntil?: number;
  after?: string | null;
}
type PendingRow = Omit<PendingWebhook, 'ageMs'> & { since: number; nextAt: number };

const outlineOf = ({ job: { payload: _, result: __, ...outline } }: Held) => outline;

/** A minimal queue, records and outbox for tests. */
export function createMemoryJobs({
  clock = Date.now,
  tell = () => {},
}: {
  clock?: () => number;
  tell?: (event: ReturnType<typeof jobEvent>) => void;
} = {}) {
  /** Jobs in the order in which they were accepted. */
  const jobs = new Map<string, Held>();
  const pending = new Map<string, PendingRow>();

  const copy = <T>(value: T): T => structuredClone(value);
  const find = (test: (held: Held) => boolean) => [...jobs.values()].filter(test);
  const waitsFor = (awaited: AwaitedJob | null | undefined) => {
    const job = awaited == null ? undefined : jobs.get(awaited.jobId)?.job;
    return job === undefined || isFinished(job.status) ? null : job.jobId;
  };
  const queued = (kind: JobKind) => find(({ job }) => job.status === 'queued' && job.kind === kind).length;
  const hasWhole = ({ partOf }: NewJob) =>
    partOf == null || find(({ job }) => job.jobId === partOf && !isFinished(job.status)).length > 0;
  const isReady = ({ job, after }: Held) => job.status === 'queued' && after == null;

  function save(job: Job | null, hold: Omit<Held, 'job'> = {}): Job | null {
    if (job === null) return null;
    jobs.set(job.jobId, { job: copy(job), ...hold });
    if (isFinished(job.status)) {
      for (const held of find(({ after }) => after === job.jobId))
        jobs.set(held.job.jobId, { job: { ...held.job, stage: '' } });
      for (const { job: part } of find((held) => held.job.partOf === job.jobId)) jobs.delete(part.jobId);
      const { jobId, webhookUrl: url, finishedAt: at } = job;
      if (url !== null) pending.set(jobId, { jobId, url, tries: 0, since: at!, nextAt: at! });
    }
    if (job.partOf === null) tell(jobEvent(job));
    return copy(job);
  }

  function changeOwn(
    { jobId, fence }: Claim,
    change: (job: Job) => Job | null,
    awaited?: AwaitedJob,
  ): Job | null {
    const held = jobs.get(jobId);
    if (held?.owner === undefined || held.job.fence !== fence) return null;
    return save(change(held.job), { after: waitsFor(awaited) });
  }

  const queue: JobQueue = {
    async accept(given, limit) {
      const known = jobs.get(given.jobId);
      if (known !== undefined) return copy(known.job);
      if (queued(given.kind) >= limit || !hasWhole(given)) return null;
      const after = waitsFor(given.after);
      return save(accepted(given, after === null ? '' : given.after!.stage, clock()), { after });
    },
    queued,
    async claim(kind, { worker, leaseMs }) {
      const next = find((held) => held.job.kind === kind && isReady(held))[0];
      const now = clock();
      return next === undefined
        ? null
        : save(claimed(next.job, now), { owner: worker, leaseUntil: now + leaseMs });
    },
    async report({ jobId, fence }, { progress = 0, stage, result, leaseMs }) {
      const held = jobs.get(jobId);
      if (held?.owner === undefined || held.job.fence !== fence) return false;
      const { job } = held;
      const notified = {
        progress: Math.max(job.progress, progress),
        stage: stage ?? job.stage,
        result: copy(result ?? job.result),
      };
      jobs.set(jobId, { ...held, job: { ...job, ...notified }, leaseUntil: clock() + leaseMs });
      return true;
    },
    succeed: async (claim, outcome) => changeOwn(claim, (job) => succeeded(job, outcome, clock())),
    fail: async (claim, { error, result }) => changeOwn(claim, (job) => failed(job, error, clock(), result)),
    handBack: async (claim, stage) => changeOwn(claim, (job) => released(job, stage)),
    waitFor: async (claim, awaited, result) =>
      changeOwn(
        claim,
        (job) => released(job, waitsFor(awaited) === null ? '' : awaited.stage, result),
        awaited,
      ),
    postpone: async (claim, stage) => changeOwn(claim, (job) => requeued(job, stage)),
    async cancel(jobId) {
      const held = jobs.get(jobId);
      return held === undefined ? null : save(cancelled(held.job, clock()));
    },
    async reclaim(lastRunBy) {
      const now = clock();
      return find(
        ({ owner, leaseUntil }) => owner !== undefined && (leaseUntil! < now || owner === lastRunBy),
      ).map(({ job }) => save(reclaimed(job, now))!);
    },
  };

  const records: JobRecords = {
    byId: (jobId) => copy(jobs.get(jobId)?.job ?? null),
    list({ kind, status }, { limit, offset }) {
      const found = find(
        ({ job }) =>
          job.partOf === null && job.kind === (kind ?? job.kind) && job.status === (status ?? job.status),
      );
      return {
        jobs: found
          .reverse()
          .slice(offset, offset + limit)
          .map(outlineOf),
        total: found.length,
      };
    },
    partsOf: (jobId) => find(({ job }) => job.partOf === jobId).map(outlineOf),
    positions(jobIds) {
      const positions = new Map<string, number>();
      const before = new Map<string, number>();
      for (const held of find(({ job }) => job.status === 'queued')) {
        const count = before.get(held.job.kind) ?? 0;
        if (jobIds.includes(held.job.jobId)) positions.set(held.job.jobId, count);
        if (isReady(held)) before.set(held.job.kind, count + 1);
      }
      return positions;
    },
    finishedBefore: (before, limit) =>
      find(({ job }) => job.finishedAt !== null && job.finishedAt < before)
        .sort((one, other) => one.job.finishedAt! - other.job.finishedAt!)
        .slice(0, limit)
        .map(({ job: { jobId, kind } }) => ({ jobId, kind })),
    async removeFinished(jobIds) {
      for (const jobId of jobIds) {
        const held = jobs.get(jobId);
        if (held === undefined || !isFinished(held.job.status)) continue;
        jobs.delete(jobId);
        pending.delete(jobId);
      }
    },
  };

  const outbox: WebhookOutbox = {
    claim(limit, leaseMs) {
      const due = [...pending.values()]
        .filter(({ nextAt }) => nextAt <= clock())
        .sort((one, other) => one.nextAt - other.nextAt || one.since - other.since)
        .slice(0, limit);
      for (const line of due) pending.set(line.jobId, { ...line, nextAt: clock() + leaseMs });
      return due.map(({ since, nextAt: _, ...line }) => ({ ...line, ageMs: clock() - since }));
    },
    dueInMs: () =>
      pending.size === 0
        ? null
        : Math.max(0, Math.min(...[...pending.values()].map(({ nextAt }) => nextAt)) - clock()),
    async settle(jobId) {
      pending.delete(jobId);
    },
    async handBack(jobId) {
      const line = pending.get(jobId);
      if (line !== undefined) pending.set(jobId, { ...line, nextAt: clock() });
    },
    async postpone(jobId, ms) {
      const line = pending.get(jobId);
      if (line !== undefined) pending.set(jobId, { ...line, tries: line.tries + 1, nextAt: clock() + ms });
    },
  };

  return { queue, records, outbox };
}
