import {
  createCarriedPose,
  fromLiveValues,
  LIVE_VALUES,
  MOTION_CHANNELS,
  toLiveValues,
} from '@anima/face/motion';
import type { HeardMoment } from '../sound/sound-output.js';
import { createSpokenFrames, type TakenFrames } from '../speaking/spoken-frames.js';
import { createIdleLife } from './idle-life.js';

/** Which values a face shows. They never jump: from speech to rest and back it goes on from what is shown. */
export interface ShownMotion {
  take(motion: TakenFrames): void;
  /**
   * LIVE_VALUES of now. `heard`: what sounds now, null between utterances; `now`: seconds of any clock that does not go back. What is heard and
   * has no motion yet is taken for a pause: the mouth closes.
   */
  at(heard: HeardMoment | null, now: number): Float32Array;
  /** Nothing that came before is shown any more. */
  interrupt(now: number): void;
}

export interface ShownMotionOptions {
  fps: number;
  seed?: number;
  /** False: between utterances the face is still. */
  life?: boolean;
}

export function createShownMotion({ fps, seed = 1, life = true }: ShownMotionOptions): ShownMotion {
  const spoken = createSpokenFrames({ fps, width: LIVE_VALUES.length });
  const idle = life ? createIdleLife({ fps, seed }) : null;
  const carried = createCarriedPose();
  const atRest = new Float32Array(MOTION_CHANNELS);
  let shown: Float32Array = atRest;
  let speaks: boolean | null = null;

  function pose(frame: Float32Array | null, now: number): Float32Array {
    const begins = speaks !== (frame !== null);
    speaks = frame !== null;
    if (frame === null && idle !== null) {
      if (begins) idle.begin(shown, now);
      return idle.at(now);
    }
    const wanted = frame === null ? atRest.slice() : fromLiveValues(frame);
    if (begins) carried.begin(shown, wanted, now);
    carried.addTo(wanted, now);
    return wanted;
  }

  return {
    take: spoken.take,
    at(heard, now) {
      shown = pose(heard === null ? null : spoken.at(heard), now);
      return toLiveValues({ values: shown, frames: 1 });
    },
    interrupt: spoken.forget,
  };
}
