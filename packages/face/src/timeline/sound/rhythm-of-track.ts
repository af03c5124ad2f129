import type { Rhythm, Stress } from '../life/rhythm.js';
import type { TimeRange } from '../time-range.js';
import { CLARITY_AT, type MouthTrack, PITCH_AT, TRACK_CHANNELS, VOICING_AT } from './mouth-track.js';
import { FRAME_RATE } from './sound-frames.js';

/** A syllable is stressed where it is louder than all within this time, in seconds. */
const REACH = 0.35;
/** Decibels over the mean of the phrase at which it stands out in full. */
const FULL_STRENGTH = 10;
/** Voiced frames sound so much like a tone. */
const VOICED = 0.6;
/** A question rises so far over the middle of its phrase's pitch, in its last part. Seconds. */
const RISE = 1.18;
const ENDING = 0.25;
const FEWEST_FRAMES = 5;

export function rhythmOfTrack(track: MouthTrack, phrases: readonly TimeRange[]): Rhythm {
  return {
    phrases,
    stresses: phrases.flatMap((phrase) => stressesIn(track, phrase)),
    questions: phrases.filter((phrase) => rises(track, phrase)).map(({ end }) => end),
  };
}

function channel({ values, frames }: MouthTrack, { start, end }: TimeRange, place: number): Float32Array {
  const first = Math.max(0, Math.round(start * FRAME_RATE));
  const last = Math.min(frames, Math.round(end * FRAME_RATE));
  return Float32Array.from(
    { length: Math.max(0, last - first) },
    (_, i) => values[(first + i) * TRACK_CHANNELS + place]!,
  );
}

function stressesIn(track: MouthTrack, phrase: TimeRange): Stress[] {
  const levels = channel(track, phrase, CLARITY_AT);
  const voicing = channel(track, phrase, VOICING_AT);
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const reach = Math.round(REACH * FRAME_RATE);
  const found: Stress[] = [];
  for (let i = 0; i < levels.length; i++) {
    if (levels[i]! <= mean || voicing[i]! < VOICED) continue;
    const around = levels.subarray(Math.max(0, i - reach), i + reach + 1);
    if (around.some((level) => level > levels[i]!)) continue;
    const strength = Math.min(1, (levels[i]! - mean) / FULL_STRENGTH);
    found.push({ seconds: Math.max(0, phrase.start) + i / FRAME_RATE, strength });
  }
  return found;
}

function rises(track: MouthTrack, phrase: TimeRange): boolean {
  const pitches = channel(track, phrase, PITCH_AT);
  const voicing = channel(track, phrase, VOICING_AT);
  const voiced = (from: number): number[] =>
    [...pitches].filter((_, i) => i >= from && voicing[i]! >= VOICED).sort((a, b) => a - b);
  const [all, last] = [voiced(0), voiced(pitches.length - Math.round(ENDING * FRAME_RATE))];
  if (last.length < FEWEST_FRAMES) return false;
  return last[last.length >> 1]! > RISE * all[all.length >> 1]!;
}
