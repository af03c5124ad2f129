import { ARKIT_SHAPES } from '../arkit-shapes.js';
import type { Expression } from '../expression/expression.js';
import { createCarriedPose } from './carried-pose.js';
import { type FaceMotion, MOTION_CHANNELS } from './face-motion.js';
import { frameMoments, middleOf } from './frame-moments.js';
import { createIdleMotion, type LifeOptions } from './idle-motion/idle-motion.js';
import type { Rhythm } from './idle-motion/rhythm.js';
import type { Hold } from './mouth/holds.js';
import { addMouth, MOUTH_SHAPES } from './mouth/mouth-shapes.js';
import { mouthCurves, type Utterance } from './mouth/utterance.js';
import type { TimeRange } from './spoken-timeline.js';

export interface MotionOptions extends PoseOptions {
  /** Number of frames of the clip. After the speech, the face continues with idle motion. */
  readonly frames: number;
}

/** Lists the events that must be visible, by priority: lips, silences, lips on teeth, stressed vowels. */
function mustBeSeen(utterances: readonly Utterance[]): TimeRange[][] {
  const holds = utterances.flatMap(({ holds }) => holds);
  const silences = utterances.slice(1).map(({ start }, i) => {
    const middle = (utterances[i]!.end + start) / 2;
    return { start: middle, end: middle };
  });
  const cores = (wanted: (hold: Hold) => boolean) => holds.filter(wanted).flatMap(({ cores }) => cores);
  return [
    cores(({ contact: manner }) => manner === 'lips'),
    silences,
    cores(({ contact: manner }) => manner === 'teeth'),
    cores(({ stress }) => stress > 0),
  ];
}

export interface PoseOptions extends LifeOptions {
  readonly fps: number;
}

/** Speech that later frames can need. */
export interface KnownSpeech {
  readonly utterances: readonly Utterance[];
  /** Contains only new stresses, questions and expressions. */
  readonly rhythm: Rhythm;
}

/** Frames of a face in order, each computed once from known speech; idle motion follows the speech. */
export interface Poses {
  /** Replaces the known speech. If an earlier frame was wrong, the next frames move to the correct motion. */
  hear(speech: KnownSpeech): void;
  /** Returns the frames before `end`. If these are the last frames, no blink starts that could not finish. */
  make(end: number, isLast?: boolean): FaceMotion;
  /** Ends the speech. Continues from the last frame, or from `shown` (MOTION_CHANNELS values). */
  rest(shown?: Float32Array): void;
  /** Sets the default expression from the next frame on. */
  express(expression: Expression): void;
  /** Returns the number of computed frames. */
  made(): number;
  /** Returns a moment: phrases that end after `seconds` change only the breath before it. */
  decidedUntil(seconds: number): number;
  /** Returns the number of stored items. */
  held(): number;
}

/** Seconds of past frames that are considered when events are assigned to frames. */
const RECALLED = 1;

const BREATH = MOTION_CHANNELS - 1;

export function createPoses(options: PoseOptions): Poses {
  const { fps } = options;
  const life = createIdleMotion(fps, options);
  const carried = createCarriedPose();
  const mouth = new Float32Array(MOUTH_SHAPES.length);
  const last = new Float32Array(MOTION_CHANNELS);
  const wanted = new Float32Array(MOTION_CHANNELS);
  let curves = mouthCurves([]);
  let moments: { first: number; values: Float64Array } = { first: 0, values: new Float64Array(0) };
  let made = 0;
  let lastMoment = 0;
  let isShown = false;

  const momentOf = (frame: number): number => moments.values[frame - moments.first] ?? middleOf(frame, fps);

  function pose(frame: number, moment: number, values: Float32Array, end?: number): void {
    const speechShare = curves.at(moment, mouth);
    addMouth(mouth, values);
    life.addTo(values, frame, speechShare, end);
    for (let i = 0; i < ARKIT_SHAPES.length; i++) values[i] = Math.min(1, values[i]!);
  }

  function show(values: Float32Array): void {
    last.set(values);
    isShown = true;
  }

  /** Starts a transition from the last shown frame to its correct version. */
  function goOver(): void {
    if (!isShown) return;
    wanted.fill(0);
    pose(made - 1, lastMoment, wanted);
    carried.begin(last, wanted, middleOf(made - 1, fps));
  }

  return {
    hear: ({ utterances, rhythm }) => {
      curves = mouthCurves(utterances);
      const first = Math.max(0, made - Math.ceil(RECALLED * fps));
      const end = Math.ceil((utterances.at(-1)?.end ?? 0) * fps) + 1;
      moments = { first, values: frameMoments(fps, first, end, mustBeSeen(utterances)) };
      life.hear(rhythm);
      goOver();
    },
    make: (end, isLast = false) => {
      const frames = Math.max(0, end - made);
      const values = new Float32Array(frames * MOTION_CHANNELS);
      for (let at = 0; at < values.length; at += MOTION_CHANNELS) {
        const row = values.subarray(at, at + MOTION_CHANNELS);
        lastMoment = momentOf(made);
        pose(made, lastMoment, row, isLast ? end / fps : undefined);
        carried.addTo(row, middleOf(made, fps));
        made++;
      }
      if (frames > 0) show(values.subarray(-MOTION_CHANNELS));
      return { fps, frames, values };
    },
    rest: (shown) => {
      if (shown !== undefined) show(shown);
      curves = mouthCurves([]);
      life.rest(middleOf(made - 1, fps), last[BREATH]!);
      goOver();
    },
    express: (expression) => life.express(middleOf(made, fps), expression),
    made: () => made,
    decidedUntil: life.decidedUntil,
    held: () => life.held() + moments.values.length,
  };
}
