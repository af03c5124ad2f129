// Which values a face shows at a moment. No document and no graphics: for an engine of one's own as for the player.
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

export type { PlaybackTime, ReceivedMotion } from './spoken-motion.js';

/** What a face shows: what is heard, by the frames of the server; else life of its own, with no jump between the two. */
export interface DisplayedMotion {
  take(motion: ReceivedMotion): void;
  /**
   * The values of LIVE_VALUES, between two frames those between. `heard`: what sounds now, by the clock of the sound; null between utterances.
   * Where its frames are late, or over, the mouth closes and the face lives on. `now`: seconds of any clock that does not go back.
   */
  at(heard: PlaybackTime | null, now: number): Float32Array;
  /** The mouth closes in .12 s, life goes on from what is shown; what was taken is forgotten. */
  interrupt(now: number): void;
  /** What the face shows between utterances. */
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
  /** In MOTION_CHANNELS. */
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
