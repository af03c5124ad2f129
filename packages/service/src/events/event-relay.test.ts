import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryEventLog } from '../testing/memory-event-log.js';
import { type EventRelay, type EventRelayOptions, startEventRelay } from './event-relay.js';
import type { EventPublisher, ServiceEvent } from './events.js';
import { createInProcessPublisher } from './in-process-publisher.js';

let log: ReturnType<typeof createMemoryEventLog>;
let bus: EventPublisher;
let received: number[];
let wake: () => void;
let relay: EventRelay;
let errors: unknown[];
beforeEach(() => {
  log = createMemoryEventLog();
  bus = createInProcessPublisher();
  received = [];
  errors = [];
  wake = () => {};
  bus.subscribe((batch) => {
    received.push(...batch.map(({ id }) => id));
    wake();
  });
});
afterEach(() => relay.close());

const start = async (options: Partial<EventRelayOptions> = {}) => {
  relay = await startEventRelay({
    log,
    publisher: bus,
    onError: (error) => errors.push(error),
    retryMs: 0,
    ...options,
  });
};
const happen = (count = 1) =>
  log.announce(Array.from({ length: count }, (): ServiceEvent => log.record('item.created', {})));
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise<void>((resolve) => (wake = resolve));
};
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

test('newly committed events are published in order, each once', async () => {
  happen(3);
  await start();
  happen();
  happen(500);
  await until(() => received.at(-1) === 504);
  happen();
  await until(() => received.at(-1) === 505);
  expect(received).toEqual(upTo(505, 4));
});

test('an event whose announcement was lost goes with the next', async () => {
  await start();
  log.record('item.created', {});
  happen();
  await until(() => received.length === 2);
  expect(received).toEqual([1, 2]);
});

test('a publisher that fails is tried again from there, and no writer waits for it', async () => {
  let failures = 3;
  const publisher = {
    ...bus,
    async publish(batch: readonly ServiceEvent[]) {
      if (failures-- > 0) throw new Error('away');
      await bus.publish(batch);
    },
  };
  await start({ publisher });
  happen(2);
  happen();
  await until(() => received.length === 3);
  expect([received, errors.length]).toEqual([[1, 2, 3], 3]);
});

test('the next process continues at the stored position, and repeats events rather than lose them', async () => {
  let saved: number | null = null;
  let isBroken = false;
  const position = {
    load: () => saved,
    save(id: number) {
      if (isBroken) throw new Error('killed before it was noted');
      saved = id;
    },
  };
  happen(2);
  saved = 0;
  await start({ position });
  await until(() => received.length === 2);
  isBroken = true;
  happen();
  await until(() => received.length === 3);
  await relay.close();
  happen();
  isBroken = false;
  await start({ position });
  await until(() => received.at(-1) === 4);
  expect(received).toEqual([1, 2, 3, 3, 4]);
  await relay.close();
  expect(saved).toBe(4);
});

test('a position that is unavailable is read again after each failure', async () => {
  happen(4);
  let [asked, failures] = [0, 2];
  const position = {
    load() {
      if (asked++ < 2) throw new Error('away');
      // After its own failure, another process has published one more.
      return failures === 2 ? 0 : 1;
    },
    save: () => {},
  };
  const publisher = {
    ...bus,
    async publish(batch: readonly ServiceEvent[]) {
      if (--failures > 0) throw new Error('away');
      await bus.publish(batch);
    },
  };
  await start({ publisher, position });
  await until(() => received.length === 3);
  expect([received, errors.length, asked]).toEqual([[2, 3, 4], 3, 4]);
});

test('a log that came back from a backup is published from its end', async () => {
  happen(2);
  await start({ position: { load: () => 7, save: () => {} } });
  happen();
  await until(() => received.length === 1);
  expect(received).toEqual([3]);
});

test('closing does not wait for a publisher that is away', async () => {
  const failed = new Promise<void>((resolve) => {
    void start({
      publisher: { ...bus, publish: async () => Promise.reject(new Error('away')) },
      retryMs: 1_000_000,
      onError: () => resolve(),
    }).then(() => happen());
  });
  await failed;
  await relay.close();
  expect(received).toEqual([]);
});
