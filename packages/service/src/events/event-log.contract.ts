import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MaybePromise } from '../maybe-promise.js';
import type { EventLog, ServiceEvent } from './events.js';

export interface EventLogUnderTest {
  log: EventLog;
  /** Records an event in a transaction, commits it and announces it. */
  record(type: string, data: Record<string, unknown>): MaybePromise<ServiceEvent>;
  /** The same data, as the next process would open it; null when the data does not outlive the log. */
  reopen: (() => MaybePromise<EventLogUnderTest>) | null;
  close?: () => MaybePromise<void>;
}

/** Contract of every EventLog. The log is created to keep 100 events. */
export function testEventLog(name: string, create: () => MaybePromise<EventLogUnderTest>): void {
  describe(`event log: ${name}`, () => {
    let subject: EventLogUnderTest;
    let log: EventLog;
    beforeEach(async () => {
      subject = await create();
      log = subject.log;
    });
    afterEach(() => subject.close?.());

    test('an empty log has no latest event and nothing lost', async () => {
      expect([await log.latestId(), await log.oldestId(), await log.after(0, 10)]).toEqual([0, 1, []]);
    });

    test('events are read back in order, from any id, up to the limit', async () => {
      const events: ServiceEvent[] = [];
      for (const n of [1, 2, 3, 4]) events.push(await subject.record('item.created', { n }));
      expect(await log.after(0, 10)).toEqual(events);
      expect(await log.after(events[1]!.id, 1)).toEqual([events[2]]);
      expect(await log.latestId()).toBe(events[3]!.id);
    });

    test('ids continue to ascend in the next process', async ({ skip }) => {
      if (subject.reopen === null) return skip();
      const { id } = await subject.record('item.created', {});
      const next = await subject.reopen();
      expect(await next.log.latestId()).toBe(id);
      expect((await next.record('item.created', {})).id).toBeGreaterThan(id);
    });

    test('old events go, at least the promised number stays', async () => {
      for (let n = 0; n < 350; n++) await subject.record('item.created', { n });
      const remaining = await log.after(0, 1000);
      expect(remaining.length).toBeGreaterThanOrEqual(100);
      expect(remaining.length).toBeLessThan(300);
      expect(await log.oldestId()).toBe(remaining[0]!.id);
      expect(remaining.at(-1)!.id).toBe(await log.latestId());
    });

    test('followers are woken until they leave, and their errors do not affect others', async () => {
      log.follow(() => {
        throw new Error('a broken follower');
      });
      let woken = () => {};
      const isWoken = new Promise<void>((resolve) => (woken = resolve));
      let times = 0;
      const leave = log.follow(() => {
        times++;
        woken();
      });
      await subject.record('item.created', {});
      await isWoken;
      leave();
      const before = times;
      await subject.record('item.created', {});
      expect([times, (await log.after(0, 10)).length]).toEqual([before, 2]);
    });
  });
}
