import type { Postgres } from '@anima/service/postgres';
import { loadScaleOut } from '@anima/service/scale-out';
import { findPostgres, startedPostgres } from '@anima/test-engines';
import { afterAll, describe, expect, it } from 'vitest';
import { jobKinds } from '../../jobs/job.js';
import {
  claimOf,
  idOf,
  type JobsUnderTest,
  LEASE_MS,
  newJob,
  testJobQueue,
} from '../../jobs/job-queue.contract.js';
import { testJobRecords } from '../../jobs/job-records.contract.js';
import { testWebhookOutbox } from '../../jobs/webhook-outbox.contract.js';
import { createPostgresJobQueue } from './job-queue.js';
import { createPostgresJobRecords } from './job-records.js';
import { openReadyJobs } from './ready-jobs.js';
import { migrateJobs } from './schema.js';
import { createPostgresWebhookOutbox } from './webhook-outbox.js';
import { createPostgresWorkers } from './workers.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`PostgreSQL${missing}`, () => {
  const opened: Postgres[] = [];
  let url: string;
  const openDb = async () => {
    const { openPostgres } = await loadScaleOut('postgres', 'AVATAR_DATABASE_URL');
    const db = openPostgres({ url, name: 'test', maxConnections: 4, onError: () => {} });
    opened.push(db);
    return db;
  };
  /** One process at the jobs. */
  async function openJobs(db: Postgres, now: () => string) {
    const ready = await openReadyJobs(db);
    const { openPostgresEventLog } = await loadScaleOut('postgres', 'AVATAR_DATABASE_URL');
    const events = await openPostgresEventLog(db);
    return {
      events,
      queue: createPostgresJobQueue({
        ...{ db, ready, events, now },
      }),
      records: createPostgresJobRecords(db, now),
      outbox: createPostgresWebhookOutbox(db, now),
    };
  }
  let processes: Promise<[Postgres, Postgres]> | undefined;
  async function twoProcesses(): Promise<[Postgres, Postgres]> {
    ({ url } = await startedPostgres());
    const [db, other] = [await openDb(), await openDb()];
    await migrateJobs(db);
    // It is there at any time.
    await createPostgresWorkers(db, () => '1000000000').announce({
      worker: 'all',
      kinds: jobKinds,
      engines: [],
    });
    return [db, other];
  }
  afterAll(() => Promise.all(opened.map((db) => db.close())));

  async function open(clock = { now: 100 }): Promise<JobsUnderTest & { db: Postgres }> {
    processes ??= twoProcesses();
    const [db, other] = await processes;
    const now = () => `${Math.round(clock.now)}::bigint`;
    const [{ queue, records, outbox, events }, { queue: elsewhere }] = [
      await openJobs(db, now),
      await openJobs(other, now),
    ];
    return {
      ...{ db, queue, elsewhere, records, outbox, clock },
      published: async () => (await events.after(0, 1_000)).map(({ type, data }) => `${type} ${data.job_id}`),
      reopen: () => open(clock),
      dispose: async () => {
        for (const { job_id } of await db.query<{ job_id: string }>('SELECT job_id FROM avatar.jobs'))
          await queue.cancel(job_id);
        await db.query('DELETE FROM avatar.jobs');
        await db.query('DELETE FROM anima_event');
      },
    };
  }

  testJobQueue('PostgreSQL', open);
  testJobRecords('PostgreSQL', open);
  testWebhookOutbox('PostgreSQL', open);

  it('gives the oldest job to a worker with the required engines, and marks a job without such a worker', async () => {
    const { queue, elsewhere, records, dispose } = await open();
    await queue.accept(newJob('1', { needs: ['kokoro'] }), 200);
    await queue.accept(newJob('2'), 200);
    await queue.accept(newJob('3', { needs: ['hibari'] }), 200);
    expect(await records.byId('1')).toMatchObject({ stage: 'waiting for a worker with kokoro' });
    expect(await records.byId('2')).toMatchObject({ stage: '' });
    const by = { worker: 'small', leaseMs: LEASE_MS, engines: ['hibari'] };
    expect(idOf(await elsewhere.claim('tts', by))).toBe('2');
    expect(idOf(await elsewhere.claim('tts', by))).toBe('3');
    expect(await elsewhere.claim('tts', by)).toBeNull();
    expect(idOf(await elsewhere.claim('tts', { ...by, engines: ['kokoro'] }))).toBe('1');
    await dispose();
  });

  it('notifies other processes of ready and cancelled jobs', async () => {
    const { queue, elsewhere, dispose } = await open();
    const received: (string | null)[] = [];
    let onReceived = () => {};
    const unfollow = await elsewhere.follow!((cancelled) => {
      received.push(cancelled);
      onReceived();
    });
    const hears = (what: string | null) =>
      new Promise<void>((resolve) => {
        onReceived = () => received.includes(what) && resolve();
        onReceived();
      });
    await queue.accept(newJob('1'), 200);
    await hears(null);
    await queue.cancel('1');
    await hears('1');
    await unfollow();
    await dispose();
  });

  it('leaves nothing in the queue of a job that is no longer there', async () => {
    const { db, queue, elsewhere, dispose } = await open();
    for (const jobId of ['1', '2', '3']) await queue.accept(newJob(jobId), 200);
    await queue.cancel('1');
    const job = await elsewhere.claim('tts', { worker: 'me', leaseMs: LEASE_MS });
    await queue.handBack(claimOf(job));
    const lines = async () => (await db.query('SELECT id FROM avatar_queue.job')).length;
    expect(await lines()).toBe(2);
    await dispose();
    expect(await lines()).toBe(0);
  });
});
