import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { AudioStreams } from './audio-writer.js';
import type { SpeechPart, VoiceDescription } from './speech-engine.js';
import { createSpeechStreams, type StreamReader } from './speech-streams.js';
import { createStreamPlaces, tooManyStreams } from './stream-slots.js';

const request = { text: 'Hello.', voice: 'ada', speed: 1, seed: 0, lexicon: {} };
const part: SpeechPart = {
  samples: new Float32Array(4),
  words: [],
  phonemes: [],
  visemes: [],
  charEnd: 6,
  pauseAfter: 0,
};

/** An engine that speaks `sentences` and may fail after them, with the number of open runs. */
function fakes(sentences: number, failure?: Error) {
  const state = { running: 0, broken: [] as unknown[] };
  const engine = {
    voices: [{ name: 'ada', sampleRate: 24_000 } as VoiceDescription],
    async *speak() {
      state.running++;
      try {
        for (let i = 0; i < sentences; i++) yield part;
        if (failure !== undefined) throw failure;
      } finally {
        state.running--;
      }
    },
  };
  const encoders: AudioStreams = {
    async open(format) {
      if (format === 'flac') throw new Error('no encoder');
      const output = new PassThrough();
      output.on('error', () => {});
      return {
        output,
        async write(samples) {
          if (output.destroyed) throw new Error('gone');
          if (output.write(Buffer.from(samples.buffer))) return;
          await new Promise((resolve) => output.once('drain', resolve).once('close', resolve));
        },
        end: () => void output.end(),
        destroy: (error) => void output.destroy(error),
      };
    },
  };
  const onBroken = (error: unknown) => state.broken.push(error);
  const places = createStreamPlaces({ most: () => 4, refusal: tooManyStreams });
  return { state, streams: createSpeechStreams({ engine, encoders, places, onBroken }) };
}
function reader(fields: Partial<StreamReader> = {}): StreamReader & { leave(): void } {
  const controller = new AbortController();
  const leave = () => controller.abort(new Error('left'));
  return { format: 'pcm', hasTicket: false, signal: controller.signal, leave, ...fields };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('gives all sentences and is over', async () => {
  const { state, streams } = fakes(3);
  expect((await buffer(await streams.open(request, reader()))).length).toBe(3 * 16);
  await settled();
  expect(state).toEqual({ running: 0, broken: [] });
});

it('speaks no more for a reader who has gone, in the first sentence, in the middle or before the encoder', async () => {
  const { state, streams } = fakes(Infinity);
  const one = reader();
  const output = await streams.open(request, one);
  one.leave();
  expect(output.destroyed).toBe(true);
  const early = reader();
  early.leave();
  expect((await streams.open(request, early)).destroyed).toBe(true);
  await expect(streams.open(request, reader({ format: 'flac' }))).rejects.toThrow('no encoder');
  await settled();
  expect(state).toEqual({ running: 0, broken: [] });
});

it('rejects with a failure of the first sentence, of the voice or the encoder, and releases its slot', async () => {
  const { state, streams } = fakes(0, new Error('crashed'));
  for (let i = 0; i < 5; i++) await expect(streams.open(request, reader())).rejects.toThrow('crashed');
  expect(state).toEqual({ running: 0, broken: [] });
  const failing = createSpeechStreams({
    engine: {
      voices: [{ name: 'ada', sampleRate: 24_000 } as VoiceDescription],
      async *speak() {
        await settled();
        yield part;
      },
    },
    encoders: {
      async open() {
        const output = new PassThrough();
        output.on('error', () => {});
        output.destroy(new Error('encoder died'));
        return {
          output,
          write: async () => {},
          end: () => {},
          destroy: (error) => void output.destroy(error),
        };
      },
    },
    places: createStreamPlaces({ most: () => 1, refusal: tooManyStreams }),
    onBroken: () => {},
  });
  await expect(failing.open(request, reader())).rejects.toThrow('encoder died');
  await expect(failing.open(request, reader())).rejects.toThrow('encoder died');
});

it('fails and reports it if the voice fails in the middle', async () => {
  const { state, streams } = fakes(2, new Error('crashed'));
  await expect(buffer(await streams.open(request, reader()))).rejects.toThrow('crashed');
  expect(state).toMatchObject({ running: 0, broken: [new Error('crashed')] });
});

it('is refused beyond the most there may be, of which tickets have half', async () => {
  const { streams } = fakes(Infinity);
  const busy = { code: 'too_many_requests', headers: { 'retry-after': '5' } };
  const tickets = [reader({ hasTicket: true }), reader({ hasTicket: true })];
  for (const ticket of tickets) await streams.open(request, ticket);
  await expect(streams.open(request, reader({ hasTicket: true }))).rejects.toMatchObject(busy);
  const own = [reader(), reader()];
  for (const one of own) await streams.open(request, one);
  await expect(streams.open(request, reader())).rejects.toMatchObject(busy);
  tickets[0]!.leave();
  await settled();
  await streams.open(request, reader({ hasTicket: true }));
  own[0]!.leave();
  await settled();
  // A refusal, and a stream that did not come about, hold no place.
  await expect(streams.open(request, reader({ format: 'flac' }))).rejects.toThrow('no encoder');
  await streams.open(request, reader());
});
