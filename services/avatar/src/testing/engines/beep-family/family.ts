import type { SpokenSound } from '@anima/speech';
import type { VoiceFamily } from '../../../speech/voice-family.js';
import { beep } from './beep.js';

/** Hz of each voice. */
const tones = { 'beep-low': 220, 'beep-high': 880 };
const SAMPLE_RATE = 16_000;

/** A voice family in one folder: each word is a tone. */
export const family: VoiceFamily<Readonly<Record<string, number>>> = {
  name: 'beep',
  module: import.meta.url,
  order: 100,
  isOneNetwork: false,

  find: () => ({
    voices: Object.entries(tones).map(([name, hertz]) => ({
      name,
      language: 'en-US',
      gender: null,
      description: `A tone of ${hertz} Hz for each word`,
      sampleRate: SAMPLE_RATE,
      sizeBytes: 0,
      licence: 'CC0-1.0',
    })),
    files: tones,
  }),

  open: (hertzOf) => async (voice) => ({
    sampleRate: SAMPLE_RATE,
    speak: async (sentence, { speed = 1 } = {}): Promise<SpokenSound> =>
      beep(sentence, { hertz: hertzOf[voice]!, sampleRate: SAMPLE_RATE, speed }),
  }),
};
