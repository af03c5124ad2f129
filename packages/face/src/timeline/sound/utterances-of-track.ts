import { FULL_PULL } from '../mouth/articulations.js';
import type { Hold } from '../mouth/holds.js';
import { type Mouth, mouthIndex } from '../mouth/mouth-shapes.js';
import type { Utterance } from '../mouth/utterance.js';
import { visemeMouths } from '../mouth/viseme-shapes.js';
import type { TimeRange } from '../time-range.js';
import {
  AUDIO_SHAPES,
  CLARITY_AT,
  type MouthTrack,
  STATES,
  STATES_AT,
  TRACK_CHANNELS,
} from './mouth-track.js';
import { FRAME_RATE } from './sound-frames.js';

/** A shorter silence is an error, in seconds: what closes no mouth (CLOSING_PAUSE) the network does not tell as rest, but it may take a stop for one. */
const SHORTEST_SILENCE = 0.18;
/** Speech that is shorter is a noise, in seconds. */
const SHORTEST_UTTERANCE = 0.08;
/**
 * How sure the network has to be that lips touch, or lip and teeth; and that nobody speaks. These, LEAST_TOUCH and HELD were tuned on voices that ship, espeak-ng's,
 * and some that the network was not fitted with (docs/benchmarks.md).
 */
const TOUCHING = { lips: 0.33, teeth: 0.5 } as const;
const SILENT = 0.5;
/** Decibels over what is behind him that a speaker has at least. */
const SPEAKING = 4;
/** What is surely shorter is an error: seconds, each counting as much as it is sure. */
const MIN_TOUCH = 0.02;
/**
 * How much of a touch, around its middle, is held in full. Its ends are less sure than its middle, and the jaw that is heard, a mean of what may be, already
 * sinks as far as it is likely: to hold all of it costs .02 to .03 of the jaw's correlation, and finds no more closures.
 */
const HELD = 0.16;
/** As Hold: the flanks of a touch, in seconds. */
const CLOSING = 0.05;
const OPENING = 0.045;
/** Shares of the frames around one in its shapes: a bell of 10 ms. What is heard trembles by more than a mouth does. */
const STEADYING = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16];
/** What is surest of the shapes lies nearest to their mean: they are brought back to their size by that. */
const EXPANSION = 1.12;

/** Nothing but a touch closes the lips while somebody speaks: the jaw at its highest, in s and z. */
const HIGHEST_JAW = 0.09;

const PLACES = AUDIO_SHAPES.map((shape) => mouthIndex[shape]);

/** Where somebody speaks, and what his mouth does. */
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

/** Runs of frames for which it holds, in seconds. */
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
        manner: state,
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

/** Between two frames of the track. */
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
