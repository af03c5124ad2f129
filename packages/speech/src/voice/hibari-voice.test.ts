import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openModel } from '@anima/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoudnessMeter } from '../audio/loudness.js';
import { truePeak } from '../audio/true-peak.js';
import type { SpokenSentence } from '../text/spoken-text.js';
import { writePreparedNetwork } from './acoustic-model.js';
import { type HibariVoice, openHibariVoice } from './hibari-voice.js';
import type { SpokenSound } from './speech-times.js';
import { VOICES } from './voices.js';

/** Makes a sentence whose words are separated by spaces and punctuation. */
function sentence(phonemes: string, pauseMs = 0): SpokenSentence {
  const spans = [...phonemes.matchAll(/[^ .,?!]+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const words = spans.map((_, i) => ({ text: `word ${i}`, charStart: i, charEnd: i + 1 }));
  return { charStart: 0, charEnd: words.length, words, phonemes, spans, pauseMs };
}

const RIVER = sentence('wi kʊd hˈɪɹ ðə ɹˈɪvəɹ lˈɔŋ bəfˈɔɹ wi sˈɔ ɪt, θɹu ðə tɹˈiz.');
const CLOCK = sentence('nˈObˌɑdi ɪkspˈɛktᵻd ði ˈOld klˈɑk.');

let voice: HibariVoice;
beforeAll(async () => {
  voice = await openHibariVoice((await openModel('hibari-heart')).dir);
});
afterAll(() => voice.close());

const seconds = ({ samples, sampleRate }: SpokenSound): number => samples.length / sampleRate;
const part = ({ samples, sampleRate }: SpokenSound, start: number, end: number): Float32Array =>
  samples.subarray(Math.round(start * sampleRate), Math.round(end * sampleRate));
const decibels = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);

const sameBytes = (a: SpokenSound, b: SpokenSound): boolean =>
  Buffer.from(a.samples.buffer).equals(Buffer.from(b.samples.buffer));

/** Returns the frequency in Hz of the strongest autocorrelation between 60 and 400 Hz. */
function pitchOf(samples: Float32Array, sampleRate: number): number {
  let best = 1;
  let most = 0;
  for (let lag = Math.floor(sampleRate / 400); lag <= sampleRate / 60; lag++) {
    let sum = 0;
    for (let n = 0; n + lag < samples.length; n++) sum += samples[n]! * samples[n + lag]!;
    if (sum > most) {
      most = sum;
      best = lag;
    }
  }
  return sampleRate / best;
}

/** Returns the median over the vowels of stressed length. */
function voicePitch(sound: SpokenSound): number {
  const vowels = sound.phonemes.filter(
    ({ phoneme, start, end }) => 'ɪiɔɑOɛ'.includes(phoneme) && end - start > 0.05,
  );
  const pitches = vowels.map(({ start, end }) => pitchOf(part(sound, start, end), sound.sampleRate));
  return pitches.toSorted((a, b) => a - b)[pitches.length >> 1]!;
}

function expectOrderedTimes(sound: SpokenSound, words: number): void {
  expect(sound.words.length).toBe(words);
  for (const ranges of [sound.words, sound.phonemes]) {
    const moments = ranges.flatMap(({ start, end }) => [start, end]);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(moments[0]).toBeGreaterThanOrEqual(0);
    expect(moments.at(-1)).toBeLessThanOrEqual(seconds(sound));
  }
}

describe('speak', () => {
  it.each([
    ['a long sentence', RIVER, 13, 2.5, 4.5],
    ['a short one', CLOCK, 5, 1, 2.5],
  ])(
    'says %s: every word in its time, sound in the words, silence in the pause',
    async (_, given, words, least, most) => {
      const sound = await voice.speak(given);
      expect(sound.sampleRate).toBe(24_000);
      expect(seconds(sound)).toBeGreaterThan(least);
      expect(seconds(sound)).toBeLessThan(most);
      expectOrderedTimes(sound, words);
      for (const { start, end } of sound.words) {
        expect(end - start).toBeGreaterThan(0.04);
        expect(decibels(part(sound, start, end))).toBeGreaterThan(-40);
      }
      // 30 ms before and at most 120 ms after the speech.
      expect(sound.words[0]!.start).toBeLessThan(0.06);
      expect(seconds(sound) - sound.words.at(-1)!.end).toBeLessThan(0.12);
    },
  );

  it('is silent in pauses between words', async () => {
    const sound = await voice.speak(RIVER);
    const [before, behind] = [sound.words[9]!, sound.words[10]!];
    expect(behind.start - before.end).toBeGreaterThan(0.05);
    expect(decibels(part(sound, before.end + 0.02, behind.start - 0.02))).toBeLessThan(-45);
  });

  it('fills each word with its phonemes, without stress marks', async () => {
    const sound = await voice.speak(CLOCK);
    expect(sound.phonemes.map(({ phoneme }) => phoneme).join('')).toBe('nObɑdiɪkspɛktᵻdðiOldklɑk');
    const stressed = sound.phonemes.filter(({ stress }) => stress !== undefined);
    expect(stressed.map(({ phoneme, stress }) => `${phoneme}${stress}`)).toEqual([
      'O1',
      'ɑ2',
      'ɛ1',
      'O1',
      'ɑ1',
    ]);
    CLOCK.words.forEach((_, i) => {
      const { start, end } = sound.words[i]!;
      const inside = sound.phonemes.filter((timed) => timed.start >= start - 1e-9 && timed.end <= end + 1e-9);
      expect(inside[0]!.start).toBeCloseTo(start, 9);
      expect(inside.at(-1)!.end).toBeCloseTo(end, 9);
    });
  });

  it('has -16 LUFS and no peak above -1 dB', async () => {
    const meter = createLoudnessMeter(24_000);
    for (const given of [RIVER, CLOCK]) {
      const { samples } = await voice.speak(given);
      meter.push(samples);
      expect(truePeak(samples)).toBeLessThanOrEqual(10 ** (-1 / 20));
    }
    expect(meter.integrated()).toBeGreaterThan(-17.5);
    expect(meter.integrated()).toBeLessThan(-14.5);
  });

  it('gives the same bytes only for the same seed', async () => {
    const first = await voice.speak(CLOCK, { seed: 5 });
    const again = await voice.speak(CLOCK, { seed: 5 });
    expect(sameBytes(again, first)).toBe(true);
    expect({ ...again, samples: [] }).toEqual({ ...first, samples: [] });
    expect(sameBytes(await voice.speak(CLOCK, { seed: 6 }), first)).toBe(false);
  });

  it('gives bit-identical sound from a prepared network, and ignores a damaged one', async () => {
    const { dir } = await openModel('hibari-heart');
    const folder = mkdtempSync(join(tmpdir(), 'anima-network-'));
    const path = join(folder, 'voice.ort');
    const recognise = async (prepared: string): Promise<SpokenSound> => {
      const other = await openHibariVoice(dir, prepared);
      try {
        return await other.speak(CLOCK, { seed: 3 });
      } finally {
        await other.close();
      }
    };
    try {
      const own = await voice.speak(CLOCK, { seed: 3 });
      await writePreparedNetwork(dir, path);
      expect(sameBytes(await recognise(path), own)).toBe(true);
      truncateSync(path, 100_000);
      expect(sameBytes(await recognise(path), own)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('accepts concurrent calls', async () => {
    const single = [await voice.speak(RIVER), await voice.speak(CLOCK)];
    const together = await Promise.all([voice.speak(RIVER), voice.speak(CLOCK)]);
    expect(together.map((sound, i) => sameBytes(sound, single[i]!))).toEqual([true, true]);
  });

  it.each([0.5, 0.75, 1.3, 2])(
    'says the same words at speed %f in about so much less time',
    async (speed) => {
      const [normal, sound] = [await voice.speak(RIVER), await voice.speak(RIVER, { speed })];
      expectOrderedTimes(sound, 13);
      const ratio = seconds(normal) / seconds(sound);
      expect(ratio / speed).toBeGreaterThan(0.85);
      expect(ratio / speed).toBeLessThan(1.15);
      expect(voicePitch(sound) / voicePitch(normal)).toBeGreaterThan(0.85);
      expect(voicePitch(sound) / voicePitch(normal)).toBeLessThan(1.15);
      for (const { start, end } of sound.words)
        expect(decibels(part(sound, start, end))).toBeGreaterThan(-40);
    },
  );

  it('has voices of different pitch at about the same pace, one of them low', async () => {
    const pitches = new Map<string, number>();
    const normal = await voice.speak(RIVER);
    for (const { name, pace } of VOICES) {
      const sound = await voice.speak(RIVER, { voice: name });
      expectOrderedTimes(sound, 13);
      expect(seconds(sound) / (seconds(normal) / pace)).toBeGreaterThan(0.9);
      expect(seconds(sound) / (seconds(normal) / pace)).toBeLessThan(1.1);
      pitches.set(name, voicePitch(sound));
    }
    const [wren, heart, sage, rowan] = ['wren', 'heart', 'sage', 'rowan'].map((name) => pitches.get(name)!);
    expect(heart).toBeGreaterThan(140);
    expect(heart).toBeLessThan(260);
    expect(wren! / heart!).toBeGreaterThan(1.05);
    expect(sage! / heart!).toBeLessThan(0.93);
    expect(rowan! / heart!).toBeLessThan(0.87);
  });

  it('gives no samples for a sentence without a sound, but times for its words', async () => {
    for (const phonemes of ['', '.', '   ', '💥']) {
      const sound = await voice.speak(sentence(phonemes));
      expect(sound.samples.length).toBe(0);
      expect(sound.words).toEqual(sentence(phonemes).words.map(() => ({ start: 0, end: 0 })));
    }
  });

  it('rejects a sentence that is too long and an unknown voice', async () => {
    await expect(voice.speak(sentence('hə '.repeat(250)))).rejects.toMatchObject({
      code: 'sentence_too_long',
    });
    await expect(voice.speak(CLOCK, { voice: 'nobody' })).rejects.toThrow(
      'Expected one of the voices heart, wren, sage, rowan, received nobody',
    );
  });
});
