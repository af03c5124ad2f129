import { randomUUID } from 'node:crypto';
import type { ServiceEvent } from '@anima/service/events';
import { startEventRelay } from '@anima/service/events';
import { createMemoryEventLog } from '@anima/service/testing';
import { type EngineServer, findNats, ownNats } from '@anima/test-engines';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBusAddress } from './bus-address.js';
import { openNatsPublisher } from './nats-publisher.js';
import { openNats } from './open-nats.js';

describe.skipIf(findNats() === null)(
  'two processes relay one log into JetStream (no nats-server: skipped)',
  () => {
    let server: EngineServer;
    let log: ReturnType<typeof createMemoryEventLog>;
    let name: string;
    let closing: (() => Promise<void>)[];
    beforeEach(async () => {
      server = await ownNats();
      log = createMemoryEventLog();
      name = randomUUID().slice(0, 8);
      closing = [];
    });
    afterEach(async () => {
      for (const close of closing.reverse()) await close();
      await server.kill();
    });

    const happen = (count = 1) =>
      log.announce(Array.from({ length: count }, (): ServiceEvent => log.record('item.created', {})));
    async function untilBack(probe: () => Promise<void>): Promise<void> {
      await probe().catch(() =>
        new Promise((resolve) => setTimeout(resolve, 10)).then(() => untilBack(probe)),
      );
    }
    const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

    const address = () => readBusAddress('BUS', `${server.url}/${name}`, 'anima');

    /** Simulates a process and records its received events and its errors. */
    async function join() {
      const [heard, errors]: [number[], unknown[]] = [[], []];
      let wake = () => {};
      const onError = (error: unknown) => void errors.push(error);
      const bus = await openNatsPublisher({ address: address(), logId: 'one', onError });
      bus.publisher.subscribe((batch) => {
        heard.push(...batch.map(({ id }) => id));
        wake();
      });
      const relay = await startEventRelay({ ...bus, log, onError, retryMs: 20 });
      closing.push(bus.close, relay.close);
      return {
        ...bus.publisher,
        heard,
        errors,
        async until(isSo: () => boolean) {
          while (!isSo()) await new Promise<void>((resolve) => (wake = resolve));
        },
      };
    }

    test('both receive every event once and in order, for any number of concurrent events', async () => {
      const [one, two] = [await join(), await join()];
      for (let n = 0; n < 20; n++) {
        happen(1 + (n % 7) * 13);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const last = await log.latestId();
      for (const each of [one, two]) {
        await each.until(() => each.heard.includes(last));
        expect(each.heard).toEqual(upTo(last));
        expect(each.errors).toEqual([]);
      }
    });

    test('messages of other clients are skipped, also at the end of the stream', async () => {
      const nats = openNats({ address: address(), onError: () => {} });
      closing.push(nats.close);
      const one = await join();
      happen(2);
      await one.until(() => one.heard.length === 2);
      const connection = await nats.connected();
      const event = { id: 7, type: 'item.created', time: new Date().toISOString(), data: {} };
      const junk: [string, string][] = [
        ['junk', 'no JSON'],
        ['junk', ''],
        ['item.created', '{"id":1e300}'],
        ...[
          { id: '7' },
          { id: -1 },
          { id: 2 ** 60 },
          { type: 'other.type' },
          { time: 'never' },
          { data: null },
        ].map((wrong): [string, string] => ['item.created', JSON.stringify({ ...event, ...wrong })]),
      ];
      for (const [subject, text] of junk) connection.publish(`${name}.${subject}`, text);
      await connection.flush();
      const two = await join();
      happen(3);
      await Promise.all([one.until(() => one.heard.length === 5), two.until(() => two.heard.length === 3)]);
      expect([one.heard, two.heard]).toEqual([upTo(5), upTo(5, 3)]);
      expect(one.errors.map(String).filter((line) => line.includes('is no event'))).toHaveLength(junk.length);
      await one.probe();
    });

    test('the probe fails if the bus rejects events', async () => {
      const one = await join();
      happen();
      await one.until(() => one.heard.length === 1);
      const nats = openNats({ address: address(), onError: () => {} });
      closing.push(nats.close);
      const manager = await jetstreamManager(await nats.connected());
      await manager.streams.update(name, { sealed: true } as never);
      happen();
      while (one.errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await expect(one.probe()).rejects.toThrow(/./);
    });

    test('events of an outage are published once when the server is back', async () => {
      const [one, two] = [await join(), await join()];
      happen(3);
      await one.until(() => one.heard.length === 3);
      await two.until(() => two.heard.length === 3);
      await server.kill();
      happen(250);
      await expect(one.probe()).rejects.toThrow();
      await server.start();
      happen(2);
      for (const each of [one, two]) {
        await each.until(() => each.heard.includes(255));
        expect(each.heard).toEqual(upTo(255));
      }
      // The other process may have published everything; then this one succeeds with its next attempt.
      await untilBack(one.probe);
    });

    test('a server that hangs for a while loses and repeats no events', async () => {
      const [one, two] = [await join(), await join()];
      happen(3);
      await one.until(() => one.heard.length === 3);
      server.freeze();
      happen(5);
      await expect(one.probe()).rejects.toThrow();
      server.thaw();
      happen(2);
      for (const each of [one, two]) {
        await each.until(() => each.heard.includes(10));
        expect(each.heard).toEqual(upTo(10));
      }
    });

    test('a server that starts after the service receives the earlier events', async () => {
      await server.kill();
      const one = await join();
      happen(4);
      await server.start();
      await untilBack(one.probe);
      const two = await join();
      happen(1);
      await two.until(() => two.heard.includes(5));
      await one.until(() => one.heard.includes(5));
      expect(one.heard).toEqual(upTo(5, one.heard[0]));
    });

    test('a removed stream is created again with all events of the log', async () => {
      const one = await join();
      happen(3);
      await one.until(() => one.heard.length === 3);
      const nats = openNats({ address: address(), onError: () => {} });
      closing.push(nats.close);
      const manager = await jetstreamManager(await nats.connected());
      await manager.streams.delete(name);
      happen(2);
      await one.until(() => one.heard.filter((id) => id === 5).length > 0);
      expect(one.heard.slice(-5)).toEqual(upTo(5));
    });

    test('a stream accepts the events of only one log', async () => {
      await join();
      const other = await openNatsPublisher({ address: address(), logId: 'two', onError: () => {} });
      closing.push(other.close);
      await expect(other.publisher.probe()).rejects.toThrow(
        'the events of two, received "Anima: events of one"',
      );
    });
  },
);
