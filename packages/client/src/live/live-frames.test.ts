import { describe, expect, it } from 'vitest';
import { readBinaryFrame } from './binary-frame.js';
import { closeReason } from './close-reason.js';
import { LiveError } from './live-error.js';
import { socketAddress, updateMessage } from './live-options.js';
import { readServerMessage } from './server-message.js';

function frame(kind: number, bytes: number, first = 7n): ArrayBuffer {
  const data = new ArrayBuffer(16 + bytes);
  const view = new DataView(data);
  view.setUint8(0, kind);
  view.setUint8(1, 1);
  view.setUint16(2, 513, true);
  view.setUint32(4, 3, true);
  view.setBigUint64(8, first, true);
  for (let at = 16; at + 1 < data.byteLength; at += 2) view.setInt16(at, at - 16, true);
  return data;
}

describe('a binary message', () => {
  it('is sound, or frames of motion', () => {
    expect(readBinaryFrame(frame(1, 6), 58)).toEqual({
      ...{ kind: 'sound', last: true, number: 513, generation: 3, first: 7 },
      values: Int16Array.of(0, 2, 4),
    });
    const { kind, values } = readBinaryFrame(frame(2, 16), 2);
    expect([kind, values.length]).toEqual(['motion', 4]);
    expect(readBinaryFrame(frame(2, 0), 0).values).toHaveLength(0);
  });

  it.each<[string, ArrayBuffer, number]>([
    ['is too short', new ArrayBuffer(15), 2],
    ['is of no kind', frame(3, 4), 2],
    ['has half a sample', frame(1, 3), 2],
    ['has half a value', frame(2, 6), 2],
    ['has half a frame', frame(2, 12), 2],
    ['has frames where none were asked for', frame(2, 8), 0],
    ['counts beyond what can be counted', frame(1, 2, 2n ** 63n), 2],
  ])('is refused where it %s', (_, data, width) => {
    expect(() => readBinaryFrame(data, width)).toThrow(LiveError);
  });
});

describe('a message of the service', () => {
  const read = (message: unknown) =>
    readServerMessage(typeof message === 'string' ? message : JSON.stringify(message), 'http://here:8765');

  it('is read into what this side speaks of', () => {
    const session = {
      ...{ type: 'session', session_id: 's', voice: 'heart', generation: 2 },
      face: { name: 'ada', model_url: '/catalog/faces/ada/model', format: 'glb' },
      ...{ audio: { sample_rate: 24_000, format: 'pcm16' }, motion: { fps: 30, shapes: ['jawOpen'] } },
    };
    expect(read(session)).toEqual({
      type: 'session',
      session: {
        ...{ id: 's', voice: 'heart', generation: 2, sampleRate: 24_000 },
        face: { name: 'ada', format: 'glb', modelUrl: 'http://here:8765/catalog/faces/ada/model' },
        ...{ motion: { fps: 30, shapes: ['jawOpen'] }, expression: { name: 'neutral', strength: 1 } },
      },
    });
    const expression = { name: 'sad', strength: 0.5 };
    expect(read({ ...session, expression })).toMatchObject({ session: { expression } });
    expect(read({ ...session, face: null })).toMatchObject({ session: { face: null } });
    expect(
      read({ type: 'error', code: 'voice_not_found', title: 't', detail: 'd', fatal: false }),
    ).toMatchObject({ error: { code: 'voice_not_found', message: 'd', utterance: null, fatal: false } });
    expect(read({ type: 'of the future' })).toBeNull();
  });

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['no object', '7'],
    ['of no type', {}],
    ['a number as text', { type: 'utterance.started', utterance: 'a', number: '1', generation: 0 }],
    ['no list of words', { type: 'words', utterance: 'a', words: 'none' }],
    ['a word of nothing', { type: 'words', utterance: 'a', words: [null] }],
    [
      'a face of no format',
      { type: 'session', session_id: 's', voice: 'v', face: { name: 'a', format: 'exe' } },
    ],
  ])('is refused where it is %s', (_, message) => {
    expect(() => read(message)).toThrow(LiveError);
  });
});

it('a session message has only the given fields', () => {
  expect(updateMessage({})).toBeNull();
  expect(updateMessage({ voice: 'heart', sampleRate: 16_000, shapes: 'visemes', leadMs: 500 })).toEqual({
    ...{ type: 'session.update', voice: 'heart', lead_ms: 500 },
    ...{ audio: { sample_rate: 16_000 }, motion: { shapes: 'visemes' } },
  });
  const at = (server: string, ticket?: string) =>
    socketAddress({ server, ...(ticket === undefined ? {} : { ticket }) }).href;
  expect(at('http://127.0.0.1:8765')).toBe('ws://127.0.0.1:8765/live');
  expect(at('https://a.example/below/?x#y', 't/1')).toBe('wss://a.example/below/live?ticket=t%2F1');
  for (const server of ['', 'nowhere', 'ftp://a']) expect(() => at(server)).toThrow(TypeError);
});

it.each([
  [1013, 'too_many_sessions', 'too_many_sessions'],
  [1008, 'too_slow', 'too_slow'],
  [1001, 'stopping', 'stopping'],
  [1009, '', 'payload_too_large'],
  [1006, '', 'connection_lost'],
])('a socket that is closed with %i %s ended of %s', (code, reason, expected) => {
  const closed = closeReason({ code, reason }, { fatal: null, closedHere: false });
  expect(closed).toMatchObject({ code, reason: expected, detail: expect.stringMatching(/\w+ \w+/) });
  expect(closeReason({ code, reason }, { fatal: null, closedHere: true }).reason).toBe('closed');
});
