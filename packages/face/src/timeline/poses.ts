import { ARKIT_SHAPES } from '../arkit-shapes.js';
import type { Expression } from '../expression/expression.js';
import { createCarriedPose } from './carried-pose.js';
import { type FaceMotion, MOTION_CHANNELS } from './face-motion.js';
import { frameMoments, middleOf } from './frame-moments.js';
import { createIdleMotion, type LifeOptions } from './life/life.js';
import type { Rhythm } from './life/rhythm.js';
import { addMouth, MOUTH_SHAPES } from './mouth/mouth-shapes.js';
import { mouthCurves, type Utterance } from './mouth/utterance.js';
import { mustBeSeen } from './must-be-seen.js';

export interface PoseOptions extends LifeOptions {
  readonly fps: number;
}

/** What is said, as far as frames to come can need it. */
export interface KnownSpeech {
  readonly utterances: readonly Utterance[];
  /** Its stresses, questions and expressions are those not heard before. */
  readonly rhythm: Rhythm;
}

/** The frames of a face in order, each made once, from what is known when it is made. Behind what it has heard the face rests, alive. */
export interface Poses {
  /** In place of what was heard before. Where a frame was made that should have been another, the next ones go over to what should be. */
  hear(speech: KnownSpeech): void;
  /** The frames up to before `end`. Where it is the last that will be, no blink is begun in vain. */
  make(end: number, isLast?: boolean): FaceMotion;
  /** Nobody speaks any more. From the frame that was made last, or from one that a face shows in its place, in MOTION_CHANNELS. */
  rest(shown?: Float32Array): void;
  /** Another expression where what is said has none, from the next frame on. */
  express(expression: Expression): void;
  /** How many frames were made. */
  made(): number;
  /** Nothing before that moment, but the breath, is changed by phrases that end later than `seconds`. */
  decidedUntil(seconds: number): number;
  /** How much it remembers. */
  held(): number;
}

/** What was shown is recalled so far back, in seconds: frames share what must be seen. */
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
    const said = curves.at(moment, mouth);
    addMouth(mouth, values);
    life.addTo(values, frame, said, end);
    for (let i = 0; i < ARKIT_SHAPES.length; i++) values[i] = Math.min(1, values[i]!);
  }

  function show(values: Float32Array): void {
    last.set(values);
    isShown = true;
  }

  /** From the frame that was shown last to what it should have been. */
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
