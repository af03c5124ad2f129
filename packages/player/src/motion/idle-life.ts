import { createMotionStream, MOTION_CHANNELS } from '@anima/face/motion';

/** The life of a face that says nothing, by the code that moves it while it speaks: it blinks, breathes, looks about. */
export interface IdleLife {
  /** From the pose that is shown on. `now`: seconds. */
  begin(shown: Float32Array, now: number): void;
  /** In MOTION_CHANNELS. */
  at(now: number): Float32Array;
}

/** Of a page that was not drawn, no more than so many seconds are made up for. */
const MOST_SECONDS = 1;

export function createIdleLife({ fps, seed }: { fps: number; seed: number }): IdleLife {
  const stream = createMotionStream({ fps, seed, blink: true, headMotion: 1 });
  let before: Float32Array = new Float32Array(MOTION_CHANNELS);
  let after = before;
  /** The frame `after` is, counted from `since`. */
  let made = 0;
  let since = 0;
  return {
    begin(shown, now) {
      stream.reset(shown);
      [before, after] = [shown, shown];
      [made, since] = [0, now];
    },
    at(now) {
      const behind = (now - since) * fps - made;
      if (behind > MOST_SECONDS * fps) since += behind / fps - MOST_SECONDS;
      const position = Math.max(0, (now - since) * fps);
      const wanted = Math.floor(position) + 1;
      if (wanted > made) {
        const { values } = stream.upTo(stream.frames() + wanted - made);
        const rowOf = (end: number) =>
          values.subarray(values.length - end * MOTION_CHANNELS).subarray(0, MOTION_CHANNELS);
        before = wanted - made > 1 ? rowOf(2) : after;
        after = rowOf(1);
        made = wanted;
      }
      const share = Math.min(1, Math.max(0, position - (made - 1)));
      return before.map((value, i) => value + (after[i]! - value) * share);
    },
  };
}
