import { join } from 'node:path';
import { openModel } from '@anima/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoudnessMeter } from '../audio/loudness.js';
import { truePeak } from '../audio/true-peak.js';
import { HOW_TO_FETCH, hasTestVoice, TEST_VOICES } from '../testing/test-voices.js';
import type { SpokenSentence } from '../text/spoken-text.js';
import { openKokoroModel } from './kokoro-voice.js';
import { openPiperVoice } from './piper-voice.js';
import type { SpeakingVoice } from './speak-text.js';
import type { SpokenSound } from './speech-times.js';

function sentence(phonemes: string): SpokenSentence {
  const spans = [...phonemes.matchAll(/[^ .,]+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const words = spans.map((_, i) => ({ text: `word ${i}`, charStart: i, charEnd: i + 1 }));
  return { charStart: 0, charEnd: words.length, words, phonemes, spans, pauseMs: 0 };
}
const RIVER = sentence('wi kʊd hˈɪɹ ðə ɹˈɪvəɹ lˈɔŋ bəfˈɔɹ wi sˈɔ ɪt, θɹu ðə tɹˈiz.');

const seconds = ({ samples, sampleRate }: SpokenSound): number => samples.length / sampleRate;
const decibels = ({ samples, sampleRate }: SpokenSound, start: number, end: number): number => {
  const part = samples.subarray(Math.round(start * sampleRate), Math.round(end * sampleRate));
  return 10 * Math.log10(part.reduce((sum, x) => sum + x * x, 0) / part.length);
};
const bytes = ({ samples }: SpokenSound): Buffer => Buffer.from(samples.buffer);

function expectTimes(sound: SpokenSound): void {
  expect(sound.words).toHaveLength(RIVER.words.length);
  for (const ranges of [sound.words, sound.phonemes]) {
    const moments = ranges.flatMap(({ start, end }) => [start, end]);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(moments[0]).toBeGreaterThanOrEqual(0);
    expect(moments.at(-1)).toBeLessThanOrEqual(seconds(sound));
  }
  // Piper has one sign for the end of "river".
  expect(sound.phonemes.map(({ phoneme }) => phoneme).join('')).toMatch(
    /^wikʊdhɪɹðəɹɪvəɹ?lɔŋbəfɔɹwisɔɪtθɹuðətɹiz$/,
  );
  const stressed = sound.phonemes.filter(({ stress }) => stress === 1);
  expect(stressed.map(({ phoneme }) => phoneme).join('')).toBe('ɪɪɔɔɔi');
  for (const { start, end } of sound.words) {
    expect(end - start).toBeGreaterThan(0.04);
    expect(end - start).toBeLessThan(1.2);
    expect(decibels(sound, start, end)).toBeGreaterThan(-40);
  }
  // The silence around the speech was removed.
  expect(sound.words[0]!.start).toBeLessThan(0.1);
  expect(seconds(sound) - sound.words.at(-1)!.end).toBeLessThan(0.2);
}

const families: [string, number, string, () => Promise<{ voice: SpeakingVoice; close(): Promise<void> }>][] =
  [
    [
      'Kokoro',
      24_000,
      'kokoro/kokoro-82m-int8.onnx',
      async () => {
        const { dir } = await openModel('hibari-heart');
        const model = await openKokoroModel(join(TEST_VOICES, 'kokoro/kokoro-82m-int8.onnx'), dir);
        const voice = await model.openVoice(join(TEST_VOICES, 'kokoro/voices/af_heart.bin'));
        return { voice, close: () => model.close() };
      },
    ],
    [
      'Piper',
      22_050,
      'piper/en_US-joe-medium.onnx',
      async () => {
        const voice = await openPiperVoice(join(TEST_VOICES, 'piper/en_US-joe-medium.onnx'));
        return { voice, close: () => voice.close() };
      },
    ],
  ];

describe.each(families)('%s', (_, sampleRate, file, open) => {
  describe.skipIf(!hasTestVoice(file))(hasTestVoice(file) ? 'with its weights' : HOW_TO_FETCH, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let normal: SpokenSound;
    beforeAll(async () => {
      opened = await open();
      normal = await opened.voice.speak(RIVER, { seed: 7 });
    });
    afterAll(() => opened?.close());

    it('speaks each word in its time, and is silent in pauses', () => {
      expect(normal.sampleRate).toBe(sampleRate);
      expect(seconds(normal)).toBeGreaterThan(1.5);
      expect(seconds(normal)).toBeLessThan(4.5);
      expectTimes(normal);
      const [before, behind] = [normal.words[9]!, normal.words[10]!];
      expect(behind.start - before.end).toBeGreaterThan(0.05);
      expect(decibels(normal, before.end + 0.02, behind.start - 0.02)).toBeLessThan(-35);
    });

    it('has -16 LUFS and no peak above -1 dB', () => {
      const meter = createLoudnessMeter(sampleRate);
      meter.push(normal.samples);
      expect(meter.integrated()).toBeGreaterThan(-19);
      expect(meter.integrated()).toBeLessThan(-13.5);
      expect(truePeak(normal.samples)).toBeLessThanOrEqual(10 ** (-1 / 20));
    });

    it('gives the same bytes for the same seed', async () => {
      const again = await opened.voice.speak(RIVER, { seed: 7 });
      expect(bytes(again).equals(bytes(normal))).toBe(true);
      expect({ ...again, samples: [] }).toEqual({ ...normal, samples: [] });
    });

    it.each([0.6, 1.6])('speaks the same words at speed %f', async (speed) => {
      const sound = await opened.voice.speak(RIVER, { speed, seed: 7 });
      expectTimes(sound);
      const ratio = seconds(normal) / seconds(sound) / speed;
      expect(ratio).toBeGreaterThan(0.8);
      expect(ratio).toBeLessThan(1.2);
    });

    it('gives no samples for a sentence without a sound', async () => {
      const sound = await opened.voice.speak(sentence('.'));
      expect(sound.samples).toHaveLength(0);
    });
  });
});
