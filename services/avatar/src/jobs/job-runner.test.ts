import { AppError } from '@anima/service/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import type { Job } from './job.js';
import { type JobHandler, WaitsForJob } from './job-handler.js';
import type { JobQueue, NewJob } from './job-queue.js';
import { createJobRunner, type JobRunner, type JobRunnerOptions } from './job-runner.js';

let time: number;
let queue: JobQueue;
let jobs: ReturnType<typeof createMemoryJobs>;
let runner: JobRunner;
const finished: Job[] = [];
const failures: unknown[] = [];
const troubles: unknown[] = [];
const takenUp: number[] = [];

beforeEach(() => {
  time = 1_000_000;
  jobs = createMemoryJobs({ clock: () => time });
  ({ queue } = jobs);
  finished.length = 0;
  failures.length = 0;
  troubles.length = 0;
  takenUp.length = 0;
});
afterEach(() => runner.close());

function start(handler: JobHandler, perKind = 1, fields: Partial<JobRunnerOptions> = {}): void {
  runner = createJobRunner({
    queue,
    worker: 'me',
    handlers: {
      tts: handler,
      lipsync: handler,
      lipsync_batch: handler,
      lipsync_scene: handler,
      enhance: handler,
    },
    concurrency: () => ({
      tts: perKind,
      lipsync: perKind,
      lipsync_batch: perKind,
      lipsync_scene: perKind,
      enhance: perKind,
    }),
    clock: () => time,
    onFailure: (_job, error) => failures.push(error),
    onFinished: (job) => finished.push(job),
    onTrouble: (error) => troubles.push(error),
    onTakenUp: (count) => takenUp.push(count),
    ...fields,
  });
}
async function add(...given: (string | (Partial<NewJob> & { jobId: string }))[]): Promise<void> {
  for (const job of given) {
    const fields = typeof job === 'string' ? { jobId: job } : job;
    await queue.accept({ kind: 'tts', payload: fields.jobId, webhookUrl: null, ...fields }, 200);
  }
  runner.wake();
}
const byId = (jobId: string) => jobs.records.byId(jobId) as Job;
const takeAs = (worker: string) => queue.claim('tts', { worker, leaseMs: 60_000 });
/** Longer than a machine with much else to do takes. */
const until = (assertion: () => void) => vi.waitFor(assertion, { timeout: 15_000, interval: 5 });
const outputOf = (jobId: string) => ({ kind: 'audio', jobId, name: 'speech.wav' }) as const;
const statusOf = (jobId: string) => byId(jobId)?.status;
/** Runs until the signal aborts. */
const endless: JobHandler = (_job, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the runner of jobs', () => {
  it('runs waiting jobs in order within its concurrency', async () => {
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
    await add('1', '2', '3', '4', '5');
    await until(() => expect(finished).toHaveLength(5));
    expect(began).toEqual(['1', '2', '3', '4', '5']);
    expect(most).toBe(2);
    expect(byId('5')).toMatchObject({
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
    await add('1');
    await until(() => expect(byId('1')).toMatchObject({ progress: 0.25, stage: 'voice' }));
  });

  it('fails a job with the reason and continues with the next', async () => {
    start(async ({ payload }) => {
      if (payload === '1') throw new AppError('face_not_found', 'There is no face in the source');
      if (payload === '2') throw new TypeError('secret internals');
      return { output: null, result: null };
    });
    await add('1', '2', '3');
    await until(() => expect(statusOf('3')).toBe('succeeded'));
    expect(byId('1')!.error).toEqual({
      code: 'face_not_found',
      message: 'There is no face in the source',
    });
    expect(byId('2')!.error!.code).toBe('internal');
    expect(byId('2')!.error!.message).not.toContain('secret');
    expect(failures).toEqual([new TypeError('secret internals')]);
  });

  it('stops a cancelled job and takes up the next', async () => {
    start((job, context) =>
      job.payload === '1' ? endless(job, context) : Promise.resolve({ output: null, result: 1 }),
    );
    await add('1', '2', '3');
    await until(() => expect(statusOf('1')).toBe('running'));
    expect(await runner.cancel('3')).toMatchObject({ status: 'cancelled' });
    expect(await runner.cancel('1')).toMatchObject({ status: 'cancelled' });
    await until(() => expect(statusOf('2')).toBe('succeeded'));
    expect([statusOf('1'), statusOf('3')]).toEqual(['cancelled', 'cancelled']);
    expect(await runner.cancel('1')).toBeNull();
    expect(finished.map(({ jobId }) => jobId).sort()).toEqual(['1', '2', '3']);
  });

  it('hands running jobs back when it closes', async () => {
    start(endless);
    await add('1', '2');
    await until(() => expect(statusOf('1')).toBe('running'));
    await runner.close();
    expect(byId('1')).toMatchObject({ status: 'queued', attempts: 0 });
    expect(statusOf('2')).toBe('queued');
    expect(finished).toEqual([]);
  });

  it('ends a try without progress, tries again, and fails the job after the last try', async () => {
    start(endless, 1, { stallMs: 5 });
    await add('1');
    for (const attempts of [1, 2, 3]) {
      await until(() => expect(byId('1')).toMatchObject({ status: 'running', attempts }));
      time += 10;
      await until(() => expect(failures).toHaveLength(attempts));
    }
    await until(() => expect(byId('1')).toMatchObject({ status: 'failed', error: { code: 'internal' } }));
    expect(byId('1').error!.message).toContain('progress');
  });

  it('lets a job with progress continue', async () => {
    let done = () => {};
    let notify = () => {};
    start(
      async (_job, { progress }) => {
        notify = () => progress(0.1);
        await new Promise<void>((resolve) => {
          done = resolve;
        });
        return { output: null, result: null };
      },
      1,
      { stallMs: 100 },
    );
    await add('1');
    await until(() => expect(statusOf('1')).toBe('running'));
    for (let n = 0; n < 5; n++) {
      time += 60;
      notify();
    }
    done();
    await until(() => expect(byId('1')).toMatchObject({ status: 'succeeded', attempts: 1 }));
  });

  it('stops a job that it has lost', async () => {
    const aborted: unknown[] = [];
    start((job, context) => {
      context.signal.addEventListener('abort', () => aborted.push(job.jobId));
      return endless(job, context);
    });
    await add('1');
    await until(() => expect(statusOf('1')).toBe('running'));
    // As another process does that finds the lease ended.
    time += 60_000;
    await queue.reclaim();
    await takeAs('another');
    await until(() => expect(aborted).toEqual(['1']));
    expect(byId('1')).toMatchObject({ status: 'running', attempts: 2 });
  });

  it('reclaims its own jobs at the start, and those of another worker after their lease', async () => {
    start(async () => ({ output: null, result: 1 }), 1, { pollMs: 10 });
    for (const jobId of ['1', '2'])
      await queue.accept({ jobId, kind: 'tts', payload: jobId, webhookUrl: null }, 200);
    await takeAs('me');
    await takeAs('another');
    runner.wake();
    await until(() => expect(byId('1')).toMatchObject({ status: 'succeeded', attempts: 2 }));
    expect([takenUp, statusOf('2')]).toEqual([[1], 'running']);
    time += 60_001;
    await until(() => expect(byId('2')).toMatchObject({ status: 'succeeded', attempts: 2 }));
  });

  it('stops a job that another process cancelled, even if its handler does not report', async () => {
    start(endless);
    await add('1', '2');
    await until(() => expect(statusOf('1')).toBe('running'));
    await queue.cancel('1');
    time += 1_000;
    await until(() => expect(statusOf('2')).toBe('running'));
  });

  it('begins a job when the one it waits for has ended, and gives its place to others until then', async () => {
    const began: string[] = [];
    let letGo = () => {};
    start(async (job) => {
      began.push(job.jobId);
      if (job.jobId === 'slow')
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
      return { output: null, result: null };
    });
    const after = { jobId: 'slow', stage: 'waiting' };
    await add('slow', { jobId: 'w', kind: 'enhance', after }, { jobId: 'v', kind: 'enhance' });
    await until(() => expect(statusOf('v')).toBe('succeeded'));
    expect(byId('w')).toMatchObject({ status: 'queued', stage: 'waiting' });
    letGo();
    await until(() => expect(statusOf('w')).toBe('succeeded'));
    expect(began.filter((jobId) => jobId !== 'slow')).toEqual(['v', 'w']);
  });

  it('lets a job wait for an unfinished one and keeps its partial result', async () => {
    let isThere = false;
    start(async (job, context) => {
      if (job.kind === 'tts') return endless(job, context);
      context.keep(() => 'so far');
      if (!isThere) throw new WaitsForJob({ jobId: '1', stage: 'waiting for the speech' });
      return { output: null, result: [job.result] };
    });
    await add('1', { jobId: 'b', kind: 'lipsync_batch' });
    await until(() => expect(byId('b')).toMatchObject({ stage: 'waiting for the speech', result: 'so far' }));
    expect(byId('b')).toMatchObject({ status: 'queued', attempts: 0 });
    isThere = true;
    await runner.cancel('1');
    await until(() =>
      expect(byId('b')).toMatchObject({ status: 'succeeded', result: ['so far'], attempts: 1 }),
    );
    expect(failures).toEqual([]);
  });
});

/** The queue, of which each call takes a while that the test ends. */
function slowQueue() {
  const waiting: (() => void)[] = [];
  const slow = {
    ...queue,
    claim: async (...args: Parameters<JobQueue['claim']>) => {
      const job = await queue.claim(...args);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return job;
    },
  };
  const letGo = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { slow, letGo, waiting };
}

describe('while a claim is under way the runner of jobs', () => {
  /** Only speech, so that there is one claim. */
  const onlySpeech = { concurrency: () => ({ tts: 1 }) };

  it('claims no more than may run, however often it is woken', async () => {
    const { slow, letGo, waiting } = slowQueue();
    start(endless, 1, { queue: slow, ...onlySpeech });
    await add('1', '2', '3');
    await until(() => expect(waiting).toHaveLength(1));
    runner.wake();
    runner.wake();
    await new Promise(setImmediate);
    letGo();
    await new Promise(setImmediate);
    expect(waiting).toEqual([]);
    expect(['1', '2', '3'].map(statusOf)).toEqual(['running', 'queued', 'queued']);
  });

  it('releases a job that it claims while it closes', async () => {
    const { slow, letGo, waiting } = slowQueue();
    const began: string[] = [];
    start(
      (job, context) => {
        began.push(job.jobId);
        return endless(job, context);
      },
      1,
      { queue: slow, ...onlySpeech },
    );
    await add('1', '2');
    await until(() => expect(waiting).toHaveLength(1));
    const closed = runner.close();
    letGo();
    await closed;
    expect(byId('1')).toMatchObject({ status: 'queued', attempts: 0 });
    expect(began).toEqual([]);
  });

  it('stops the job that is cancelled at once', async () => {
    const { slow, letGo, waiting } = slowQueue();
    const aborted: unknown[] = [];
    const handler: JobHandler = (job, context) => {
      context.signal.addEventListener('abort', () => aborted.push('stopped'));
      return endless(job, context);
    };
    start(handler, 2, { queue: slow, concurrency: () => ({ ...onlySpeech.concurrency(), tts: 2 }) });
    await add('1');
    await until(() => expect(waiting).toHaveLength(1));
    letGo();
    await until(() => expect(statusOf('1')).toBe('running'));
    await until(() => expect(waiting).toHaveLength(1));
    void runner.cancel('1').then((job) => aborted.push(job!.status));
    await new Promise(setImmediate);
    expect(aborted).toEqual(['stopped', 'cancelled']);
    letGo();
    await new Promise(setImmediate);
    letGo();
  });

  it('stops the job that is cancelled before it has begun', async () => {
    const { slow, letGo, waiting } = slowQueue();
    const stopped: string[] = [];
    start(
      (job, context) => {
        context.signal.addEventListener('abort', () => stopped.push(job.jobId));
        return endless(job, context);
      },
      1,
      { queue: slow, ...onlySpeech },
    );
    await add('1');
    await until(() => expect(waiting).toHaveLength(1));
    const cancelled = runner.cancel('1');
    await new Promise(setImmediate);
    letGo();
    await new Promise(setImmediate);
    letGo();
    expect(await cancelled).toMatchObject({ status: 'cancelled' });
    expect(stopped).toEqual(['1']);
  });
});

/** A queue on a disk that is full while `isFull` is set. */
function queueOnFullDisk() {
  const disk = { isFull: false };
  const limited = Object.fromEntries(
    Object.entries(queue).map(([name, method]) => [
      name,
      async (...args: never[]) => {
        if (disk.isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
        return (method as (...args: never[]) => unknown)(...args);
      },
    ]),
  ) as unknown as JobQueue;
  return { disk, limited };
}

describe('on a full disk the runner of jobs', () => {
  it('continues, and stores the end of a job when there is space', async () => {
    const { disk, limited } = queueOnFullDisk();
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
      { queue: limited, pollMs: 20 },
    );
    await add('1', '2');
    await until(() => expect(statusOf('1')).toBe('running'));
    disk.isFull = true;
    letGo();
    await until(() => expect(troubles).not.toEqual([]));
    await expect(runner.cancel('1')).rejects.toThrow(/full/);
    expect([statusOf('1'), statusOf('2'), finished]).toEqual(['running', 'queued', []]);
    disk.isFull = false;
    await until(() => expect(byId('1')).toMatchObject({ status: 'succeeded', result: 'said' }));
    expect(byId('1')!.attempts).toBe(1);
    await until(() => expect(statusOf('2')).toBe('running'));
    letGo();
  });

  it('reclaims the jobs of the last process when there is space', async () => {
    await queue.accept({ jobId: '1', kind: 'tts', payload: '1', webhookUrl: null }, 200);
    await takeAs('me');
    const { disk, limited } = queueOnFullDisk();
    disk.isFull = true;
    start(async () => ({ output: null, result: 1 }), 1, { queue: limited, pollMs: 20 });
    runner.wake();
    await until(() => expect(troubles).not.toEqual([]));
    expect([statusOf('1'), takenUp]).toEqual(['running', []]);
    disk.isFull = false;
    await until(() => expect(byId('1')).toMatchObject({ status: 'succeeded', attempts: 2 }));
    expect(takenUp).toEqual([1]);
  });

  it('stops all the same; the next start finds what ran', async () => {
    const { disk, limited } = queueOnFullDisk();
    start(endless, 1, { queue: limited });
    await add('1');
    await until(() => expect(statusOf('1')).toBe('running'));
    disk.isFull = true;
    await runner.close();
    expect(statusOf('1')).toBe('running');
    disk.isFull = false;
    expect(await queue.reclaim('me')).toMatchObject([{ status: 'queued' }]);
  });

  it('retries a job on a full disk, then fails it with the reason, and delays the others', async () => {
    const tries: unknown[] = [];
    start(
      async ({ payload }) => {
        tries.push(payload);
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      },
      1,
      { pollMs: 10 },
    );
    await add('1', '2');
    await until(() =>
      expect(byId('1')).toMatchObject({ status: 'queued', stage: 'waiting for room on the disk' }),
    );
    expect(tries).toEqual(['1']);
    for (const [waitMs, ...seen] of [
      [5_000, '1', '1'],
      [10_000, '1', '1', '1'],
      [20_000, '1', '1', '1', '2'],
    ] as const) {
      time += waitMs;
      await until(() => expect(tries).toEqual(seen));
    }
    expect(byId('1')).toMatchObject({ status: 'failed', error: { code: 'storage_full' } });
    await until(() => expect(statusOf('2')).toBe('queued'));
    expect(failures).toEqual([]);
  });
});

it('a storage that is away is waited for, however often, which is no try of the job', async () => {
  let away = 5;
  start(
    async () => {
      if (away-- > 0) throw new AppError('storage_unavailable', 'The database does not answer');
      return { output: null, result: 'made' };
    },
    1,
    { pollMs: 5 },
  );
  await add('1');
  for (let left = 4; left >= 0; left--) {
    await until(() => expect([away, statusOf('1')]).toEqual([left, 'queued']));
    expect(byId('1')).toMatchObject({ stage: 'waiting for the storage', attempts: 0 });
    time += 60_000;
  }
  await until(() => expect(byId('1')).toMatchObject({ status: 'succeeded', result: 'made', attempts: 1 }));
  expect(failures).toEqual([]);
});

it('reacts immediately to cancelled and ready jobs, and a lost job publishes no files', async () => {
  let notify: (cancelled: string | null) => void = () => {};
  const follow = async (onChange: typeof notify) => {
    notify = onChange;
    return async () => {};
  };
  let isOurs: Promise<unknown> = Promise.resolve();
  start(
    (_job, { signal, assertOurs }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          isOurs = assertOurs();
          isOurs.catch(() => {});
          reject(signal.reason);
        }),
      ),
    1,
    { queue: { ...queue, follow } },
  );
  await queue.accept({ jobId: '1', kind: 'tts', payload: '1', webhookUrl: null }, 200);
  notify(null);
  await until(() => expect(statusOf('1')).toBe('running'));
  await queue.cancel('1');
  notify('1');
  await until(() => expect(isOurs).rejects.toThrow());
});
