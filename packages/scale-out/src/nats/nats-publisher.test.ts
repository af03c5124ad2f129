import { testEventPublisher } from '@anima/service/contracts';
import { findNats, startedNats } from '@anima/test-engines';
import { beforeAll, describe, expect, test } from 'vitest';
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

test.each(['', 'host:4222', 'http://host', 'nats://host/a.b', 'nats://host/a/b'])('rejects %j', (text) => {
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
});
