import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JobOutline, jobStatuses, MAX_ATTEMPTS } from '../domain/job.js';
import type { JobStore, NewJob } from './job-store.js';
import type { WebhookOutbox } from './webhook-outbox.js';

export interface JobStoreUnderTest {
  store: JobStore;
  /** Types and job ids of the events told so far, as "job.queued 1". */
  told: () => string[];
  outbox: WebhookOutbox;
  reopen(): JobStoreUnderTest;
  dispose(): void;
}

const newJob = (jobId: string, fields: Partial<NewJob> = {}): NewJob => ({
  jobId,
  kind: 'tts',
  payload: { text: `say ${jobId}` },
  webhookUrl: null,
  createdAt: 100,
  ...fields,
});
const lease = { owner: 'me', until: 1_000, now: 200 };

/** What every adapter of JobStore must keep. */
export function testJobStore(name: string, create: () => JobStoreUnderTest): void {
  describe(`${name} keeps the promises of JobStore`, () => {
    let under: JobStoreUnderTest;
    beforeEach(() => {
      under = create();
    });
    afterEach(() => under.dispose());
    const idOf = (job: Pick<JobOutline, 'jobId'> | null) => job?.jobId ?? null;

    it('keeps what was added, also when opened anew, and adds a job once', () => {
      const added = under.store.add(newJob('1', { webhookUrl: 'http://127.0.0.1/hook' }), 200);
      expect(added).toEqual({
        jobId: '1',
        kind: 'tts',
        status: 'queued',
        payload: { text: 'say 1' },
        progress: 0,
        stage: '',
        attempts: 0,
        createdAt: 100,
        startedAt: null,
        finishedAt: null,
        output: null,
        result: null,
        error: null,
        webhookUrl: 'http://127.0.0.1/hook',
      });
      expect(under.store.add(newJob('1', { payload: 'other' }), 200)).toEqual(added);
      expect(under.told()).toEqual(['job.queued 1']);
      under = under.reopen();
      expect(under.store.byId('1')).toEqual(added);
      expect(under.store.byId('2')).toBeNull();
    });

    it('gives jobs of a kind in the order in which they came, each once', () => {
      const { store } = under;
      for (const jobId of ['b', 'a', 'c']) store.add(newJob(jobId), 200);
      store.add(newJob('x', { kind: 'enhance' }), 200);
      expect(['b', 'a', 'c', 'x'].map(store.queuePosition)).toEqual([0, 1, 2, 0]);
      expect(idOf(store.claim('tts', lease))).toBe('b');
      expect(['b', 'a', 'c'].map(store.queuePosition)).toEqual([null, 0, 1]);
      expect(idOf(store.claim('tts', lease))).toBe('a');
      expect(idOf(store.claim('tts', lease))).toBe('c');
      expect(store.claim('tts', lease)).toBeNull();
      expect(store.claim('lipsync', lease)).toBeNull();
      expect(store.byId('b')).toMatchObject({ status: 'running', attempts: 1, startedAt: 200 });
      expect(store.counts()).toMatchObject({ queued: 1, running: 3, failed: 0 });
    });

    it('lets only its owner report and finish a job', () => {
      const { store } = under;
      store.add(newJob('1'), 200);
      store.claim('tts', lease);
      const output = { kind: 'audio', jobId: '1', name: 'speech.wav' } as const;
      const done = { output, result: { words: [] }, at: 300 };
      expect(store.report('1', 'other', { progress: 0.5, leaseUntil: 2_000 })).toBe(false);
      expect(store.succeed('1', 'other', done)).toBeNull();
      expect(store.report('1', 'me', { progress: 0.5, stage: 'voice', leaseUntil: 2_000 })).toBe(true);
      expect(store.report('1', 'me', { progress: 0.2, leaseUntil: 2_000 })).toBe(true);
      expect(store.byId('1')).toMatchObject({ progress: 0.5, stage: 'voice' });
      expect(store.succeed('1', 'me', done)).toMatchObject({
        status: 'succeeded',
        progress: 1,
        output,
        result: { words: [] },
        finishedAt: 300,
      });
      expect(store.fail('1', 'me', { error: { code: 'x', message: 'y' }, at: 400 })).toBeNull();
      expect(store.cancel('1', 400)).toBeNull();
      expect(under.told()).toEqual(['job.queued 1', 'job.running 1', 'job.succeeded 1']);
    });

    it('cancels what is queued or running, and what ran is its owner’s no more', () => {
      const { store } = under;
      for (const jobId of ['1', '2']) store.add(newJob(jobId), 200);
      store.claim('tts', lease);
      expect(store.cancel('1', 300)).toMatchObject({ status: 'cancelled', finishedAt: 300 });
      expect(store.cancel('2', 300)).toMatchObject({ status: 'cancelled' });
      expect(store.cancel('2', 400)).toBeNull();
      expect(store.cancel('3', 400)).toBeNull();
      expect(store.report('1', 'me', { leaseUntil: 2_000 })).toBe(false);
      expect(store.succeed('1', 'me', { output: null, result: null, at: 400 })).toBeNull();
      expect(store.handBack('1', 'me')).toBeNull();
      expect(store.claim('tts', lease)).toBeNull();
    });

    it('takes a job back to its place without counting the try', () => {
      const { store } = under;
      for (const jobId of ['1', '2']) store.add(newJob(jobId), 200);
      store.claim('tts', lease);
      expect(store.handBack('1', 'me')).toMatchObject({ status: 'queued', attempts: 0, startedAt: null });
      expect(idOf(store.claim('tts', lease))).toBe('1');
    });

    it('begins a job again whose lease ended, and gives up in the end', () => {
      let { store } = under;
      store.add(newJob('1'), 200);
      store.add(newJob('2'), 200);
      store.claim('tts', { ...lease, owner: 'dead', until: 500 });
      store.claim('tts', { ...lease, until: 5_000 });
      expect(store.reclaim(500, 500)).toEqual([]);
      expect(store.reclaim(501, 501).map(idOf)).toEqual(['1']);
      expect(store.byId('1')).toMatchObject({ status: 'queued', attempts: 1 });
      expect(store.byId('2')).toMatchObject({ status: 'running' });
      // After a crash nobody holds a lease, whatever the time says.
      under = under.reopen();
      store = under.store;
      expect(store.reclaim(502, null).map(idOf)).toEqual(['2']);
      store.cancel('2', 503);
      for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt++) {
        expect(store.claim('tts', lease)).toMatchObject({ jobId: '1', attempts: attempt });
        expect(store.reclaim(600, null)).toHaveLength(1);
      }
      expect(store.byId('1')).toMatchObject({
        status: 'failed',
        finishedAt: 600,
        error: { code: 'given_up' },
      });
      expect(store.claim('tts', lease)).toBeNull();
    });

    it('forgets what was finished long ago', () => {
      const { store } = under;
      for (const jobId of ['1', '2', '3']) store.add(newJob(jobId), 200);
      store.cancel('1', 300);
      store.cancel('2', 400);
      expect(store.finishedBefore(401, 10).map(idOf)).toEqual(['1', '2']);
      expect(store.finishedBefore(401, 1)).toEqual([{ jobId: '1', kind: 'tts' }]);
      expect(store.finishedBefore(400, 10).map(idOf)).toEqual(['1']);
      store.removeFinished(['1', '3', 'unknown']);
      expect(store.byId('1')).toBeNull();
      expect([store.byId('2')?.status, store.byId('3')?.status]).toEqual(['cancelled', 'queued']);
    });

    it('takes no more of a kind than may wait, and answers what it has taken', () => {
      const { store } = under;
      const add = (jobId: string, fields: Partial<NewJob> = {}) => idOf(store.add(newJob(jobId, fields), 2));
      expect(['1', '2', '3'].map((jobId) => add(jobId))).toEqual(['1', '2', null]);
      expect(store.byId('3')).toBeNull();
      expect(add('1')).toBe('1');
      expect(add('x', { kind: 'enhance' })).toBe('x');
      expect(['tts', 'enhance', 'lipsync'].map((kind) => store.queued(kind as 'tts'))).toEqual([2, 1, 0]);
      // What runs does not wait.
      store.claim('tts', lease);
      expect(add('3')).toBe('3');
      expect(under.told()).toEqual([
        'job.queued 1',
        'job.queued 2',
        'job.queued x',
        'job.running 1',
        'job.queued 3',
      ]);
    });

    it('lets a job wait for what it needs, as a try', () => {
      const { store } = under;
      store.add(newJob('1'), 200);
      store.claim('tts', lease);
      expect(store.postpone('1', 'other', 'waiting')).toBeNull();
      expect(store.postpone('1', 'me', 'waiting')).toMatchObject({
        status: 'queued',
        stage: 'waiting',
        attempts: 1,
      });
      expect(store.claim('tts', lease)).toMatchObject({ stage: '', attempts: 2 });
    });

    it('owes a webhook for every end of a job that names one, until the job is gone', () => {
      const { store } = under;
      const url = 'http://127.0.0.1/hook';
      for (const jobId of ['1', '2', '3', '4'])
        store.add(newJob(jobId, { webhookUrl: jobId === '4' ? null : url }), 200);
      expect(under.outbox.nextAt()).toBeNull();
      store.claim('tts', lease);
      store.succeed('1', 'me', { output: null, result: null, at: 300 });
      store.claim('tts', lease);
      store.fail('2', 'me', { error: { code: 'x', message: 'y' }, at: 400 });
      store.cancel('3', 500);
      store.cancel('4', 600);
      under = under.reopen();
      const { outbox } = under;
      const due = (now: number) => outbox.due(now, 10).map(idOf);
      expect(outbox.due(300, 10)).toEqual([{ jobId: '1', url, tries: 0, since: 300 }]);
      expect(due(1_000)).toEqual(['1', '2', '3']);
      outbox.postpone('1', 2_000);
      outbox.settle('2');
      expect(due(1_000)).toEqual(['3']);
      expect(outbox.nextAt()).toBe(500);
      expect(outbox.due(2_000, 10).at(-1)).toEqual({ jobId: '1', url, tries: 1, since: 300 });
      under.store.removeFinished(['1']);
      expect(due(2_000)).toEqual(['3']);
    });

    it('lists by kind and status, newest first, page by page', () => {
      const { store } = under;
      for (const jobId of ['1', '2', '3', '4'])
        store.add(newJob(jobId, { kind: jobId === '2' ? 'enhance' : 'tts' }), 200);
      store.claim('tts', lease);
      const ids = (filter: Parameters<JobStore['list']>[0], limit = 10, offset = 0) => {
        const { jobs, total } = store.list(filter, { limit, offset });
        return [jobs.map(({ jobId }) => jobId), total];
      };
      expect(ids({})).toEqual([['4', '3', '2', '1'], 4]);
      expect(ids({}, 2, 1)).toEqual([['3', '2'], 4]);
      expect(ids({ kind: 'tts' })).toEqual([['4', '3', '1'], 3]);
      expect(ids({ kind: 'tts', status: 'running' })).toEqual([['1'], 1]);
      expect(ids({ status: 'queued' })).toEqual([['4', '3', '2'], 3]);
      const [first] = store.list({}, { limit: 1, offset: 0 }).jobs;
      expect(Object.keys(first!)).not.toEqual(expect.arrayContaining(['payload']));
      expect(Object.keys(first!)).not.toEqual(expect.arrayContaining(['result']));
      expect(Object.keys(store.counts()).sort()).toEqual([...jobStatuses].sort());
    });
  });
}
