import {
  createMotionStream,
  type FaceMotion,
  LIVE_VALUES,
  liveValues,
  MOTION_CHANNELS,
  poseAt,
} from '@anima/face/motion';
import type { LiveMotion } from '../../ports/live-motion.js';

/** Seconds of frames that are kept behind those given: a face may show one of them when it is interrupted. */
const KEPT_SECONDS = 12;

/** The 52 ARKit shapes and the head, by the stream that clips are made with. */
export function createArkitMotion(fps: number): LiveMotion {
  const stream = createMotionStream({ fps, seed: 0, blink: true, headMotion: 1 });
  /** In MOTION_CHANNELS, from frame `keptFrom` of the utterance. */
  let kept: Float32Array[] = [];
  let keptFrom = 0;
  let given = 0;
  /** What the face showed last of what was said before. */
  let before: Float32Array | undefined;

  function keep({ values }: FaceMotion): void {
    for (let at = 0; at < values.length; at += MOTION_CHANNELS)
      kept.push(values.subarray(at, at + MOTION_CHANNELS));
  }
  const made = (): number => keptFrom + kept.length;

  return {
    fps,
    shapes: LIVE_VALUES,
    begin() {
      before = kept[given - 1 - keptFrom] ?? before;
      kept = [];
      [keptFrom, given] = [0, 0];
    },
    hear: (sound) => keep(stream.push(sound)),
    upTo(end, isLast) {
      const first = stream.frames() - made();
      if (isLast) keep(stream.end(undefined, first + end));
      else if (end > made()) keep(stream.upTo(first + end));
      const rows = kept.slice(given - keptFrom, end - keptFrom);
      given = Math.max(given, end);
      const old = Math.max(0, given - KEPT_SECONDS * fps - keptFrom);
      kept = kept.slice(old);
      keptFrom += old;
      return valuesOf(rows);
    },
    interrupt(shown) {
      const last = given - 1;
      before = kept[Math.min(shown ?? last, last) - keptFrom] ?? before;
      kept = [];
      [keptFrom, given] = [0, 0];
      stream.reset(before);
    },
  };
}

function valuesOf(rows: readonly Float32Array[]): Float32Array {
  const width = LIVE_VALUES.length;
  const values = new Float32Array(rows.length * width);
  for (const [i, row] of rows.entries())
    values.set(liveValues(poseAt({ fps: 1, frames: 1, values: row }, 0)), i * width);
  return values;
}
