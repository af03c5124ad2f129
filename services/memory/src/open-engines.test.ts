import { createMemoryEventLog } from '@anima/service/testing';
import { expect, it } from 'vitest';
import { settings } from './config.js';
import type { MemoryStore } from './memory/memory-store.js';
import { openBus } from './open-engines.js';

const store = {
  generation: () => ({ databaseId: 'a database', changeSeq: 0, memories: 0 }),
} as unknown as MemoryStore;

it('the log wakes listeners while the bus is unreachable, until they unsubscribe', async () => {
  const closing: (() => unknown)[] = [];
  const events = createMemoryEventLog();
  const bus = await openBus({
    config: settings.parse({ MEMORY_BUS_URL: 'nats://127.0.0.1:1' }),
    store,
    events,
    onError: () => {},
    onClose: (close) => void closing.push(close),
  });
  let woken = 0;
  const leave = bus.news.subscribe(() => woken++);
  events.announce([events.record('memory.created', {})]);
  expect(woken).toBe(1);
  leave();
  events.announce([events.record('memory.created', {})]);
  expect(woken).toBe(1);
  await expect(bus.publisher.probe()).rejects.toMatchObject({ code: 'unavailable' });
  for (const close of closing) await close();
});
