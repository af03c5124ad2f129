import type { SoundLevels } from './sound-edges.js';
import type { SpeechTimes, TimeRange } from './speech-times.js';

/** Under the loudest 5 ms, so far a word counts as over, and the sentence. */
export const WORD_FLOOR_DB = -45;
const EDGE_FLOOR_DB = -50;
/** Left of the silence around the speech, in seconds. */
const LEAD = 0.03;
const TAIL = 0.06;
/** How far before its first word's time the sound may begin, in seconds. */
const EARLIEST_ONSET = 0.15;
const FADE_IN = 0.005;
const FADE_OUT = 0.03;

/** What is kept of the raw sound: a model has some tenths of a second of silence before the speech and behind it. */
export function speechRange({ words }: SpeechTimes, levels: SoundLevels, seconds: number): TimeRange {
  const first = words[0]!.start;
  const last = words.at(-1)!.end;
  const onset = levels.firstAbove(first - EARLIEST_ONSET, first, EDGE_FLOOR_DB);
  const offset = levels.lastAbove(last, seconds, EDGE_FLOOR_DB);
  return { start: Math.max(0, onset - LEAD), end: Math.min(seconds, offset + TAIL) };
}

/** In place. */
export function fadeEdges(samples: Float32Array, sampleRate: number): void {
  const fadeIn = FADE_IN * sampleRate;
  const fadeOut = FADE_OUT * sampleRate;
  for (let i = 0; i < Math.min(fadeIn, samples.length); i++) samples[i]! *= i / fadeIn;
  for (let i = 0; i < Math.min(fadeOut, samples.length); i++) samples[samples.length - 1 - i]! *= i / fadeOut;
}

/** In place. */
export function amplify(samples: Float32Array, decibels: number): void {
  const gain = 10 ** (decibels / 20);
  for (let i = 0; i < samples.length; i++) samples[i]! *= gain;
}

export function moveTimes({ words, phonemes }: SpeechTimes, place: (seconds: number) => number): SpeechTimes {
  return {
    words: words.map(({ start, end }) => ({ start: place(start), end: place(end) })),
    phonemes: phonemes.map((timed) => ({ ...timed, start: place(timed.start), end: place(timed.end) })),
  };
}
