import type { SpeechTimes, TimeRange } from './speech-times.js';

/** Levels of a sound in blocks of 5 ms. All times are in seconds, and floors in decibels relative to the loudest block. */
export interface SoundLevels {
  /** Returns the end of the last block above the floor between two times, or `start`. */
  lastAbove(start: number, end: number, floorDb: number): number;
  /** Returns the start of the first block above the floor between two times, or `end`. */
  firstAbove(start: number, end: number, floorDb: number): number;
}

const BLOCK_SECONDS = 0.005;
/** Levels below which a word and the whole sentence count as silent. */
export const WORD_FLOOR_DB = -45;
const EDGE_FLOOR_DB = -50;
/** Silence that is kept before and after the speech, in seconds. */
const LEAD = 0.03;
const TAIL = 0.06;
/** Maximum time before the start of the first word at which the sound may begin, in seconds. */
const EARLIEST_ONSET = 0.15;
const FADE_IN = 0.005;
const FADE_OUT = 0.03;

export function measureLevels(samples: Float32Array, sampleRate: number): SoundLevels {
  const block = Math.round(BLOCK_SECONDS * sampleRate);
  const squares = new Float64Array(Math.floor(samples.length / block));
  let loudest = 0;
  for (let b = 0; b < squares.length; b++) {
    let sum = 0;
    for (let i = b * block; i < (b + 1) * block; i++) sum += samples[i]! * samples[i]!;
    squares[b] = sum;
    loudest = Math.max(loudest, sum);
  }
  const perSecond = sampleRate / block;
  const blockOf = (seconds: number): number =>
    Math.min(squares.length, Math.max(0, Math.round(seconds * perSecond)));
  const floor = (decibels: number): number => loudest * 10 ** (decibels / 10);
  return {
    lastAbove: (start, end, floorDb) => {
      const first = blockOf(start);
      for (let b = blockOf(end) - 1; b >= first; b--)
        if (squares[b]! > floor(floorDb)) return (b + 1) / perSecond;
      return start;
    },
    firstAbove: (start, end, floorDb) => {
      const last = blockOf(end);
      for (let b = blockOf(start); b < last; b++) if (squares[b]! > floor(floorDb)) return b / perSecond;
      return end;
    },
  };
}

/** Returns the range of the speech in the raw sound of a network, which has tenths of a second of silence around it. */
export function speechRange({ words }: SpeechTimes, levels: SoundLevels, seconds: number): TimeRange {
  const first = words[0]!.start;
  const last = words.at(-1)!.end;
  const onset = levels.firstAbove(first - EARLIEST_ONSET, first, EDGE_FLOOR_DB);
  const offset = levels.lastAbove(last, seconds, EDGE_FLOOR_DB);
  return { start: Math.max(0, onset - LEAD), end: Math.min(seconds, offset + TAIL) };
}

/** Fades the sound in and out, in place. */
export function fadeEdges(samples: Float32Array, sampleRate: number): void {
  const fadeIn = FADE_IN * sampleRate;
  const fadeOut = FADE_OUT * sampleRate;
  for (let i = 0; i < Math.min(fadeIn, samples.length); i++) samples[i]! *= i / fadeIn;
  for (let i = 0; i < Math.min(fadeOut, samples.length); i++) samples[samples.length - 1 - i]! *= i / fadeOut;
}

/** Amplifies the sound, in place. */
export function amplify(samples: Float32Array, decibels: number): void {
  const gain = 10 ** (decibels / 20);
  for (let i = 0; i < samples.length; i++) samples[i]! *= gain;
}
