import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventLog, ServiceEvent } from './events.js';

export interface EventLogUnderTest {
  log: EventLog;
  /** The same data, as the next process would open it. */
  reopen: () => EventLog;
  close?: () => void;
}

/** What every EventLog promises. It is created to keep 100 events. */
export function testEventLog(name: string, create: () => EventLogUnderTest): void {
  describe(`event log: ${name}`, () => {
    let subject: EventLogUnderTest;
    let log: EventLog;
    beforeEach(() => {
      subject = create();
      log = subject.log;
    });
    afterEach(() => subject.close?.());

    test('an empty log has no latest event and nothing lost', () => {
      expect([log.latestId(), log.oldestId(), log.after(0, 10)]).toEqual([0, 1, []]);
    });

    test('what was recorded is read back in order, from anywhere, as many as asked', () => {
      const events = [1, 2, 3, 4].map((n) => log.record('item.created', { n }));
      expect(log.after(0, 10)).toEqual(events);
      expect(log.after(events[1]!.id, 1)).toEqual([events[2]]);
      expect(log.latestId()).toBe(events[3]!.id);
    });

    test('ids go on ascending in the next process', () => {
      const { id } = log.record('item.created', {});
      const next = subject.reopen();
      expect(next.latestId()).toBe(id);
      expect(next.record('item.created', {}).id).toBeGreaterThan(id);
    });

    test('old events go, at least the promised number stays', () => {
      for (let n = 0; n < 350; n++) log.record('item.created', { n });
      const kept = log.after(0, 1000);
      expect(kept.length).toBeGreaterThanOrEqual(100);
      expect(kept.length).toBeLessThan(300);
      expect(log.oldestId()).toBe(kept[0]!.id);
      expect(kept.at(-1)!.id).toBe(log.latestId());
    });

    test('subscribers hear announcements until they leave; one that throws disturbs nobody', () => {
      const heard: ServiceEvent[] = [];
      log.subscribe(() => {
        throw new Error('a broken listener');
      });
      const leave = log.subscribe((events) => heard.push(...events));
      const event = log.record('item.created', {});
      log.announce([event]);
      leave();
      log.announce([event]);
      expect(heard).toEqual([event]);
    });
  });
}
