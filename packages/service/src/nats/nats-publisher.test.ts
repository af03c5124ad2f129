import { findNats, ownNats, startedNats } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEventPublisher } from '../event-publisher.contract.js';
import { startEventRelay } from '../event-relay.js';
import type { ServiceEvent } from '../events.js';
import { createMemoryEventLog } from '../testing/memory-event-log.js';
import { readBusAddress } from './bus-address.js';
import { openNatsPublisher } from './nats-publisher.js';

const missing = findNats() === null ? ' (no nats-server: skipped)' : '';
let rooms = 0;

const open = (url: string, name: string, onError: (error: unknown) => void = () => {}) =>
  openNatsPublisher({ address: readBusAddress('BUS', `${url}/${name}`, 'anima'), logId: 'log-1', onError });

test.each([
  ['nats://host:4222', { servers: ['host:4222'], tls: false, name: 'anima' }],
  [
    'tls://ann:p%40ss@host:4222,other:4222/mine',
    { servers: ['host:4222', 'other:4222'], user: 'ann', pass: 'p@ss', tls: true, name: 'mine' },
  ],
  ['nats://t0ken@host:4222', { servers: ['host:4222'], token: 't0ken', tls: false, name: 'anima' }],
])('reads %s', (text, address) => expect(readBusAddress('BUS', text, 'anima')).toEqual(address));

test.each(['', 'host:4222', 'http://host', 'nats://host/a.b', 'nats://host/a/b'])('refuses %j', (text) => {
  expect(() => readBusAddress('BUS', text, 'anima')).toThrow('BUS: expected nats://host:4222');
});

describe.skipIf(missing !== '')(`NATS${missing}`, () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = await startedNats());
  });

  testEventPublisher('nats', async () => {
    const name = `room-${process.pid}-${rooms++}`;
    const [one, other] = await Promise.all([open(url, name), open(url, name)]);
    return {
      publisher: one.publisher,
      other: other.publisher,
      close: async () => {
        await Promise.all([one.close(), other.close()]);
      },
    };
  });

  test('two processes relay one log: each event is in the stream once, in order, and each goes on where the stream ends', async () => {
    const name = `room-${process.pid}-${rooms++}`;
    const log = createMemoryEventLog({ keep: 1_000 });
    const [one, other] = await Promise.all([open(url, name), open(url, name)]);
    const heard: ServiceEvent[] = [];
    let onHeard = () => {};
    other.publisher.subscribe((batch) => {
      heard.push(...batch);
      onHeard();
    });
    const hears = (id: number) =>
      new Promise<void>((resolve) => {
        onHeard = () => heard.at(-1)?.id === id && resolve();
        onHeard();
      });
    const record = (n: number) => log.announce([log.record('item.created', { n })]);
    const onError = (error: unknown) => {
      throw error;
    };
    const relays = await Promise.all(
      [one, other].map(({ publisher, position }) => startEventRelay({ log, publisher, position, onError })),
    );
    for (let n = 1; n <= 60; n++) record(n);
    await hears(60);
    await Promise.all(relays.map((relay) => relay.close()));
    expect(await one.position.load()).toBe(60);
    for (let n = 61; n <= 70; n++) record(n);
    const relay = await startEventRelay({ log, ...one, onError });
    await hears(70);
    await relay.close();
    expect(heard.map(({ id }) => id)).toEqual(Array.from({ length: 70 }, (_, n) => n + 1));
    await Promise.all([one.close(), other.close()]);
  });
});

describe.skipIf(missing !== '')(`a NATS server of one's own${missing}`, () => {
  let server: Awaited<ReturnType<typeof ownNats>>;
  beforeAll(async () => {
    server = await ownNats();
  });
  afterAll(() => server.kill());

  test('is away and comes back: what happened meanwhile is published, nobody is told less', async () => {
    const log = createMemoryEventLog({ keep: 1_000 });
    const bus = await open(server.url, 'mine');
    const heard = new Set<number>();
    let onHeard = () => {};
    bus.publisher.subscribe((batch) => {
      for (const { id } of batch) heard.add(id);
      onHeard();
    });
    const hears = (count: number) =>
      new Promise<void>((resolve) => {
        onHeard = () => heard.size === count && resolve();
        onHeard();
      });
    const errors: unknown[] = [];
    const relay = await startEventRelay({ log, ...bus, onError: (error) => errors.push(error), retryMs: 10 });
    const record = (n: number) => log.announce([log.record('item.created', { n })]);
    record(1);
    await hears(1);
    await server.kill();
    record(2);
    await hears(2);
    await expect(bus.publisher.probe()).rejects.toMatchObject({ code: 'unavailable' });
    expect(errors).not.toHaveLength(0);
    await server.start();
    record(3);
    const isThere = async (): Promise<void> => {
      const last = await Promise.resolve(bus.position.load()).catch(() => null);
      if (last !== 3) return new Promise(setImmediate).then(isThere);
    };
    await isThere();
    await relay.close();
    await bus.close();
  });
});
