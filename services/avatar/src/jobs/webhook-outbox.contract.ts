import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimOf, idOf, type JobsUnderTest, newJob, take } from './job-queue.contract.js';

const url = 'http://127.0.0.1/hook';

/** Contract of every adapter of `WebhookOutbox`, together with the queue that writes to it. */
export function testWebhookOutbox(name: string, create: () => MaybePromise<JobsUnderTest>): void {
  describe(`${name} keeps the promises of WebhookOutbox`, () => {
    let under: JobsUnderTest;
    beforeEach(async () => {
      under = await create();
      under.clock.now = 100;
      for (const jobId of ['1', '2', '3', '4'])
        await under.queue.accept(newJob(jobId, { webhookUrl: jobId === '4' ? null : url }), 200);
    });
    afterEach(() => under.dispose());
    const due = async () => (await under.outbox.claim(10, 0)).map(idOf);

    it('has a pending webhook for every finished job with a URL, the longest due first', async () => {
      const { queue } = under;
      expect(await under.outbox.dueInMs()).toBeNull();
      const [first, second] = [claimOf(await take(queue)), claimOf(await take(queue))];
      under.clock.now = 300;
      await queue.fail(second, { error: { code: 'x', message: 'y' } });
      under.clock.now = 400;
      await queue.succeed(first, { output: null, result: null });
      under.clock.now = 500;
      await queue.cancel('3');
      await queue.cancel('4');
      under = await under.reopen();
      expect(await due()).toEqual(['2', '1', '3']);
      expect(await under.outbox.claim(1, 0)).toEqual([{ jobId: '2', url, tries: 0, ageMs: 200 }]);
      expect(await under.outbox.dueInMs()).toBe(0);
    });

    it('gives a webhook to one claimant until its lease ends or it is released', async () => {
      const { queue, outbox, clock } = under;
      for (const jobId of ['1', '2', '3']) await queue.cancel(jobId);
      const claim = async () => (await outbox.claim(2, 1_000)).map(idOf);
      expect([...(await claim()), ...(await claim())].sort()).toEqual(['1', '2', '3']);
      expect([await outbox.claim(2, 1_000), await outbox.dueInMs()]).toEqual([[], 1_000]);
      await outbox.handBack('2');
      expect(await outbox.claim(2, 1_000)).toEqual([{ jobId: '2', url, tries: 0, ageMs: 0 }]);
      clock.now += 1_000;
      expect((await outbox.claim(3, 1_000)).map(idOf).sort()).toEqual(['1', '2', '3']);
    });

    it('owes it until it is settled or the job is gone, and later where it was postponed', async () => {
      const { queue, outbox } = under;
      for (const jobId of ['1', '2', '3']) await queue.cancel(jobId);
      await outbox.postpone('1', 1_000);
      await outbox.settle('2');
      expect(await due()).toEqual(['3']);
      await outbox.postpone('3', 3_000);
      under.clock.now = 150;
      expect([await due(), await outbox.dueInMs()]).toEqual([[], 950]);
      under.clock.now = 1_100;
      expect(await outbox.claim(10, 0)).toEqual([{ jobId: '1', url, tries: 1, ageMs: 1_000 }]);
      await under.records.removeFinished(['1']);
      expect([await due(), await outbox.dueInMs()]).toEqual([[], 2_000]);
      await outbox.settle('3');
      expect(await outbox.dueInMs()).toBeNull();
    });
  });
}
