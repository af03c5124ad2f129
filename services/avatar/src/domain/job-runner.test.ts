import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { createSqliteEventLog } from '@anima/service/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSqliteJobStore } from '../adapters/sqlite/job-store.js';
import { openDatabase } from '../adapters/sqlite/open-database.js';
import type { JobStore } from '../ports/job-store.js';
import type { Job } from './job.js';
import { createJobRunner, type JobHandler, type JobRunner, type JobRunnerOptions } from './job-runner.js';

let dir: string;
let db: ReturnType<typeof openDatabase>;
let store: JobStore;
let runner: JobRunner;
const finished: Job[] = [];
const failures: unknown[] = [];
const troubles: unknown[] = [];
const takenUp: number[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'anima-runner-'));
  db = openDatabase(dir);
  store = createSqliteJobStore({ db, events: createSqliteEventLog(db) });
  finished.length = 0;
  failures.length = 0;
  troubles.length = 0;
  takenUp.length = 0;
});
afterEach(async () => {
  await runner.close();
  db.close();
  rmSync(dir, { recursive: true, force: true });
});

function start(handler: JobHandler, perKind = 1, fields: Partial<JobRunnerOptions> = {}): void {
  runner = createJobRunner({
    store,
    handlers: { tts: handler, lipsync: handler, lipsync_batch: handler, enhance: handler },
    concurrency: () => ({ tts: perKind, lipsync: perKind, lipsync_batch: perKind, enhance: perKind }),
    clock: Date.now,
    onFailure: (_job, error) => failures.push(error),
    onFinished: (job) => finished.push(job),
    onTrouble: (error) => troubles.push(error),
    onTakenUp: (jobs) => takenUp.push(jobs),
    leaseMs: 1_500,
    ...fields,
  });
}
function add(...jobIds: string[]): void {
  for (const jobId of jobIds) {
    store.add({ jobId, kind: 'tts', payload: jobId, webhookUrl: null, createdAt: Date.now() }, 200);
  }
  runner.wake('tts');
}
/** Longer than a machine with much else to do takes. */
const until = (assertion: () => void) => vi.waitFor(assertion, { timeout: 15_000, interval: 5 });
const outputOf = (jobId: string) => ({ kind: 'audio', jobId, name: 'speech.wav' }) as const;
const statusOf = (jobId: string) => store.byId(jobId)?.status;
/** Runs until it is told to stop. */
const endless: JobHandler = (_job, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the runner of jobs', () => {
  it('runs what waits in order, and no more at a time than it may', async () => {
    const began: unknown[] = [];
    let atOnce = 0;
    let most = 0;
    start(async (job) => {
      began.push(job.payload);
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce--;
      return { output: outputOf(job.jobId), result: { said: job.payload } };
    }, 2);
    add('1', '2', '3', '4', '5');
    await until(() => expect(finished).toHaveLength(5));
    expect(began).toEqual(['1', '2', '3', '4', '5']);
    expect(most).toBe(2);
    expect(store.byId('5')).toMatchObject({
      status: 'succeeded',
      output: outputOf('5'),
      result: { said: '5' },
    });
  });

  it('writes down progress and stage while a job runs', async () => {
    start((job, context) => {
      context.progress(0.25, 'voice');
      return endless(job, context);
    });
    add('1');
    await until(() => expect(store.byId('1')).toMatchObject({ progress: 0.25, stage: 'voice' }));
  });

  it('fails a job with the reason, and goes on with the next', async () => {
    start(async ({ payload }) => {
      if (payload === '1') throw new AppError('face_not_found', 'There is no face in the source');
      if (payload === '2') throw new TypeError('secret internals');
      return { output: null, result: null };
    });
    add('1', '2', '3');
    await until(() => expect(statusOf('3')).toBe('succeeded'));
    expect(store.byId('1')!.error).toEqual({
      code: 'face_not_found',
      message: 'There is no face in the source',
    });
    expect(store.byId('2')!.error!.code).toBe('internal');
    expect(store.byId('2')!.error!.message).not.toContain('secret');
    expect(failures).toEqual([new TypeError('secret internals')]);
  });

  it('stops a cancelled job and takes up the next', async () => {
    start((job, context) =>
      job.payload === '1' ? endless(job, context) : Promise.resolve({ output: null, result: 1 }),
    );
    add('1', '2', '3');
    await until(() => expect(statusOf('1')).toBe('running'));
    expect(runner.cancel('3')).toMatchObject({ status: 'cancelled' });
    expect(runner.cancel('1')).toMatchObject({ status: 'cancelled' });
    await until(() => expect(statusOf('2')).toBe('succeeded'));
    expect([statusOf('1'), statusOf('3')]).toEqual(['cancelled', 'cancelled']);
    expect(runner.cancel('1')).toBeNull();
    expect(finished.map(({ jobId }) => jobId).sort()).toEqual(['1', '2', '3']);
  });

  it('hands running jobs back when it closes', async () => {
    start(endless);
    add('1', '2');
    await until(() => expect(statusOf('1')).toBe('running'));
    await runner.close();
    expect(store.byId('1')).toMatchObject({ status: 'queued', attempts: 0 });
    expect(statusOf('2')).toBe('queued');
    expect(finished).toEqual([]);
  });

  it('lets go of a job that is no longer its own', async () => {
    const told: unknown[] = [];
    start((job, context) => {
      context.signal.addEventListener('abort', () => told.push(job.jobId));
      return endless(job, context);
    });
    add('1');
    await until(() => expect(statusOf('1')).toBe('running'));
    // As another process would that found the lease ended.
    db.exec('UPDATE jobs SET lease_until = 0');
    store.reclaim(Date.now(), Date.now());
    store.claim('tts', { owner: 'another', until: Date.now() + 60_000, now: Date.now() });
    await until(() => expect(told).toEqual(['1']));
    expect(store.byId('1')).toMatchObject({ status: 'running', attempts: 2 });
  });
});

/** The store on a disk that has no room while `isFull`. */
function storeOnFullDisk() {
  const disk = { isFull: false };
  const full = () => Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const limited = Object.fromEntries(
    Object.entries(store).map(([name, method]) => [
      name,
      (...args: never[]) => {
        if (disk.isFull && !['byId', 'list', 'queued', 'counts', 'queuePosition'].includes(name))
          throw full();
        return (method as (...args: never[]) => unknown)(...args);
      },
    ]),
  ) as unknown as JobStore;
  return { disk, limited };
}

describe('on a full disk the runner of jobs', () => {
  it('goes on, and writes down an end when there is room', async () => {
    const { disk, limited } = storeOnFullDisk();
    let letGo = () => {};
    start(
      (_job, { progress }) =>
        new Promise((resolve) => {
          letGo = () => {
            progress(0.9, 'almost');
            resolve({ output: outputOf('1'), result: 'said' });
          };
        }),
      1,
      { store: limited, pollMs: 20 },
    );
    add('1', '2');
    await until(() => expect(statusOf('1')).toBe('running'));
    disk.isFull = true;
    letGo();
    await until(() => expect(troubles).not.toEqual([]));
    expect(() => runner.cancel('1')).toThrow(/full/);
    expect([statusOf('1'), statusOf('2'), finished]).toEqual(['running', 'queued', []]);
    disk.isFull = false;
    await until(() => expect(store.byId('1')).toMatchObject({ status: 'succeeded', result: 'said' }));
    expect(store.byId('1')!.attempts).toBe(1);
    await until(() => expect(statusOf('2')).toBe('running'));
    letGo();
  });

  it('takes up what ran in the last process when there is room', async () => {
    store.add({ jobId: '1', kind: 'tts', payload: '1', webhookUrl: null, createdAt: 1 }, 200);
    store.claim('tts', { owner: 'dead', until: Date.now() + 60_000, now: 1 });
    const { disk, limited } = storeOnFullDisk();
    disk.isFull = true;
    start(async () => ({ output: null, result: 1 }), 1, { store: limited, pollMs: 20 });
    runner.wake('tts');
    await until(() => expect(troubles).not.toEqual([]));
    expect([statusOf('1'), takenUp]).toEqual(['running', []]);
    disk.isFull = false;
    await until(() => expect(store.byId('1')).toMatchObject({ status: 'succeeded', attempts: 2 }));
    expect(takenUp).toEqual([1]);
  });

  it('stops all the same; the next start finds what ran', async () => {
    const { disk, limited } = storeOnFullDisk();
    start(endless, 1, { store: limited });
    add('1');
    await until(() => expect(statusOf('1')).toBe('running'));
    disk.isFull = true;
    await runner.close();
    expect(statusOf('1')).toBe('running');
    disk.isFull = false;
    expect(store.reclaim(Date.now(), null)).toMatchObject([{ status: 'queued' }]);
  });

  it('lets a job that finds no room wait, then fails it with the reason, and the others wait longer', async () => {
    let now = 1_000_000;
    const tries: unknown[] = [];
    start(
      async ({ payload }) => {
        tries.push(payload);
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      },
      1,
      { clock: () => now, pollMs: 10 },
    );
    add('1', '2');
    await until(() =>
      expect(store.byId('1')).toMatchObject({ status: 'queued', stage: 'waiting for room on the disk' }),
    );
    expect(tries).toEqual(['1']);
    for (const [waitMs, ...seen] of [
      [5_000, '1', '1'],
      [10_000, '1', '1', '1'],
      [20_000, '1', '1', '1', '2'],
    ] as const) {
      now += waitMs;
      await until(() => expect(tries).toEqual(seen));
    }
    expect(store.byId('1')).toMatchObject({ status: 'failed', error: { code: 'storage_full' } });
    await until(() => expect(statusOf('2')).toBe('queued'));
    expect(failures).toEqual([]);
  });
});
