import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf, type JobsUnderTest, newJob, take } from './job-queue.contract.js';
import type { JobQueue } from './job-queue.js';
import type { JobFilter, JobRecords } from './job-records.js';

/** Contract of every adapter of `JobRecords`. */
export function testJobRecords(name: string, create: () => MaybePromise<JobsUnderTest>): void {
  describe(`${name} keeps the promises of JobRecords`, () => {
    let under: JobsUnderTest;
    let queue: JobQueue;
    let records: JobRecords;
    beforeEach(async () => {
      under = await create();
      ({ queue, records } = under);
    });
    afterEach(() => under.dispose());

    it('returns accepted jobs only', async () => {
      const accepted = await queue.accept(newJob('1'), 200);
      expect(await records.byId('1')).toEqual(accepted);
      expect(await records.byId('2')).toBeNull();
    });

    it('counts the ready jobs of the kind before a job', async () => {
      for (const jobId of ['b', 'a', 'c']) await queue.accept(newJob(jobId), 200);
      await queue.accept(newJob('w', { after: { jobId: 'c', stage: '' } }), 200);
      await queue.accept(newJob('d'), 200);
      await queue.accept(newJob('x', { kind: 'enhance' }), 200);
      const positions = async (...jobIds: string[]) => Object.fromEntries(await records.positions(jobIds));
      expect(await positions('b', 'a', 'c', 'w', 'd', 'x')).toEqual({ b: 0, a: 1, c: 2, w: 3, d: 3, x: 0 });
      await take(queue);
      expect(await positions('b', 'd', 'unknown')).toEqual({ d: 2 });
      expect(await positions()).toEqual({});
    });

    it('lists by kind and status, newest first, page by page', async () => {
      for (const jobId of ['1', '2', '3', '4'])
        await queue.accept(newJob(jobId, { kind: jobId === '2' ? 'enhance' : 'tts' }), 200);
      await take(queue);
      const ids = async (filter: JobFilter, limit = 10, offset = 0) => {
        const { jobs, total } = await records.list(filter, { limit, offset });
        return [jobs.map(idOf), total];
      };
      expect(await ids({})).toEqual([['4', '3', '2', '1'], 4]);
      expect(await ids({}, 2, 1)).toEqual([['3', '2'], 4]);
      expect(await ids({ kind: 'tts' })).toEqual([['4', '3', '1'], 3]);
      expect(await ids({ kind: 'tts', status: 'running' })).toEqual([['1'], 1]);
      expect(await ids({ status: 'queued' })).toEqual([['4', '3', '2'], 3]);
      const [first] = (await records.list({}, { limit: 1, offset: 0 })).jobs;
      const { payload: _, result: __, ...outline } = (await records.byId('4'))!;
      expect(first).toEqual(outline);
    });

    it('returns part jobs separately from the list', async () => {
      await queue.accept(newJob('1', { kind: 'lipsync_batch' }), 200);
      for (const jobId of ['b', 'a'])
        await queue.accept(newJob(jobId, { kind: 'lipsync_scene', partOf: '1' }), 200);
      const { payload: _, result: __, ...outline } = (await records.byId('b'))!;
      expect((await records.partsOf('1'))[0]).toEqual(outline);
      expect((await records.partsOf('1')).map(idOf)).toEqual(['b', 'a']);
      expect(await records.partsOf('a')).toEqual([]);
      expect((await records.list({ status: 'queued' }, { limit: 10, offset: 0 })).total).toBe(1);
      await queue.cancel('1');
      expect(await records.partsOf('1')).toEqual([]);
    });

    it('removes jobs that finished long ago', async () => {
      for (const jobId of ['1', '2', '3']) await queue.accept(newJob(jobId), 200);
      under.clock.now = 300;
      await queue.cancel('2');
      under.clock.now = 400;
      await queue.cancel('1');
      const before = async (time: number, limit = 10) =>
        (await records.finishedBefore(time, limit)).map(idOf);
      expect(await before(401)).toEqual(['2', '1']);
      expect(await before(400)).toEqual(['2']);
      expect(await records.finishedBefore(401, 1)).toEqual([{ jobId: '2', kind: 'tts' }]);
      await records.removeFinished(['1', '3', 'unknown']);
      expect(await records.byId('1')).toBeNull();
      expect((await records.byId('2'))?.status).toBe('cancelled');
      expect((await records.byId('3'))?.status).toBe('queued');
    });
  });
}
