import type { SpokenSentence, SpokenSound, TimedPhoneme } from '@anima/speech';

export interface Tone {
  hertz: number;
  sampleRate: number;
  speed: number;
}

/** Seconds at speed 1. */
const SOUND = 0.06;
const GAP = 0.04;
const LEVEL = 0.2;

/** Speaks each word as one tone with exact times. */
export function beep({ phonemes, spans }: SpokenSentence, { hertz, sampleRate, speed }: Tone): SpokenSound {
  const samplesOf = (seconds: number) => Math.round((seconds / speed) * sampleRate);
  const sounds = spans.map(({ start, end }) => [...phonemes.slice(start, end)].filter(isSound));
  const lengths = sounds.map(({ length }) => samplesOf(Math.max(1, length) * SOUND));
  const samples = new Float32Array(
    lengths.reduce((sum, length) => sum + length, 0) + Math.max(0, spans.length - 1) * samplesOf(GAP),
  );
  const words: SpokenSound['words'] = [];
  const timed: TimedPhoneme[] = [];
  let at = 0;
  for (const [i, length] of lengths.entries()) {
    for (let n = 0; n < length; n++)
      samples[at + n] = LEVEL * Math.sin((2 * Math.PI * hertz * n) / sampleRate);
    const [start, end] = [at / sampleRate, (at + length) / sampleRate];
    words.push({ start, end });
    const each = (end - start) / Math.max(1, sounds[i]!.length);
    for (const [n, phoneme] of sounds[i]!.entries())
      timed.push({ phoneme, start: start + n * each, end: start + (n + 1) * each });
    at += length + samplesOf(GAP);
  }
  return { samples, sampleRate, words, phonemes: timed };
}

/** Neither a stress mark nor punctuation. */
function isSound(character: string): boolean {
  return /\p{L}/u.test(character) && !'ˈˌ'.includes(character);
}
