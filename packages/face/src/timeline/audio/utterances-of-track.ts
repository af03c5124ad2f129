import type { Rhythm, Stress } from '../idle-motion/rhythm.js';
import { FULL_PULL } from '../mouth/articulations.js';
import type { Hold } from '../mouth/holds.js';
import { type Mouth, mouthIndex, visemeMouths } from '../mouth/mouth-shapes.js';
import type { Utterance } from '../mouth/utterance.js';
import type { TimeRange } from '../spoken-timeline.js';
import {
  AUDIO_SHAPES,
  CLARITY_AT,
  type MouthTrack,
  PITCH_AT,
  STATES,
  STATES_AT,
  TRACK_CHANNELS,
  VOICING_AT,
} from './mouth-track.js';
import { FRAME_RATE } from './sound-frames.js';

/** A syllable is stressed if it is the loudest within this time, in seconds. */
const REACH = 0.35;
/** Level above the mean of the phrase for full strength, in decibels. */
const FULL_STRENGTH = 10;
/** Minimum voicing of voiced frames. */
const VOICED = 0.6;
/** Ratio between the pitch of the last voiced frames of a question and the median pitch of its phrase. */
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

/**
 * A shorter silence is an error, in seconds. The network does not report rest in pauses that do not close the
 * mouth (CLOSING_PAUSE), but it may report a stop as rest.
 */
const SHORTEST_SILENCE = 0.18;
/** Shorter speech is noise, in seconds. */
const SHORTEST_UTTERANCE = 0.08;
/**
 * Minimum probabilities of touching lips, of lip on teeth, and of silence. These, LEAST_TOUCH and HELD were
 * tuned on the voices of this project, on espeak-ng and on voices outside the training set
 * (docs/benchmarks.md).
 */
const TOUCHING = { lips: 0.33, teeth: 0.5 } as const;
const SILENT = 0.5;
/** Minimum level of a speaker above the background, in decibels. */
const SPEAKING = 4;
/** Shorter touches are errors. Seconds, each weighted by its probability. */
const MIN_TOUCH = 0.02;
/**
 * Share of a touch around its middle that is held fully. Its ends are less certain, and the jaw from the
 * network, a mean of the possible values, sinks by its probability anyway. Holding all of it reduces the
 * correlation of the jaw by 0.02 to 0.03 and finds no more closures.
 */
const HELD = 0.16;
/** Flanks of a touch in seconds, see Hold. */
const CLOSING = 0.05;
const OPENING = 0.045;
/** Weights of the surrounding frames in a shape: a bell of 10 ms against the tremble of the network. */
const STEADYING = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16];
/** Certain shapes are nearest to their mean. This factor restores their size. */
const EXPANSION = 1.12;

/** Minimum opening of the jaw in speech, as in s and z: only touches close the lips. */
const HIGHEST_JAW = 0.09;

const PLACES = AUDIO_SHAPES.map((shape) => mouthIndex[shape]);

/** Returns the utterances of a track with the movements of the mouth. */
export function utterancesOfTrack(track: MouthTrack): Utterance[] {
  const holds = [...touches(track, 'lips'), ...touches(track, 'teeth')].sort((a, b) => a.start - b.start);
  return spoken(track).map(({ start, end }) => ({
    start,
    end,
    shapeAt: (seconds, mouth) => shapeAt(track, seconds, mouth),
    holds: holds.filter((hold) => hold.end > start && hold.start < end),
  }));
}

function probability({ values }: MouthTrack, frame: number, state: (typeof STATES)[number]): number {
  return values[frame * TRACK_CHANNELS + STATES_AT + STATES.indexOf(state)]!;
}

/** Returns the runs of frames for which `holds` is true, in seconds. */
function runs(track: MouthTrack, holds: (frame: number) => boolean): TimeRange[] {
  const found: TimeRange[] = [];
  let from = -1;
  for (let frame = 0; frame <= track.frames; frame++) {
    const isIn = frame < track.frames && holds(frame);
    if (isIn && from < 0) from = frame;
    if (isIn || from < 0) continue;
    found.push({ start: (from - 0.5) / FRAME_RATE, end: (frame - 0.5) / FRAME_RATE });
    from = -1;
  }
  return found;
}

function speaks(track: MouthTrack, frame: number): boolean {
  const clarity = track.values[frame * TRACK_CHANNELS + CLARITY_AT]!;
  return clarity > SPEAKING && probability(track, frame, 'rest') < SILENT;
}

function spoken(track: MouthTrack): TimeRange[] {
  const found: TimeRange[] = [];
  for (const run of runs(track, (frame) => speaks(track, frame))) {
    const last = found.at(-1);
    if (last !== undefined && run.start - last.end < SHORTEST_SILENCE)
      found[found.length - 1] = { start: last.start, end: run.end };
    else found.push(run);
  }
  return found.filter(({ start, end }) => end - start >= SHORTEST_UTTERANCE);
}

function touches(track: MouthTrack, state: 'lips' | 'teeth'): Hold[] {
  return runs(track, (frame) => probability(track, frame, state) > TOUCHING[state])
    .filter((run) => sureSeconds(track, run, state) > MIN_TOUCH)
    .map(({ start, end }) => {
      const quarter = (end - start) / 4;
      const middle = (start + end) / 2;
      const held = (HELD * (end - start)) / 2;
      return {
        contact: state,
        start: middle - held,
        end: middle + held,
        from: middle - held - CLOSING,
        to: middle + held + OPENING,
        mouth: visemeMouths[state === 'lips' ? 'PP' : 'FF'],
        pull: FULL_PULL,
        strength: 1,
        stress: 0,
        cores: [{ start: start + quarter, end: end - quarter }],
      };
    });
}

function sureSeconds(track: MouthTrack, { start, end }: TimeRange, state: 'lips' | 'teeth'): number {
  let sum = 0;
  for (let frame = Math.ceil(start * FRAME_RATE); frame < end * FRAME_RATE; frame++)
    sum += probability(track, frame, state) / FRAME_RATE;
  return sum;
}

/** Interpolates between two frames of the track. */
function shapeAt(track: MouthTrack, seconds: number, mouth: Mouth): void {
  const position = Math.min(track.frames - 1, Math.max(0, seconds * FRAME_RATE));
  const frame = Math.floor(position);
  mouth.fill(0);
  for (const [i, place] of PLACES.entries()) {
    const [a, b] = [steadied(track, frame, i), steadied(track, frame + 1, i)];
    mouth[place] = Math.min(1, EXPANSION * (a + (position - frame) * (b - a)));
  }
  mouth[mouthIndex.jawOpen] = Math.max(HIGHEST_JAW, mouth[mouthIndex.jawOpen]!);
}

function steadied({ values, frames }: MouthTrack, frame: number, channel: number): number {
  return STEADYING.reduce((sum, share, i) => {
    const near = Math.min(frames - 1, Math.max(0, frame + i - (STEADYING.length >> 1)));
    return sum + share * values[near * TRACK_CHANNELS + channel]!;
  }, 0);
}
