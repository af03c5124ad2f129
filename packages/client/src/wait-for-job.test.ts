import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnimaError } from './anima-error.js';
import { createJobUpdates, type JobUpdates } from './job-news.js';
import { type Job, JobFailedError } from './jobs.js';
import { type JobAccess, waitForJob } from './wait-for-job.js';

const name = { job_id: 'j', kind: 'tts' } as const;
const silent: JobUpdates = { subscribe: () => () => {}, areTold: () => false };

/** A job that is as it is said, one look after the other, and then stays so. */
function looks(...states: Partial<Job>[]) {
  let seen = 0;
  const cancelled = vi.fn(async () => {});
  const access: JobAccess = {
    read: async () => {
      const state = states[Math.min(seen, states.length - 1)];
      seen++;
      return { ...name, progress: 0, stage: '', ...state } as never;
    },
    cancel: cancelled,
    news: silent,
  };
  return { access, cancelled, seen: () => seen };
}

describe('waiting for a job', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells each change once, and gives the job that has succeeded', async () => {
    const running = { status: 'running', progress: 0.5 } as const;
    const { access } = looks({ status: 'queued' }, running, running, { status: 'succeeded', progress: 1 });
    const told: string[] = [];
    const job = waitForJob(access, name, { onProgress: (now) => told.push(`${now.status} ${now.progress}`) });
    await vi.runAllTimersAsync();
    expect((await job).status).toBe('succeeded');
    expect(told).toEqual(['queued 0', 'running 0.5', 'succeeded 1']);
  });

  it('rejects with what the job failed of', async () => {
    const error = { code: 'voice_not_found', message: 'There is no such voice' };
    const { access } = looks({ status: 'failed', error });
    const thrown = await waitForJob(access, name).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(JobFailedError);
    expect(thrown).toMatchObject({ ...error, job: { job_id: 'j' } });
  });

  it('rejects where the job was cancelled', async () => {
    const { access } = looks({ status: 'cancelled' });
    await expect(waitForJob(access, name)).rejects.toMatchObject({ code: 'job_cancelled' });
  });

  it('is over with its signal: the job goes on, unless it is to be cancelled', async () => {
    for (const cancelOnAbort of [false, true]) {
      const { access, cancelled } = looks({ status: 'running' });
      const stop = new AbortController();
      const job = waitForJob(access, name, { signal: stop.signal, cancelOnAbort });
      const over = expect(job).rejects.toThrow('enough');
      await vi.advanceTimersByTimeAsync(50);
      stop.abort(new Error('enough'));
      await over;
      expect(cancelled).toHaveBeenCalledTimes(cancelOnAbort ? 1 : 0);
    }
  });

  it('does not mind that there is nothing left to cancel', async () => {
    const { access } = looks({ status: 'running' });
    access.cancel = async () => {
      throw new AnimaError('avatar', { code: 'job_finished', status: 409, title: '', detail: '' });
    };
    const job = waitForJob(access, name, {
      signal: AbortSignal.abort(new Error('enough')),
      cancelOnAbort: true,
    });
    await expect(job).rejects.toThrow();
  });

  it('looks seldom while events tell of changes, and at once when one comes', async () => {
    const { access, seen } = looks({ status: 'running' }, { status: 'succeeded' });
    let wake = () => {};
    const leave = vi.fn();
    access.news = {
      subscribe: (_, given) => {
        wake = given;
        return leave;
      },
      areTold: () => true,
    };
    const job = waitForJob(access, name);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seen()).toBe(1);
    wake();
    expect((await job).status).toBe('succeeded');
    expect(leave).toHaveBeenCalledOnce();
  });
});

describe('news of jobs', () => {
  it('come through one stream for all who wait, which is closed after the last', async () => {
    const opened: AbortSignal[] = [];
    let tell = (_: string) => {};
    const news = createJobUpdates(async function* ({ signal, onOpen }) {
      opened.push(signal!);
      onOpen!();
      for (;;) {
        const jobId = await new Promise<string>((resolve) => {
          tell = resolve;
        });
        yield { id: 1, type: 'job.running', time: null, data: { job_id: jobId } };
      }
    });
    const [a, b] = [vi.fn(), vi.fn()];
    const [leaveA, leaveB] = [news.subscribe('a', a), news.subscribe('b', b)];
    expect(news.areTold()).toBe(true);
    tell('b');
    await vi.waitFor(() => expect(b).toHaveBeenCalledOnce());
    expect(a).not.toHaveBeenCalled();
    leaveA();
    expect(opened[0]!.aborted).toBe(false);
    leaveB();
    expect(opened.map(({ aborted }) => aborted)).toEqual([true]);
    expect(news.areTold()).toBe(false);
  });

  it('are none where the stream cannot be opened', async () => {
    // biome-ignore lint/correctness/useYield: it fails before
    const news = createJobUpdates(async function* () {
      throw new Error('too many');
    });
    const leave = news.subscribe('a', () => {});
    await Promise.resolve();
    expect(news.areTold()).toBe(false);
    leave();
  });
});
