import { collectingGarbage, type SilentPeer, startSilentPeer } from '@anima/calls/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAvatarClient } from './avatar-client.js';
import { createMemoryClient } from './memory-client.js';

const head = (type: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`;
let silent: SilentPeer;
let json: SilentPeer;
let stream: SilentPeer;
beforeAll(async () => {
  [silent, json, stream] = await Promise.all([
    startSilentPeer(),
    startSilentPeer(head('application/json')),
    startSilentPeer(head('text/event-stream')),
  ]);
});
afterAll(() => Promise.all([silent, json, stream].map((peer) => peer?.close())));

/** Returns a signal that is aborted a moment later, and that no other object references. */
function soon(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('no longer wanted')), 50);
  return controller.signal;
}

describe('a call at a service that says nothing ends with its signal, whatever garbage is collected', () => {
  const calls: [string, () => Promise<unknown>][] = [
    ['its own', () => createMemoryClient({ url: silent.url }).status({ signal: soon() })],
    ['that of a connection', () => createMemoryClient({ url: silent.url, signal: soon() }).status()],
    [
      'its own, of a body that is sent',
      () => createMemoryClient({ url: silent.url }).recall('x', {}, { signal: soon() }),
    ],
    [
      'its own, where nothing is repeated',
      () => createMemoryClient({ url: silent.url, retries: 0 }).status({ signal: soon() }),
    ],
    ['its own, within a response', () => createMemoryClient({ url: json.url }).status({ signal: soon() })],
    [
      'that of a connection, within a file',
      async () => {
        const client = createAvatarClient({ url: stream.url, signal: soon() });
        return (await client.media.audio('a.wav' as never)).text();
      },
    ],
  ];
  it.each(calls)('%s', async (_, call) => {
    await expect(collectingGarbage(call())).rejects.toThrow('no longer wanted');
  });

  it('a time', async () => {
    const call = createMemoryClient({ url: silent.url }).status({ signal: AbortSignal.timeout(50) });
    await expect(collectingGarbage(call)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('a stream of events', async () => {
    const { events } = createMemoryClient({ url: stream.url });
    const following = (async () => {
      for await (const _ of events({ signal: soon() }));
    })();
    await collectingGarbage(following);
  });
});
