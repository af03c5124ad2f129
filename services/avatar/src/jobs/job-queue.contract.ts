import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Job, MAX_ATTEMPTS } from './job.js';
import type { Claim, JobQueue, NewJob } from './job-queue.js';
import type { JobRecords } from './job-records.js';
import type { WebhookOutbox } from './webhook-outbox.js';

export interface JobsUnderTest {
  queue: JobQueue;
  /** The same queue, as another process has it open. */
  elsewhere: JobQueue;
  records: JobRecords;
  outbox: WebhookOutbox;
  /** Types and job ids of the events so far, as "job.queued 1". */
  published: () => MaybePromise<string[]>;
  /** That of the store. */
  clock: { now: number };
  reopen(): MaybePromise<JobsUnderTest>;
  dispose(): MaybePromise<void>;
}

export const newJob = (jobId: string, fields: Partial<NewJob> = {}): NewJob => ({
  jobId,
  kind: 'tts',
  payload: { text: `say ${jobId}` },
  webhookUrl: null,
  ...fields,
});
export const LEASE_MS = 1_000;
/** Takes the next job of a kind, as "me". */
export const take = (queue: JobQueue, kind: Job['kind'] = 'tts', worker = 'me') =>
  queue.claim(kind, { worker, leaseMs: LEASE_MS });
export const claimOf = (job: Job | null): Claim => ({ jobId: job!.jobId, fence: job!.fence });
export const idOf = (job: { jobId: string } | null) => job?.jobId ?? null;

/** Contract of every adapter of `JobQueue`. */
export function testJobQueue(name: string, create: () => MaybePromise<JobsUnderTest>): void {
  describe(`${name} keeps the promises of JobQueue`, () => {
    let under: JobsUnderTest;
    let queue: JobQueue;
    beforeEach(async () => {
      under = await create();
      queue = under.queue;
      under.clock.now = 100;
    });
    afterEach(() => under.dispose());
    const accept = async (...jobs: (string | NewJob)[]) => {
      for (const job of jobs) await queue.accept(typeof job === 'string' ? newJob(job) : job, 200);
    };
    const byId = async (jobId: string) => (await under.records.byId(jobId))!;
    const begin = async (worker = 'me') => claimOf(await take(queue, 'tts', worker));

    it('keeps accepted jobs when it is opened again, and accepts a job once', async () => {
      const accepted = await queue.accept(newJob('1', { webhookUrl: 'http://127.0.0.1/hook' }), 200);
      expect(accepted).toEqual({
        jobId: '1',
        kind: 'tts',
        status: 'queued',
        payload: { text: 'say 1' },
        progress: 0,
        stage: '',
        attempts: 0,
        fence: 0,
        createdAt: 100,
        startedAt: null,
        finishedAt: null,
        output: null,
        result: null,
        error: null,
        webhookUrl: 'http://127.0.0.1/hook',
        partOf: null,
      });
      expect(await queue.accept(newJob('1', { payload: 'other' }), 200)).toEqual(accepted);
      expect(await under.published()).toEqual(['job.queued 1']);
      under = await under.reopen();
      expect(await byId('1')).toEqual(accepted);
    });

    it('limits the waiting jobs of a kind, also for concurrent calls, and returns accepted ones', async () => {
      const add = async (jobId: string, fields: Partial<NewJob> = {}) =>
        idOf(await queue.accept(newJob(jobId, fields), 2));
      const ids = ['1', '2', '3'];
      const taken = (await Promise.all(ids.map((jobId) => add(jobId)))).filter((jobId) => jobId !== null);
      expect(taken).toHaveLength(2);
      const refused = ids.find((jobId) => !taken.includes(jobId))!;
      expect(await under.records.byId(refused)).toBeNull();
      expect(await add(taken[0]!)).toBe(taken[0]);
      expect(await add('x', { kind: 'enhance' })).toBe('x');
      expect([
        await queue.queued('tts'),
        await queue.queued('enhance'),
        await queue.queued('lipsync'),
      ]).toEqual([2, 1, 0]);
      // What runs does not wait.
      const running = idOf(await take(queue));
      expect(await add(refused)).toBe(refused);
      const published = await under.published();
      expect(published.slice(0, 2).sort()).toEqual(taken.map((jobId) => `job.queued ${jobId}`).sort());
      expect(published.slice(2)).toEqual(['job.queued x', `job.running ${running}`, `job.queued ${refused}`]);
    });

    it('gives jobs of a kind in the order in which they came, each once', async () => {
      await accept('b', 'a', 'c', newJob('x', { kind: 'enhance' }));
      under.clock.now = 200;
      expect(await take(queue)).toMatchObject({ jobId: 'b', status: 'running', attempts: 1, startedAt: 200 });
      expect(idOf(await take(queue))).toBe('a');
      expect(idOf(await take(queue))).toBe('c');
      expect(await take(queue)).toBeNull();
      expect(await take(queue, 'lipsync')).toBeNull();
    });

    it('lets only its claim report and finish a job', async () => {
      await accept('1');
      const claim = await begin();
      under.clock.now = 300;
      const output = { kind: 'audio', jobId: '1', name: 'speech.wav' } as const;
      const done = { output, result: { words: [] } };
      for (const other of [claim.fence - 1, claim.fence + 1].map((fence) => ({ ...claim, fence }))) {
        expect(await queue.report(other, { progress: 0.9, leaseMs: LEASE_MS })).toBe(false);
        expect(await queue.succeed(other, done)).toBeNull();
      }
      expect(await queue.report(claim, { progress: 0.5, stage: 'voice', leaseMs: LEASE_MS })).toBe(true);
      expect(await queue.report(claim, { progress: 0.2, result: 'so far', leaseMs: LEASE_MS })).toBe(true);
      expect(await byId('1')).toMatchObject({ progress: 0.5, stage: 'voice', result: 'so far' });
      expect(await queue.succeed(claim, done)).toMatchObject({
        status: 'succeeded',
        progress: 1,
        output,
        result: { words: [] },
        finishedAt: 300,
      });
      expect(await queue.report(claim, { progress: 0.5, leaseMs: LEASE_MS })).toBe(false);
      expect(await queue.fail(claim, { error: { code: 'x', message: 'y' } })).toBeNull();
      expect(await queue.cancel('1')).toBeNull();
      expect(await under.published()).toEqual(['job.queued 1', 'job.running 1', 'job.succeeded 1']);
    });

    it('keeps the partial result of a failed job', async () => {
      await accept('1', '2');
      const [first, second] = [await begin(), await begin()];
      await queue.report(first, { result: 'so far', leaseMs: LEASE_MS });
      const error = { code: 'x', message: 'y' };
      expect(await queue.fail(first, { error })).toMatchObject({ status: 'failed', error, result: 'so far' });
      expect(await queue.fail(second, { error, result: 'more' })).toMatchObject({ result: 'more' });
    });

    it('takes a job back to its place without counting the try', async () => {
      await accept('1', '2');
      const claim = await begin();
      expect(await queue.handBack(claim)).toMatchObject({ status: 'queued', attempts: 0, startedAt: null });
      expect(idOf(await take(queue))).toBe('1');
    });

    it('shows what a reclaimed job waits for until it starts again', async () => {
      await accept('1');
      expect(await queue.handBack(await begin(), 'waiting for the storage')).toMatchObject({
        stage: 'waiting for the storage',
        attempts: 0,
      });
      expect(await take(queue)).toMatchObject({ stage: '', attempts: 1 });
    });

    it('distinguishes a claim from the previous one, even if that one was released', async () => {
      await accept('1');
      const first = await begin();
      await queue.handBack(first);
      const second = await begin();
      expect(second.fence).toBeGreaterThan(first.fence);
      expect(await queue.report(first, { progress: 0.9, leaseMs: LEASE_MS })).toBe(false);
      expect(await queue.succeed(first, { output: null, result: 'late' })).toBeNull();
      expect(await queue.handBack(first)).toBeNull();
      expect(await queue.succeed(second, { output: null, result: 'mine' })).toMatchObject({ attempts: 1 });
    });

    it('requeues a job and counts the attempt', async () => {
      await accept('1');
      const claim = await begin();
      expect(await queue.postpone({ ...claim, fence: claim.fence + 1 }, 'waiting')).toBeNull();
      expect(await queue.postpone(claim, 'waiting')).toMatchObject({
        status: 'queued',
        stage: 'waiting',
        attempts: 1,
      });
      expect(await take(queue)).toMatchObject({ stage: '', attempts: 2 });
    });

    it('cancels queued and running jobs', async () => {
      await accept('1', '2');
      const claim = await begin();
      under.clock.now = 300;
      expect(await queue.cancel('1')).toMatchObject({ status: 'cancelled', finishedAt: 300 });
      expect(await queue.cancel('2')).toMatchObject({ status: 'cancelled' });
      expect(await queue.cancel('2')).toBeNull();
      expect(await queue.cancel('3')).toBeNull();
      expect(await queue.succeed(claim, { output: null, result: null })).toBeNull();
      expect(await queue.handBack(claim)).toBeNull();
      expect(await take(queue)).toBeNull();
    });

    describe('with two workers', () => {
      it('gives each job to one of them', async () => {
        const jobIds = Array.from({ length: 20 }, (_, index) => String(index));
        await accept(...jobIds);
        const takeAll = async (of: JobQueue, worker: string) => {
          const taken: string[] = [];
          for (let job = await take(of, 'tts', worker); job !== null; job = await take(of, 'tts', worker))
            taken.push(job.jobId);
          return taken;
        };
        const taken = await Promise.all([takeAll(queue, 'me'), takeAll(under.elsewhere, 'other')]);
        expect(taken.flat().sort()).toEqual(jobIds.sort());
      });

      it('cancels a job of another worker, which learns it from its next report', async () => {
        await accept('1');
        const claim = await begin();
        expect(await queue.report(claim, { leaseMs: LEASE_MS })).toBe(true);
        expect(await under.elsewhere.cancel('1')).toMatchObject({ status: 'cancelled' });
        expect(await queue.report(claim, { leaseMs: LEASE_MS })).toBe(false);
        expect(await queue.succeed(claim, { output: null, result: null })).toBeNull();
        expect(await byId('1')).toMatchObject({ status: 'cancelled' });
      });

      it('begins a job again whose worker died, when its lease has ended by the clock of the store', async () => {
        await accept('1', '2');
        const dead = await begin('dead');
        under.clock.now += LEASE_MS / 2;
        const mine = await begin();
        under.clock.now += LEASE_MS / 2;
        expect(await under.elsewhere.reclaim()).toEqual([]);
        await queue.report(mine, { leaseMs: LEASE_MS });
        under.clock.now += LEASE_MS;
        expect((await under.elsewhere.reclaim()).map(idOf)).toEqual(['1']);
        expect(await byId('1')).toMatchObject({ status: 'queued', attempts: 1 });
        expect(await byId('2')).toMatchObject({ status: 'running' });
        const again = await take(under.elsewhere, 'tts', 'other');
        expect(again).toMatchObject({ jobId: '1', attempts: 2 });
        expect(await queue.succeed(dead, { output: null, result: null })).toBeNull();
        const claim = claimOf(again);
        expect(await under.elsewhere.succeed(claim, { output: null, result: null })).not.toBeNull();
      });

      it('reclaims the jobs of the restarted worker only', async () => {
        await accept('1', '2', '3');
        const before = await begin();
        await take(under.elsewhere, 'tts', 'other');
        under = await under.reopen();
        queue = under.queue;
        expect((await queue.reclaim('me')).map(idOf)).toEqual(['1']);
        expect(await byId('2')).toMatchObject({ status: 'running' });
        // The same worker, but not the same try.
        expect(await take(queue)).toMatchObject({ jobId: '1', attempts: 2 });
        expect(await queue.report(before, { leaseMs: LEASE_MS })).toBe(false);
        expect(await queue.succeed(before, { output: null, result: null })).toBeNull();
      });
    });

    it('gives up a job whose worker died too often', async () => {
      await accept('1');
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const claim = await begin();
        expect(await byId('1')).toMatchObject({ attempts: attempt });
        await queue.report(claim, { stage: 'voice', leaseMs: LEASE_MS });
        under.clock.now = 600;
        expect(await queue.reclaim('me')).toHaveLength(1);
      }
      expect(await byId('1')).toMatchObject({
        status: 'failed',
        finishedAt: 600,
        error: { code: 'given_up', message: expect.stringContaining('3 times during this job (voice)') },
      });
      expect(await take(queue)).toBeNull();
    });

    describe('a part of a job', () => {
      const part = (jobId: string) => newJob(jobId, { kind: 'lipsync_scene', partOf: '1' });
      const whole = async () => {
        await accept(newJob('1', { kind: 'lipsync_batch' }));
        return claimOf(await take(queue, 'lipsync_batch'));
      };

      it('is claimed in order and neither listed nor published', async () => {
        await whole();
        await accept(part('a'), part('b'));
        expect(await take(queue, 'lipsync_scene')).toMatchObject({ jobId: 'a', partOf: '1', attempts: 1 });
        expect(idOf(await take(under.elsewhere, 'lipsync_scene'))).toBe('b');
        expect((await under.records.list({}, { limit: 10, offset: 0 })).total).toBe(1);
        expect(await under.published()).toEqual(['job.queued 1', 'job.running 1']);
      });

      it.each<[string, (claim: Claim) => Promise<unknown>]>([
        ['succeeds', (claim) => queue.succeed(claim, { output: null, result: null })],
        ['fails', (claim) => queue.fail(claim, { error: { code: 'x', message: 'y' } })],
        ['is cancelled', ({ jobId }) => queue.cancel(jobId)],
      ])('goes when the whole %s, whoever runs it', async (_, end) => {
        const claim = await whole();
        await accept(part('a'), part('b'));
        const running = claimOf(await take(queue, 'lipsync_scene'));
        await end(claim);
        expect(await under.records.byId('a')).toBeNull();
        expect(await take(queue, 'lipsync_scene')).toBeNull();
        expect(await queue.report(running, { leaseMs: LEASE_MS })).toBe(false);
        expect(await queue.succeed(running, { output: null, result: null })).toBeNull();
        expect(await queue.accept(part('c'), 200)).toBeNull();
      });

      it('stays where it is when the whole goes back to the queue, and can be waited for', async () => {
        const claim = await whole();
        await accept(part('a'));
        await queue.waitFor(claim, { jobId: 'a', stage: 'waiting for its scenes' });
        expect(await take(queue, 'lipsync_batch')).toBeNull();
        await queue.succeed(claimOf(await take(queue, 'lipsync_scene')), { output: null, result: 'made' });
        expect(idOf(await take(queue, 'lipsync_batch'))).toBe('1');
        expect(await byId('a')).toMatchObject({ status: 'succeeded', result: 'made' });
      });

      it('is not accepted without its whole', async () => {
        expect(await queue.accept(part('a'), 200)).toBeNull();
        expect(await under.records.byId('a')).toBeNull();
      });
    });

    describe('a job that waits for another', () => {
      const after = { jobId: '1', stage: 'waiting for the speech' };
      const waiting = newJob('w', { kind: 'lipsync', after });

      it.each<[string, (claim: Claim) => Promise<unknown>]>([
        ['has succeeded', (claim) => queue.succeed(claim, { output: null, result: null })],
        ['has failed', (claim) => queue.fail(claim, { error: { code: 'x', message: 'y' } })],
        ['was cancelled', ({ jobId }) => queue.cancel(jobId)],
        [
          'was given up',
          async () => {
            for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
              await queue.reclaim('me');
              await begin();
            }
            await queue.reclaim('me');
          },
        ],
      ])('may begin when that one %s', async (_, end) => {
        await accept('1', waiting);
        expect(await byId('w')).toMatchObject({ status: 'queued', stage: 'waiting for the speech' });
        const claim = await begin();
        expect(await take(queue, 'lipsync')).toBeNull();
        await end(claim);
        expect(await byId('w')).toMatchObject({ status: 'queued', stage: '' });
        expect(await take(queue, 'lipsync')).toMatchObject({ jobId: 'w', attempts: 1 });
        expect((await under.published()).filter((event) => event.endsWith('w'))).toEqual([
          'job.queued w',
          'job.running w',
        ]);
      });

      it('waits through a restart, and while that one goes back to the queue', async () => {
        await accept('1', waiting);
        under = await under.reopen();
        queue = under.queue;
        await queue.handBack(await begin());
        await queue.postpone(await begin(), 'waiting for room');
        expect(await take(queue, 'lipsync')).toBeNull();
        await queue.succeed(await begin(), { output: null, result: null });
        expect(idOf(await take(queue, 'lipsync'))).toBe('w');
      });

      it('may begin at once where that one has ended, or is not there', async () => {
        await accept('1');
        await queue.cancel('1');
        await accept(waiting, newJob('v', { kind: 'lipsync', after: { ...after, jobId: 'unknown' } }));
        expect(await byId('w')).toMatchObject({ stage: '' });
        expect([idOf(await take(queue, 'lipsync')), idOf(await take(queue, 'lipsync'))]).toEqual(['w', 'v']);
      });

      it('is skipped, counts as waiting, and keeps its place', async () => {
        await accept('1', waiting, newJob('v', { kind: 'lipsync' }), newJob('u', { kind: 'lipsync' }));
        expect(await queue.queued('lipsync')).toBe(3);
        expect(idOf(await take(queue, 'lipsync'))).toBe('v');
        await queue.cancel('1');
        expect(idOf(await take(queue, 'lipsync'))).toBe('w');
        expect(idOf(await take(queue, 'lipsync'))).toBe('u');
      });

      it('is cancelled like any other', async () => {
        await accept('1', waiting);
        expect(await queue.cancel('w')).toMatchObject({ status: 'cancelled' });
        await queue.cancel('1');
        expect(await take(queue, 'lipsync')).toBeNull();
      });

      it('may start waiting while it runs, without counting an attempt, and keeps its partial result', async () => {
        await accept('1', newJob('w', { kind: 'lipsync' }));
        const claim = claimOf(await take(queue, 'lipsync'));
        expect(await queue.waitFor({ ...claim, fence: claim.fence + 1 }, after)).toBeNull();
        expect(await queue.waitFor(claim, after, 'so far')).toMatchObject({
          ...{ status: 'queued', stage: 'waiting for the speech', attempts: 0, startedAt: null },
          result: 'so far',
        });
        expect(await take(queue, 'lipsync')).toBeNull();
        await queue.cancel('1');
        const again = await take(queue, 'lipsync');
        expect(again).toMatchObject({ jobId: 'w', result: 'so far' });
        // It has ended meanwhile.
        expect(await queue.waitFor(claimOf(again), after)).toMatchObject({ stage: '', result: 'so far' });
        expect(idOf(await take(queue, 'lipsync'))).toBe('w');
      });
    });
  });
}
