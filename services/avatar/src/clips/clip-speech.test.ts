import { ARKIT_SHAPES, MOTION_CHANNELS, motionFromSpeech } from '@anima/face';
import { describe, expect, it } from 'vitest';
import type { AudioWriter } from '../speech/audio-writer.js';
import type { SpeechEngine, SpeechPart } from '../speech/speech-engine.js';
import { prepareClipSpeech } from './clip-speech.js';

const FPS = 25;
const nothing = async () => {};
const writer: AudioWriter = { write: nothing, finish: nothing, abort: nothing };
const context = { signal: new AbortController().signal, progress: () => {} };

/**
 * Speaks any text as "you are there": half a second a word, without stress, so that only a question raises
 * the brows.
 */
function engineOf(text: string): Pick<SpeechEngine, 'voices' | 'load' | 'speak'> {
  const words = ['you', 'are', 'there'].map((word, i) => {
    const charStart = text.toLowerCase().indexOf(word);
    return { word, start: i / 2, end: (i + 1) / 2, charStart, charEnd: charStart + word.length };
  });
  const phonemes = ['u', 'ɑ', 'ɛ'].map((phoneme, i) => ({ phoneme, start: i / 2, end: (i + 1) / 2 }));
  const part: SpeechPart = {
    samples: new Float32Array(36_000),
    words,
    phonemes,
    visemes: [],
    charEnd: text.length,
    pauseAfter: 0,
  };
  return {
    voices: [
      {
        name: 'heart',
        language: 'en-US',
        gender: null,
        description: '',
        sampleRate: 24_000,
        sizeBytes: 0,
        licence: '',
      },
    ],
    load: nothing,
    async *speak() {
      yield part;
    },
  };
}

/** The highest that the inner brows go in the clip of a text. */
async function browsOf(text: string): Promise<number> {
  const { timeline } = await prepareClipSpeech(
    { speech: engineOf(text), encoder: { open: async () => writer }, records: { byId: () => null } },
    { kind: 'text', text, voice: 'heart', speed: 1, seed: 0, lexicon: {} },
    { path: (name) => name },
    context,
  );
  const motion = motionFromSpeech(timeline!, { fps: FPS, frames: 60, seed: 1, blink: false, headMotion: 0 });
  const brow = ARKIT_SHAPES.indexOf('browInnerUp');
  return Math.max(...Array.from({ length: 60 }, (_, i) => motion.values[i * MOTION_CHANNELS + brow]!));
}

describe('a clip from text', () => {
  it('raises its brows at the end of a question, and at none of a statement', async () => {
    expect(await browsOf('You are there.')).toBe(0);
    expect(await browsOf('Are you there?')).toBeGreaterThan(0.25);
  });
});
