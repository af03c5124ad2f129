import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MaybePromise } from '../maybe-promise.js';
import type { EventPublisher, ServiceEvent } from './events.js';

export interface EventPublisherUnderTest {
  publisher: EventPublisher;
  /** The same bus in another process; null if the bus ends with the process. */
  other: EventPublisher | null;
  close?: () => MaybePromise<void>;
}

const event = (id: number): ServiceEvent => ({ id, type: 'item.created', time: '2026-01-01', data: { id } });

/** Contract of every EventPublisher. */
export function testEventPublisher(name: string, create: () => MaybePromise<EventPublisherUnderTest>): void {
  describe(`event publisher: ${name}`, () => {
    let subject: EventPublisherUnderTest;
    beforeEach(async () => {
      subject = await create();
    });
    afterEach(() => subject.close?.());

    test('every subscriber receives every batch, in order, until it leaves', async () => {
      const { publisher } = subject;
      publisher.subscribe(() => {
        throw new Error('a broken listener');
      });
      const [staying, leaving] = [receiving(publisher), receiving(publisher)];
      await publisher.publish([event(1), event(2)]);
      await publisher.publish([event(3)]);
      await staying.until(3);
      expect(await leaving.until(3)).toEqual([event(1), event(2), event(3)]);
      leaving.leave();
      await publisher.publish([event(4)]);
      expect(await staying.until(4)).toEqual([event(1), event(2), event(3), event(4)]);
      expect(leaving.received).toHaveLength(3);
    });

    test('batches arrive in the order of the calls, waited for or not', async () => {
      const listener = receiving(subject.publisher);
      await Promise.all(Array.from({ length: 50 }, (_, n) => subject.publisher.publish([event(n + 1)])));
      expect((await listener.until(50)).map(({ id }) => id)).toEqual(
        Array.from({ length: 50 }, (_, n) => n + 1),
      );
    });

    test('subscribers of another process receive the batches of this one', async ({ skip }) => {
      if (subject.other === null) return skip();
      const listener = receiving(subject.other);
      await subject.publisher.publish([event(1)]);
      await subject.publisher.publish([event(2)]);
      expect(await listener.until(2)).toEqual([event(1), event(2)]);
    });

    test('a probe returns, and subscribers do not receive it', async () => {
      const listener = receiving(subject.publisher);
      await subject.publisher.probe();
      await subject.publisher.publish([event(1)]);
      expect(await listener.until(1)).toEqual([event(1)]);
    });
  });
}

function receiving(publisher: EventPublisher) {
  const received: ServiceEvent[] = [];
  let wake = () => {};
  const leave = publisher.subscribe((batch) => {
    received.push(...batch);
    wake();
  });
  return {
    received,
    leave,
    async until(count: number): Promise<ServiceEvent[]> {
      while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return [...received];
    },
  };
}
