import type { SpeakingVoice, SpokenSentence } from '@anima/speech';
import { beforeAll, describe, expect, it } from 'vitest';
import { nameOfFile } from '../catalog/catalog-entry.js';
import type { FoundVoices, VoiceFamily, VoicePlaces } from './voice-family.js';

/** "All is ready." as the reader of texts gives it. */
const SENTENCE: SpokenSentence = {
  charStart: 0,
  charEnd: 13,
  words: [
    { text: 'All', charStart: 0, charEnd: 3 },
    { text: 'is', charStart: 4, charEnd: 6 },
    { text: 'ready', charStart: 7, charEnd: 12 },
  ],
  phonemes: 'ˈɔl ɪz ɹˈɛdi.',
  spans: [
    { start: 0, end: 3 },
    { start: 4, end: 6 },
    { start: 7, end: 12 },
  ],
  pauseMs: 0,
};

/** Contract of every `VoiceFamily`; `places` contains voices of it. */
export function testVoiceFamily(
  name: string,
  family: VoiceFamily,
  places: VoicePlaces,
  shippedDir: string,
): void {
  describe(`the family of voices ${name}`, () => {
    let found: FoundVoices;
    beforeAll(async () => {
      found = (await family.find(places))!;
    });
    const first = () => found.voices[0]!;
    // Serialised as for a process.
    const open = () => family.open(JSON.parse(JSON.stringify(found.files)), shippedDir);

    it('is the export of its module', async () => {
      expect(await import(family.module)).toMatchObject({ family: { name: family.name } });
    });

    it('finds voices with unique, valid names', () => {
      const names = found.voices.map(({ name: voice }) => voice);
      expect(names).not.toEqual([]);
      expect(names.map((voice) => nameOfFile(`${voice}.any`))).toEqual(names);
      expect(new Set(names.map((voice) => voice.toLowerCase())).size).toBe(names.length);
    });

    describe('a voice', () => {
      let voice: SpeakingVoice;
      beforeAll(async () => {
        voice = await open()(first().name);
      });

      it('speaks at the rate that it is said to have, in finite samples that are not silent', async () => {
        const { samples, sampleRate } = await voice.speak(SENTENCE);
        expect([voice.sampleRate, sampleRate]).toEqual([first().sampleRate, first().sampleRate]);
        expect(samples.every(Number.isFinite)).toBe(true);
        const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        expect(loudest).toBeGreaterThan(0.01);
        expect(loudest).toBeLessThanOrEqual(1);
      });

      it('returns the times of each word and its phonemes, in order', async () => {
        const { samples, sampleRate, words, phonemes } = await voice.speak(SENTENCE);
        expect(words).toHaveLength(SENTENCE.words.length);
        for (const times of [words, phonemes]) {
          let before = 0;
          for (const { start, end } of times) {
            expect(start).toBeGreaterThanOrEqual(before - 1e-9);
            expect(end).toBeGreaterThan(start);
            before = end;
          }
          expect(before).toBeLessThanOrEqual(samples.length / sampleRate + 1e-9);
        }
        expect(phonemes.map(({ phoneme }) => phoneme).join('')).toBe('ɔlɪzɹɛdi');
      });

      it('repeats the same audio for the same seed, and speaks faster if requested', async () => {
        const once = await voice.speak(SENTENCE, { seed: 7 });
        expect(await voice.speak(SENTENCE, { seed: 7 })).toEqual(once);
        const quick = await voice.speak(SENTENCE, { seed: 7, speed: 1.5 });
        expect(quick.samples.length).toBeLessThan(0.8 * once.samples.length);
      });
    });
  });
}
