import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventsOf } from '../testing/sse.js';
import { isInTwos, startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const TEXT = 'Mum paid $12.50 to Dr. Smith, and he was glad of it. Was he? Of course he was!';

const ask = (body: object, signal?: AbortSignal) =>
  fetch(`${service.url}/tts/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

// biome-ignore lint/suspicious/noExplicitAny: events are looked into here, which is where their shape is asserted
type StreamEvent = { event: string; data: any };
async function eventsFor(body: object): Promise<StreamEvent[]> {
  const response = await ask(body);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const streamEvents: StreamEvent[] = [];
  for await (const each of eventsOf(response.body!)) streamEvents.push(each);
  return streamEvents;
}
const dataOf = (streamEvents: readonly StreamEvent[], name: string) =>
  streamEvents.filter(({ event }) => event === name).map(({ data }) => data);

describe('POST /tts/stream', () => {
  it('sends sound, words and motion of the same time together', async () => {
    const streamEvents = await eventsFor({ text: TEXT, motion: 'arkit', fps: 25, sample_rate: 16_000 });
    expect(streamEvents[0]).toMatchObject({
      event: 'session',
      data: { audio: { sample_rate: 16_000, format: 'pcm16' }, motion: { fps: 25 } },
    });
    expect(streamEvents[0]!.data.motion.shapes).toHaveLength(58);
    const [done] = dataOf(streamEvents, 'done');
    expect(streamEvents.at(-1)!.event).toBe('done');
    let samples = 0;
    let frames = 0;
    for (const { event, data } of streamEvents) {
      if (event === 'motion') {
        expect(data.first_frame).toBe(frames);
        frames += data.frames.length;
        for (const frame of data.frames) expect(frame).toHaveLength(58);
      }
      if (event === 'audio') {
        expect(data.first_sample).toBe(samples);
        samples += Buffer.from(data.data, 'base64').length / 2;
        expect(Math.abs(frames / 25 - samples / 16_000)).toBeLessThanOrEqual(0.04 + 1e-9);
      }
      if (event === 'words')
        for (const { start } of data.words) expect(start).toBeGreaterThanOrEqual(samples / 16_000 - 1e-6);
    }
    expect(done).toEqual({ duration: samples / 16_000, samples, frames, characters: TEXT.length, notes: [] });
    const words = dataOf(streamEvents, 'words').flatMap(({ words: said }) => said);
    expect(words.map(({ word }) => word).join(' ')).toBe(
      'Mum paid twelve dollars fifty cents to Doctor Smith and he was glad of it Was he Of course he was',
    );
    for (const { char_start: start, char_end: end } of words) expect(end).toBeGreaterThan(start);
    expect(TEXT.slice(words[2].char_start, words[2].char_end)).toBe('$12.50');
    expect(words.at(-1).end).toBeLessThanOrEqual(done.duration);
  });

  it('sends only audio by default, or visemes', async () => {
    const plain = await eventsFor({ text: 'Good morning.' });
    expect(dataOf(plain, 'motion')).toEqual([]);
    expect(dataOf(plain, 'session')[0]).toMatchObject({
      audio: { sample_rate: 24_000 },
      motion: { fps: 30, shapes: [] },
    });
    const visemes = await eventsFor({ text: 'Good morning.', motion: 'visemes' });
    expect(dataOf(visemes, 'session')[0].motion.shapes[0]).toBe('sil');
    expect(dataOf(visemes, 'motion')[0].frames[0]).toHaveLength(15);
  });

  it.each([
    [{}, 400, 'validation_failed'],
    [{ text: 'a'.repeat(20_001) }, 400, 'validation_failed'],
    [{ text: 'Hello.', motion: 'lips' }, 400, 'validation_failed'],
    [{ text: 'Hello.', sample_rate: 8_000 }, 400, 'validation_failed'],
    [{ text: 'Hello.', nothing: 1 }, 400, 'validation_failed'],
    [{ text: 'Hello.', voice: 'nobody' }, 422, 'voice_not_found'],
    [{ text: '...' }, 422, 'text_empty'],
    [{ text: 'Привет.' }, 422, 'text_not_speakable'],
  ])('refuses %j with %i', async (body, status, code) => {
    const response = await ask(body);
    expect([response.status, await response.json()]).toMatchObject([status, { code }]);
  });

  it.each(['/tts/stream', '/v1/audio/speech'])('%s holds no place of who leaves at once', async (path) => {
    await service.patch('/settings', { speech_streams: 1 });
    const body = JSON.stringify(
      path === '/tts/stream'
        ? { text: TEXT }
        : { input: TEXT, voice: 'alloy', model: 'tts-1', response_format: 'pcm' },
    );
    const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    for (let i = 0; i < 10; i++)
      await new Promise<void>((resolve, reject) => {
        const socket = connect(Number(new URL(service.url).port), 'localhost');
        socket.once('error', reject).once('close', () => resolve());
        socket.write(`${head}\r\n\r\n${body}`, () => socket.resetAndDestroy());
      });
    await vi.waitFor(async () => expect((await ask({ text: 'Hello.' })).status).toBe(200), {
      timeout: 10_000,
    });
  });

  // Places are counted by each process for itself.
  it.skipIf(isInTwos())('ends its work when the caller leaves, and holds no place then', async () => {
    await service.patch('/settings', { speech_streams: 1 });
    const caller = new AbortController();
    const long = 'One sentence after the other is spoken here. '.repeat(400);
    const { body } = await ask({ text: long, motion: 'arkit', fps: 60 }, caller.signal);
    const streamEvents = eventsOf(body!);
    expect((await streamEvents.next()).value).toMatchObject({ event: 'session' });
    expect((await ask({ text: 'Hello.' })).status).toBe(429);
    caller.abort();
    const readOn = async () => {
      for await (const _ of streamEvents);
    };
    await expect(readOn()).rejects.toThrow();
    await vi.waitFor(async () => expect((await eventsFor({ text: 'Hello.' })).length).toBeGreaterThan(2), {
      timeout: 20_000,
    });
    expect(service.log().filter(({ level }) => level === 50)).toEqual([]);
  });
});
