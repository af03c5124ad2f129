import type { Expression } from '../expression/expression.js';
import type { FaceMotion } from './face-motion.js';
import { createPoses, type PoseOptions } from './poses.js';
import { createSpeechSoFar, type SpeechBuffer } from './speech-so-far.js';
import type { SpokenTimeline } from './spoken-timeline.js';

/**
 * What a face does while it says something that comes clause by clause: mouth, head, brows, gaze, blinks and breath go on from clause to
 * clause. Phonemes become shapes, neighbouring shapes run into each other by dominance, and what must be reached is held: lips that
 * touch, teeth that meet, stressed vowels. The motion of a whole text is that of a stream that is told it at once.
 */
export interface MotionStream {
  /**
   * Says a clause behind those before; its times are from the start of its own sound, its duration is that of the sound, silence included.
   * Returns the frames, behind those returned before, that no clause to come can change, but for how deep the breath is.
   */
  push(clause: SpokenTimeline): FaceMotion;
  /**
   * The frames up to before `end`, counted from the first of the stream, for who cannot wait: what is not known is taken to be silence. Should it
   * turn out to be speech, the face goes over to it from where it is.
   */
  upTo(end: number): FaceMotion;
  /** The rest of the sound, with `clause` as its last: nothing follows soon. Up to before `end` where one is given. What is pushed then is said behind it. */
  end(clause?: SpokenTimeline, end?: number): FaceMotion;
  /**
   * Interrupted: forgets what was not made yet. The next frames bring the mouth to rest, from `shown` where a face shows another frame than
   * the last of this stream.
   */
  reset(shown?: Float32Array): void;
  /** What the face shows where no clause says otherwise, from the next frame on; also after a clause that did. */
  express(expression: Expression): void;
  /** How many frames were returned. */
  frames(): number;
  /** How much it remembers: sounds, movements, moments. Does not grow with time. */
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

/** Frames that cover a sound; one that is longer by the dust of binary fractions needs no other. */
export function framesOf(seconds: number, fps: number): number {
  return Math.ceil(seconds * fps - 1e-6);
}
