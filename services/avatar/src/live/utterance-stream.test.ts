import { AppError } from '@anima/service/errors';
import { describe, expect, it } from 'vitest';
import type { SpeechEngine } from '../speech/speech-engine.js';
import { createMemoryEngine } from '../testing/engines/memory-engine.js';
import type { LiveShapes } from './live-motion.js';
import { liveStages } from './live-stages.js';
import { CHUNK_SECONDS, createSpeechFlow, type SpeechChunk } from './utterance-stream.js';

const TEXT =
  'The price is $12.50, which Dr. Smith paid on May 5, 1990, although nobody had asked him to. Did he? ' +
  'Yes, and the shop was closed at 3.30 p.m. by then.\n\nNobody knows why.';

function flowOf({
  shapes = 'arkit' as LiveShapes,
  fps = 30,
  sampleRate = 24_000,
  engine = createMemoryEngine() as Pick<SpeechEngine, 'voices' | 'speak' | 'check'>,
} = {}) {
  const controller = new AbortController();
  const refused: AppError[] = [];
  const { openCutter, openRate, openMotion } = liveStages;
  const flow = createSpeechFlow({
    ...{ engine, openCutter, openRate, sampleRate },
    motion: openMotion(shapes, fps),
    manner: { voice: 'beep-low', speed: 1, lexicon: {} },
    signal: controller.signal,
    onRefused: (error) => refused.push(error),
  });
  return { flow, refused, stop: (reason: Error) => controller.abort(reason) };
}

async function all(stretches: AsyncIterable<SpeechChunk>): Promise<SpeechChunk[]> {
  const given: SpeechChunk[] = [];
  for await (const stretch of stretches) given.push(stretch);
  return given;
}

function joined(stretches: readonly SpeechChunk[]) {
  const words = stretches.flatMap((stretch) => [...stretch.words]);
  const samples = stretches.reduce((sum, stretch) => sum + stretch.samples.length, 0);
  const frames = stretches.reduce((sum, stretch) => sum + stretch.frames, 0);
  return { words, samples, frames };
}

describe('speech that flows', () => {
  it.each([1, 3, 5, 1_000])(
    'says the same words in pieces of %i characters, each at its place',
    async (size) => {
      const { flow } = flowOf();
      for (let at = 0; at < TEXT.length; at += size) flow.push(TEXT.slice(at, at + size));
      flow.end();
      const { words, samples } = joined(await all(flow.stretches()));
      expect(words.map(({ word }) => word)).toEqual(TEXT.match(/[\p{L}\p{N}]+/gu));
      for (const { word, charStart, charEnd } of words) expect(TEXT.slice(charStart, charEnd)).toBe(word);
      for (const [i, { start, end }] of words.entries()) {
        expect(end).toBeGreaterThan(start);
        expect(start).toBeGreaterThanOrEqual(words[i - 1]?.end ?? 0);
      }
      expect(words.at(-1)!.end).toBeLessThanOrEqual(samples / 24_000 + 1e-6);
      expect(flow.heardBy(words[3]!.end)).toEqual({
        text: TEXT.slice(0, words[3]!.charEnd),
        charEnd: words[3]!.charEnd,
      });
      expect(flow.heardBy(0)).toEqual({ text: '', charEnd: 0 });
    },
  );

  it.each([
    ['arkit', 16_000, 25, 58],
    ['arkit', 24_000, 30, 58],
    ['visemes', 48_000, 60, 15],
    ['none', 48_000, 30, 0],
  ] as const)(
    'gives %s at %i Hz and %i frames a second over the same time',
    async (shapes, sampleRate, fps, width) => {
      const { flow } = flowOf({ shapes, fps, sampleRate });
      const given: SpeechChunk[] = [];
      flow.push('Bob made a map. And then');
      const stretches = flow.stretches();
      // Clause by clause: each is given to its end before the next is known.
      for (const piece of [' he, as it happens, slept', ' for a long, long time.', ' Mum']) {
        given.push((await stretches.next()).value as SpeechChunk);
        flow.push(piece);
      }
      flow.end();
      given.push(...(await all(stretches)));
      const { samples, frames } = joined(given);
      const seconds = samples / sampleRate;
      if (width > 0) expect(Math.abs(frames / fps - seconds)).toBeLessThan(1 / fps);
      let [sample, frame] = [0, 0];
      for (const stretch of given) {
        expect([stretch.firstSample, stretch.firstFrame]).toEqual([sample, frame]);
        expect(stretch.motion.length).toBe(stretch.frames * width);
        expect(stretch.samples.length).toBeLessThanOrEqual(CHUNK_SECONDS * sampleRate);
        sample += stretch.samples.length;
        frame += stretch.frames;
        // Sound and motion of the same time come together.
        if (width > 0)
          expect(Math.abs(frame / fps - sample / sampleRate)).toBeLessThanOrEqual(1 / fps + 1e-9);
        for (const word of stretch.words) expect(word.start).toBeLessThanOrEqual(sample / sampleRate);
      }
      expect(given.map(({ isLast }) => isLast)).toEqual([...given.slice(1).map(() => false), true]);
      // Sound between pauses fills its words at any rate.
      const { words } = joined(given);
      expect(words.map(({ word }) => word)).toEqual(
        'Bob made a map And then he as it happens slept for a long long time Mum'.split(' '),
      );
    },
  );

  it('synthesises only requested chunks, and stops when it is cancelled', async () => {
    const memory = createMemoryEngine();
    const state = { begun: 0, open: 0 };
    const engine = {
      voices: memory.voices,
      check: memory.check,
      async *speak(...call: Parameters<SpeechEngine['speak']>) {
        state.begun++;
        state.open++;
        try {
          yield* memory.speak(...call);
        } finally {
          state.open--;
        }
      },
    };
    const { flow } = flowOf({ engine });
    flow.push('This is one sentence of many words. '.repeat(500));
    expect(state.begun).toBe(0);
    const stretches = flow.stretches();
    await stretches.next();
    await stretches.next();
    expect(state.begun).toBeLessThan(4);
    await stretches.return();
    expect(state.open).toBe(0);
  });

  it('ends at once where it waits for text', async () => {
    const { flow, stop } = flowOf();
    flow.push('One');
    const next = flow.stretches().next();
    stop(new Error('interrupted'));
    await expect(next).rejects.toThrow('interrupted');
  });

  it('speaks the text so far at a flush and continues after it', async () => {
    const { flow } = flowOf();
    const stretches = flow.stretches();
    flow.push('Well then');
    flow.flush();
    const first = (await stretches.next()).value as SpeechChunk;
    expect(first.words.map(({ word }) => word)).toEqual(['Well']);
    flow.push(' let us begin.');
    flow.end();
    const { words } = joined([first, ...(await all(stretches))]);
    expect(words.map(({ word, charStart }) => [word, charStart])).toEqual([
      ['Well', 0],
      ['then', 5],
      ['let', 10],
      ['us', 14],
      ['begin', 17],
    ]);
  });

  it('keeps a separate pause and speaks after it', async () => {
    const seconds = async (...pieces: readonly string[]) => {
      const { flow } = flowOf();
      for (const piece of pieces) {
        flow.push(piece);
        flow.flush();
      }
      flow.end();
      const { words, samples } = joined(await all(flow.stretches()));
      return { last: words.at(-1)!, seconds: samples / 24_000 };
    };
    const plain = await seconds('Well then. ', 'And so on.');
    const paused = await seconds('Well then. ', '[pause 1s]', ' [pause 500ms] ', 'And so on.');
    expect(paused.last.start - plain.last.start).toBeCloseTo(1.5, 3);
    expect(paused.last.charStart - plain.last.charStart).toBe('[pause 1s] [pause 500ms] '.length);
    const ended = await seconds('Well then. ', 'And so on.', ' [pause 2s]');
    expect(ended.seconds - plain.seconds).toBeCloseTo(2, 3);
  });

  it('omits unspeakable text with a report; fails if the voice fails', async () => {
    const memory = createMemoryEngine();
    const engine = {
      voices: memory.voices,
      check: memory.check,
      async *speak(...call: Parameters<SpeechEngine['speak']>) {
        const { text } = call[0];
        if (text.includes('Odd')) throw new AppError('text_not_speakable', 'odd');
        if (text.includes('Broken')) throw new AppError('engine_crashed', 'broken');
        yield* memory.speak(...call);
      },
    };
    const { flow, refused } = flowOf({ engine });
    flow.push('One sentence. Odd ones are left out. Two more.');
    flow.end();
    expect(joined(await all(flow.stretches())).words.map(({ word }) => word)).toEqual([
      'One',
      'sentence',
      'Two',
      'more',
    ]);
    expect(refused).toMatchObject([{ code: 'text_not_speakable' }]);
    expect(flow.notes()).toEqual(['odd']);
    const broken = flowOf({ engine });
    broken.flow.push('Broken.');
    broken.flow.end();
    await expect(all(broken.flow.stretches())).rejects.toMatchObject({ code: 'engine_crashed' });
  });

  it('speaks the words around an invalid tag and notes what it omits', async () => {
    const { flow, refused } = flowOf();
    const text = 'Wait for it. [pau|se 70 s] Now we | go 世界 on. [pau|se for effect] And then we stop.';
    for (const piece of text.split('|')) flow.push(piece);
    flow.end();
    const { words } = joined(await all(flow.stretches()));
    const spoken = words.map(({ word }) => word).join(' ');
    expect(spoken).toMatch(/^Wait for it .*Now we go .*on .*And then we stop$/);
    expect(refused).toEqual([]);
    expect(flow.notes()).toEqual([
      expect.stringMatching(/Han "世界"/),
      expect.stringMatching(/70 s is spoken as 60 s/),
    ]);
  });

  it('is over at once where there is nothing to say', async () => {
    const { flow } = flowOf();
    flow.end();
    expect(await all(flow.stretches())).toMatchObject([{ frames: 0, isLast: true, words: [] }]);
  });
});
