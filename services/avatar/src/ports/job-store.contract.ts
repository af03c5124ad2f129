import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Job, jobStatuses, MAX_ATTEMPTS } from '../domain/job.js';
import type { JobStore, NewJob } from './job-store.js';

export interface JobStoreUnderTest {
  store: JobStore;
  /** Types and job ids of the events told so far, as "job.queued 1". */
  told: () => string[];
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
    const idOf = (job: Job | null) => job?.jobId ?? null;

    it('keeps what was added, also when opened anew, and adds a job once', () => {
      const added = under.store.add(newJob('1', { webhookUrl: 'http://127.0.0.1/hook' }));
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
        outputPath: null,
        result: null,
        error: null,
        webhookUrl: 'http://127.0.0.1/hook',
      });
      expect(under.store.add(newJob('1', { payload: 'other' }))).toEqual(added);
      expect(under.told()).toEqual(['job.queued 1']);
      under = under.reopen();
      expect(under.store.byId('1')).toEqual(added);
      expect(under.store.byId('2')).toBeNull();
    });

    it('gives jobs of a kind in the order in which they came, each once', () => {
      const { store } = under;
      for (const jobId of ['b', 'a', 'c']) store.add(newJob(jobId));
      store.add(newJob('x', { kind: 'enhance' }));
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
      store.add(newJob('1'));
      store.claim('tts', lease);
      const done = { outputPath: '/out.wav', result: { words: [] }, at: 300 };
      expect(store.report('1', 'other', { progress: 0.5, leaseUntil: 2_000 })).toBe(false);
      expect(store.succeed('1', 'other', done)).toBeNull();
      expect(store.report('1', 'me', { progress: 0.5, stage: 'voice', leaseUntil: 2_000 })).toBe(true);
      expect(store.report('1', 'me', { progress: 0.2, leaseUntil: 2_000 })).toBe(true);
      expect(store.byId('1')).toMatchObject({ progress: 0.5, stage: 'voice' });
      expect(store.succeed('1', 'me', done)).toMatchObject({
        status: 'succeeded',
        progress: 1,
        outputPath: '/out.wav',
        result: { words: [] },
        finishedAt: 300,
      });
      expect(store.fail('1', 'me', { error: { code: 'x', message: 'y' }, at: 400 })).toBeNull();
      expect(store.cancel('1', 400)).toBeNull();
      expect(under.told()).toEqual(['job.queued 1', 'job.running 1', 'job.succeeded 1']);
    });

    it('cancels what is queued or running, and what ran is its owner’s no more', () => {
      const { store } = under;
      for (const jobId of ['1', '2']) store.add(newJob(jobId));
      store.claim('tts', lease);
      expect(store.cancel('1', 300)).toMatchObject({ status: 'cancelled', finishedAt: 300 });
      expect(store.cancel('2', 300)).toMatchObject({ status: 'cancelled' });
      expect(store.cancel('2', 400)).toBeNull();
      expect(store.cancel('3', 400)).toBeNull();
      expect(store.report('1', 'me', { leaseUntil: 2_000 })).toBe(false);
      expect(store.succeed('1', 'me', { outputPath: null, result: null, at: 400 })).toBeNull();
      expect(store.handBack('1', 'me')).toBeNull();
      expect(store.claim('tts', lease)).toBeNull();
    });

    it('takes a job back to its place without counting the try', () => {
      const { store } = under;
      for (const jobId of ['1', '2']) store.add(newJob(jobId));
      store.claim('tts', lease);
      expect(store.handBack('1', 'me')).toMatchObject({ status: 'queued', attempts: 0, startedAt: null });
      expect(idOf(store.claim('tts', lease))).toBe('1');
    });

    it('begins a job again whose lease ended, and gives up in the end', () => {
      let { store } = under;
      store.add(newJob('1'));
      store.add(newJob('2'));
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
      for (const jobId of ['1', '2', '3']) store.add(newJob(jobId));
      store.cancel('1', 300);
      store.cancel('2', 400);
      expect(store.removeFinished(400).map(idOf)).toEqual(['1']);
      expect(store.byId('1')).toBeNull();
      expect([store.byId('2')?.status, store.byId('3')?.status]).toEqual(['cancelled', 'queued']);
    });

    it('lists by kind and status, newest first, page by page', () => {
      const { store } = under;
      for (const jobId of ['1', '2', '3', '4'])
        store.add(newJob(jobId, { kind: jobId === '2' ? 'enhance' : 'tts' }));
      store.claim('tts', lease);
      const ids = (filter: Parameters<JobStore['list']>[0], limit = 10, offset = 0) => {
        const { jobs, total } = store.list(filter, { limit, offset });
        return [jobs.map(({ jobId }) => jobId), total];
      };
      expect(ids({})).toEqual([['4', '3', '2', '1'], 4]);
      expect(ids({}, 2, 1)).toEqual([['3', '2'], 4]);
      expect(ids({ kind: 'tts' })).toEqual([['4', '3', '1'], 3]);
      expect(ids({ kind: 'tts', status: 'running' })).toEqual([['1'], 1]);
      expect(Object.keys(store.counts()).sort()).toEqual([...jobStatuses].sort());
    });
  });
}
