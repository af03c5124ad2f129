// Computes the values that a face shows. Needs neither a document nor graphics: other engines can use it as
// well.
import type { Expression } from '@anima/face/expressions';
import {
  createCarriedPose,
  livePose,
  liveValues,
  MOTION_CHANNELS,
  motionRow,
  poseAt,
} from '@anima/face/motion';
import { createIdleFace, createStillFace } from './idle-face.js';
import { createSpokenMotion, type PlaybackTime, type ReceivedMotion } from './spoken-motion.js';

export { createSpokenMotion, type PlaybackTime, type ReceivedMotion } from './spoken-motion.js';

/** Motion of a face: frames of the service during audio, else idle motion. */
export interface DisplayedMotion {
  take(motion: ReceivedMotion): void;
  /**
   * Returns the values of LIVE_VALUES, interpolated between two frames. `heard` is the audible moment by the
   * clock of the audio; null between utterances. If frames are late or over, the mouth closes and idle motion
   * continues. `now` is in seconds of any clock that does not go back.
   */
  at(heard: PlaybackTime | null, now: number): Float32Array;
  /** Closes the mouth within 0.12 s, continues with idle motion, and drops all received frames. */
  interrupt(now: number): void;
  /** Sets the expression between utterances. */
  express(expression: Expression): void;
  /** How many frames are kept. Does not grow with time. */
  held(): number;
}

export interface ShownMotionOptions {
  fps: number;
  seed?: number;
  /** False: between utterances the face rests still, for people who want less motion. */
  life?: boolean;
}

export function createShownMotion({ fps, seed = 0, life = true }: ShownMotionOptions): DisplayedMotion {
  const spoken = createSpokenMotion(fps);
  const idle = life ? createIdleFace(seed) : createStillFace();
  const carried = createCarriedPose();
  /** Values in MOTION_CHANNELS. */
  let shown: Float32Array = new Float32Array(MOTION_CHANNELS);
  let isIdle = false;

  function rest(now: number): void {
    if (!isIdle) idle.begin(shown, now);
    isIdle = true;
  }

  return {
    take: spoken.take,
    at: (heard, now) => {
      const values = heard === null ? null : spoken.at(heard);
      if (values === null) {
        rest(now);
        shown = idle.at(now);
      } else {
        const wanted = motionRow(livePose(values));
        if (isIdle) carried.begin(shown, wanted, now);
        isIdle = false;
        carried.addTo(wanted, now);
        shown = wanted;
      }
      return liveValues(poseAt({ fps, frames: 1, values: shown }, 0));
    },
    interrupt: (now) => {
      spoken.forget();
      rest(now);
    },
    express: idle.express,
    held: spoken.held,
  };
}
