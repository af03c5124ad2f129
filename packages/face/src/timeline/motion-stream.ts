import type { Expression } from '../expression/expression.js';
import type { FaceMotion } from './face-motion.js';
import { createPoses, type MotionOptions, type PoseOptions } from './poses.js';
import { createSpeechSoFar, type SpeechBuffer } from './speech-so-far.js';
import type { SpokenTimeline } from './spoken-timeline.js';

/**
 * Motion of a face while speech arrives clause by clause. Mouth, head, brows, gaze, blinks and breath
 * continue across clauses. Phonemes become shapes, neighbouring shapes blend by dominance, and required
 * shapes are held: touching lips, teeth that meet, stressed vowels. The motion of a whole text equals that of
 * a stream that receives it at once.
 */
export interface MotionStream {
  /**
   * Adds a clause after the previous ones. Its times are relative to the start of its audio, and its duration
   * includes silence. Returns the frames after those returned before that later clauses cannot change, except
   * for the depth of the breath.
   */
  push(clause: SpokenTimeline): FaceMotion;
  /**
   * Returns the frames before `end`, counted from the first frame of the stream, for callers that cannot
   * wait. Unknown audio is assumed to be silence. If it is speech, the face later moves there without a jump.
   */
  upTo(end: number): FaceMotion;
  /**
   * Returns the frames of the remaining audio, with `clause` as the last clause before a longer silence.
   * Returns the frames before `end` if it is given. Clauses that are pushed later follow it.
   */
  end(clause?: SpokenTimeline, end?: number): FaceMotion;
  /**
   * Interrupts the speech: discards motion that was not returned yet. The next frames bring the mouth to
   * rest, from `shown` if a face displays another frame than the last of this stream.
   */
  reset(shown?: Float32Array): void;
  /** Sets the default expression from the next frame on, and after clauses with their own expression. */
  express(expression: Expression): void;
  /** Returns the number of returned frames. */
  frames(): number;
  /** Returns the number of stored sounds, movements and moments. It does not grow with time. */
  held(): number;
}

export type StreamOptions = PoseOptions;

export function createMotionStream(options: StreamOptions): MotionStream {
  const { fps } = options;
  const poses = createPoses(options);
  let speech: SpeechBuffer = createSpeechSoFar();

  function hear(clause: SpokenTimeline): void {
    poses.hear(speech.hear(clause, poses.made() / fps));
  }

  return {
    push: (clause) => {
      hear(clause);
      const settled = Math.min(speech.settled(), poses.decidedUntil(speech.unknownFrom()));
      return poses.make(Math.floor(settled * fps));
    },
    upTo: (end) => poses.make(end),
    end: (clause = SILENCE, end) => {
      hear(clause);
      return poses.make(end ?? framesOf(speech.seconds(), fps), true);
    },
    reset: (shown) => {
      speech = createSpeechSoFar();
      poses.rest(shown);
    },
    express: poses.express,
    frames: poses.made,
    held: () => poses.held() + speech.held(),
  };
}

const SILENCE: SpokenTimeline = { duration: 0, phonemes: [], words: [] };

/** Returns the number of frames that cover a sound. Rounding errors do not add a frame. */
export function framesOf(seconds: number, fps: number): number {
  return Math.ceil(seconds * fps - 1e-6);
}

/** Computes the motion of a face for speech that is known completely. */
export function motionFromSpeech(timeline: SpokenTimeline, options: MotionOptions): FaceMotion {
  return createMotionStream(options).end(timeline, options.frames);
}
