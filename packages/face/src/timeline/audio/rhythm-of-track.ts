import type { Rhythm, Stress } from '../idle-motion/rhythm.js';
import type { TimeRange } from '../time-range.js';
import { CLARITY_AT, type MouthTrack, PITCH_AT, TRACK_CHANNELS, VOICING_AT } from './mouth-track.js';
import { FRAME_RATE } from './sound-frames.js';

/** A syllable is stressed where it is louder than all within this time, in seconds. */
const REACH = 0.35;
/** Decibels over the mean of the phrase at which it stands out in full. */
const FULL_STRENGTH = 10;
/** Voiced frames sound so much like a tone. */
const VOICED = 0.6;
/** A question rises so far over the middle of its phrase's pitch, in the last of its voiced frames. */
const RISE = 1.18;
const ENDING_FRAMES = 20;

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
  const voicing = channel(track, phrase, VOICING_AT);
  const pitches = channel(track, phrase, PITCH_AT).filter((_, i) => voicing[i]! >= VOICED);
  if (pitches.length < 2 * ENDING_FRAMES) return false;
  return median(pitches.subarray(-ENDING_FRAMES)) > RISE * median(pitches);
}

function median(values: Float32Array): number {
  return values.toSorted()[values.length >> 1]!;
}
