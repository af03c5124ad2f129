import { type BuiltService, startBuilt } from '@anima/service/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket as NodeWebSocket, WebSocketServer } from 'ws';
import type { LiveEvent, LiveEvents } from './live-events.js';
import { type LiveConnection, openLive } from './open-live.js';

const WebSocket = NodeWebSocket as unknown as typeof globalThis.WebSocket;
let service: BuiltService;
let guarded: BuiltService;
beforeAll(async () => {
  [service, guarded] = await Promise.all([
    startBuilt('avatar'),
    startBuilt('avatar', { AVATAR_SERVICE_TOKEN: 'top' }),
  ]);
});
afterAll(() => Promise.all([service?.close(), guarded?.close()]));

const opened: LiveConnection[] = [];
async function open(options: Partial<Parameters<typeof openLive>[0]> = {}): Promise<LiveConnection> {
  const live = await openLive({ server: service.url, WebSocket, ...options });
  opened.push(live);
  return live;
}
const closing = (live: LiveConnection) => new Promise((resolve) => live.on('closed', resolve));
afterEach(async () => {
  for (const live of opened.splice(0)) live.close();
});
const LONG = 'One sentence after the other is spoken here, as long as nobody minds. '.repeat(20);

describe('a live session', () => {
  it('speaks text in pieces: audio, motion and words of the same utterance', async () => {
    const live = await open({ voice: 'heart', sampleRate: 16_000, fps: 25 });
    expect(live.session).toMatchObject({
      ...{ voice: 'heart', sampleRate: 16_000, motion: { fps: 25 } },
      face: { name: expect.any(String), format: expect.any(String) },
    });
    const events: LiveEvent[] = [];
    const taking = (async () => {
      for await (const event of live) {
        events.push(event);
        if (event.type === 'done') break;
      }
    })();
    for (const piece of ['Hel', 'lo the', 're, fri', 'end.']) live.text('a', piece);
    live.end('a');
    await taking;
    const of = <Type extends LiveEvent['type']>(type: Type) =>
      events.flatMap((event) => (event.type === type ? [event.detail as LiveEvents[Type]] : []));
    const samples = of('sound').reduce((sum, { samples }) => sum + samples.length, 0);
    const values = of('motion').reduce((sum, { values }) => sum + values.length, 0);
    expect(of('done')).toEqual([
      { utterance: 'a', samples, frames: values / 58, duration: samples / 16_000, characters: 20 },
    ]);
    expect(of('words').flatMap(({ words }) => words.map(({ word }) => word))).toEqual([
      ...['Hello', 'there', 'friend'],
    ]);
    expect(events[0]).toMatchObject({ type: 'started', detail: { utterance: 'a', number: 1 } });
  });

  it('passes on nothing that is older than an interruption', async () => {
    const live = await open();
    live.text('long', LONG);
    await new Promise((resolve) => live.on('sound', resolve));
    const after: string[] = [];
    for (const type of ['sound', 'motion', 'words', 'done', 'started'] as const)
      live.on(type, ({ utterance }) => after.push(utterance));
    const interrupting = live.interrupt(1.2, 'long');
    live.text('next', 'Good.');
    live.end('next');
    const done = new Promise((resolve) => live.on('done', resolve));
    expect(await interrupting).toMatchObject({ utterance: 'long', generation: 1 });
    await done;
    expect(new Set(after)).toEqual(new Set(['next']));
  });

  it('changes its settings between utterances, and reports rejected changes', async () => {
    const live = await open();
    expect(await live.update({ shapes: 'visemes' })).toMatchObject({ voice: live.session.voice });
    expect(live.session.motion.shapes).toHaveLength(15);
    await expect(live.update({ voice: 'nobody' })).rejects.toMatchObject({ code: 'voice_not_found' });
    expect(live.session.motion.shapes).toHaveLength(15);
  });

  it.each<[string, () => Partial<Parameters<typeof openLive>[0]>, object]>([
    ['a voice that is not there', () => ({ voice: 'nobody' }), { code: 'voice_not_found' }],
    ['no ticket', () => ({ server: guarded.url }), { code: 'unauthorized' }],
    ['a wrong ticket', () => ({ server: guarded.url, ticket: 'wrong' }), { code: 'unauthorized' }],
    ['nothing there', () => ({ server: 'http://127.0.0.1:1' }), { code: 'unreachable' }],
    ['no address', () => ({ server: 'here' }), { name: 'TypeError' }],
    ['a signal that has ended it', () => ({ signal: AbortSignal.abort() }), { code: 'aborted' }],
  ])('says why it does not begin: %s', async (_, options, error) => {
    await expect(open(options())).rejects.toMatchObject(error);
  });

  it('reports a missing WebSocket, as in Node.js before 22', async () => {
    vi.stubGlobal('WebSocket', undefined);
    try {
      await expect(open({ WebSocket: undefined as never })).rejects.toMatchObject({ name: 'TypeError' });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('reports why it is rejected, and why it ends', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => open()));
    await expect(open()).rejects.toMatchObject({ code: 'too_many_sessions' });
    const [first, second] = sessions;
    const ended = [first!, second!].map(closing);
    first!.close();
    expect(await ended[0]).toMatchObject({ reason: 'closed' });
    await service.restart();
    expect(await ended[1]).toMatchObject({ reason: 'connection_lost' });
    await expect(second!.interrupt()).rejects.toMatchObject({ code: 'closed' });
  });

  it('survives messages that do not match the contract', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    const session = {
      ...{ type: 'session', session_id: 's', voice: 'v', face: null, generation: 0 },
      ...{ audio: { sample_rate: 24_000 }, motion: { fps: 30, shapes: ['jawOpen'] } },
    };
    server.on('connection', (socket) => {
      socket.send(JSON.stringify(session));
      socket.once('message', () => {
        for (const odd of ['{', '{"type":"words"}', Buffer.from([1, 2, 3]), Buffer.alloc(18, 1)])
          socket.send(odd);
        socket.send('{"type":"of the future"}');
        socket.close(1001, 'stopping');
      });
    });
    const { port } = server.address() as { port: number };
    const live = await open({ server: `http://127.0.0.1:${port}` });
    const codes: string[] = [];
    live.on('error', ({ code }) => codes.push(code));
    live.text('a', 'x');
    expect(await closing(live)).toMatchObject({ reason: 'stopping' });
    expect(codes).toEqual(Array(4).fill('message_invalid'));
    await new Promise((resolve) => server.close(resolve));
  });
});
