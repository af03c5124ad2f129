import { FULL_PULL } from '../mouth/articulations.js';
import type { Hold } from '../mouth/holds.js';
import { type Mouth, mouthIndex } from '../mouth/mouth-shapes.js';
import type { Utterance } from '../mouth/utterance.js';
import { visemeMouths } from '../mouth/viseme-shapes.js';
import type { TimeRange } from '../time-range.js';
import {
  CLARITY_AT,
  HEARD_SHAPES,
  type MouthTrack,
  STATES,
  STATES_AT,
  TRACK_CHANNELS,
} from './mouth-track.js';
import { FRAME_RATE } from './sound-frames.js';

/** A shorter silence is an error, in seconds: what closes no mouth (CLOSING_PAUSE) the network does not tell as rest. */
const SHORTEST_SILENCE = 0.12;
/** Speech that is shorter is a noise, in seconds. */
const SHORTEST_UTTERANCE = 0.08;
/** How sure the network has to be that lips touch, or lip and teeth; and that nobody speaks. Tuned on voices it was not fitted with. */
const TOUCHING = { lips: 0.33, teeth: 0.5 } as const;
const SILENT = 0.5;
/** Decibels over what is behind him that a speaker has at least. */
const SPEAKING = 4;
/** What touches for less is an error, in seconds. */
const SHORTEST_TOUCH = 0.03;
/** As Hold: the flanks of a touch, in seconds. */
const CLOSING = 0.05;
const OPENING = 0.045;
/** What is surest of the shapes lies nearest to their mean: they are brought back to their size by that. */
const EXPANSION = 1.12;

/** Nothing but a touch closes the lips while somebody speaks: the jaw at its highest, in s and z. */
const HIGHEST_JAW = 0.09;

const PLACES = HEARD_SHAPES.map((shape) => mouthIndex[shape]);

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
    .filter(({ start, end }) => end - start >= SHORTEST_TOUCH)
    .map(({ start, end }) => {
      const quarter = (end - start) / 4;
      return {
        manner: state,
        start: start + quarter / 2,
        end: end - quarter / 2,
        from: start + quarter / 2 - CLOSING,
        to: end - quarter / 2 + OPENING,
        mouth: visemeMouths[state === 'lips' ? 'PP' : 'FF'],
        pull: FULL_PULL,
        strength: 1,
        stress: 0,
        cores: [{ start: start + quarter, end: end - quarter }],
      };
    });
}

/** Between two frames of the track. */
function shapeAt({ values, frames }: MouthTrack, seconds: number, mouth: Mouth): void {
  const position = Math.min(frames - 1, Math.max(0, seconds * FRAME_RATE));
  const frame = Math.floor(position);
  const next = Math.min(frames - 1, frame + 1);
  mouth.fill(0);
  for (const [i, place] of PLACES.entries()) {
    const [a, b] = [values[frame * TRACK_CHANNELS + i]!, values[next * TRACK_CHANNELS + i]!];
    mouth[place] = Math.min(1, EXPANSION * (a + (position - frame) * (b - a)));
  }
  mouth[mouthIndex.jawOpen] = Math.max(HIGHEST_JAW, mouth[mouthIndex.jawOpen]!);
}
