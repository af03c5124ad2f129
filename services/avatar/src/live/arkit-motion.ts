import { type Expression, NEUTRAL } from '@anima/face/expressions';
import {
  createMotionStream,
  type FaceMotion,
  LIVE_VALUES,
  liveValues,
  MOTION_CHANNELS,
  poseAt,
} from '@anima/face/motion';
import type { LiveMotion } from './live-motion.js';

/** Seconds of frames that are kept after delivery: an interrupted face may be showing one of them. */
const HISTORY_SECONDS = 12;

/** The 52 ARKit shapes and the head, by the stream that clips are made with. */
export function createArkitMotion(fps: number): LiveMotion {
  const stream = createMotionStream({ fps, seed: 0, blink: true, headMotion: 1 });
  /** Frames of the stream from `keptFrom` on, in MOTION_CHANNELS: those given last, and those that were made ahead. */
  let history: Float32Array[] = [];
  let historyStart = 0;
  let given = 0;
  /** Position of the utterance in the stream. */
  let first = 0;
  let expression: Expression = NEUTRAL;

  function keep({ values }: FaceMotion): void {
    for (let at = 0; at < values.length; at += MOTION_CHANNELS)
      history.push(values.subarray(at, at + MOTION_CHANNELS));
  }
  const made = (): number => historyStart + history.length;

  function interrupt(behind: number): void {
    const shown = history[Math.max(0, given - 1 - behind - historyStart)];
    stream.reset(shown);
    given = stream.frames();
    history = shown === undefined ? [] : [shown];
    historyStart = given - history.length;
  }

  return {
    fps,
    shapes: LIVE_VALUES,
    express(asked) {
      expression = asked;
      stream.express(asked);
    },
    begin() {
      // An interrupted utterance was computed further than it was delivered.
      if (made() > given) interrupt(0);
      stream.express(expression);
      first = given;
    },
    addSpeech: (sound) => keep(stream.push(sound)),
    upTo(frames, isLast) {
      const end = first + frames;
      if (isLast) keep(stream.end(undefined, end));
      else if (end > made()) keep(stream.upTo(end));
      const rows = history.slice(given - historyStart, end - historyStart);
      given = Math.max(given, end);
      const old = Math.max(0, given - HISTORY_SECONDS * fps - historyStart);
      history = history.slice(old);
      historyStart += old;
      return valuesOf(rows);
    },
    interrupt,
  };
}

function valuesOf(rows: readonly Float32Array[]): Float32Array {
  const width = LIVE_VALUES.length;
  const values = new Float32Array(rows.length * width);
  for (const [i, row] of rows.entries())
    values.set(liveValues(poseAt({ fps: 1, frames: 1, values: row }, 0)), i * width);
  return values;
}
