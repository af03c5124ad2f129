import { type Expression, NEUTRAL } from '@anima/face/expressions';
import { createMotionStream, MOTION_CHANNELS } from '@anima/face/motion';

/** Motion of a face between utterances: it blinks, breathes and looks about. */
export interface IdleFace {
  /** Starts from a displayed frame. The mouth closes within 0.12 s. */
  begin(shown: Float32Array, now: number): void;
  /** Returns values in MOTION_CHANNELS. `now` is in seconds, and not before that of `begin`. */
  at(now: number): Float32Array;
  /** Sets the expression, with a natural transition. */
  express(expression: Expression): void;
}

const FPS = 30;
/** Seconds; a longer gap is skipped, since the page was hidden. */
const LONGEST_STEP = 2;

export function createIdleFace(seed: number): IdleFace {
  const stream = createMotionStream({ fps: FPS, seed, blink: true, headMotion: 1 });
  let before: Float32Array = new Float32Array(MOTION_CHANNELS);
  let after = before;
  /** When `before` is shown. */
  let since = 0;

  function step(): void {
    before = after;
    after = stream.upTo(stream.frames() + 1).values;
    since += 1 / FPS;
  }

  return {
    express: stream.express,
    begin: (shown, now) => {
      stream.reset(shown);
      [before, after] = [shown, shown];
      since = now - 1 / FPS;
      step();
    },
    at: (now) => {
      if (now - since > LONGEST_STEP) since = now - 1 / FPS;
      while (now - since >= 1 / FPS) step();
      return between(before, after, (now - since) * FPS);
    },
  };
}

/** A face that rests, for people who want no motion: it goes to rest, and stays. */
export function createStillFace(): IdleFace {
  let rest: Float32Array = new Float32Array(MOTION_CHANNELS);
  let shown = rest;
  let since = 0;
  return {
    begin: (from, now) => {
      [shown, since] = [from, now];
    },
    at: (now) => between(shown, rest, Math.min(1, (now - since) / CLOSING)),
    express: (expression) => {
      rest = expression.name === NEUTRAL.name ? new Float32Array(MOTION_CHANNELS) : heldFace(expression);
    },
  };
}

/** Returns the values of a face that holds an expression and does not move otherwise. */
function heldFace(expression: Expression): Float32Array {
  return createMotionStream({ fps: FPS, seed: 0, blink: false, headMotion: 0, expression }).upTo(1).values;
}

const CLOSING = 0.12;

export function between(from: Float32Array, to: Float32Array, share: number): Float32Array {
  return from.map((value, i) => value + share * (to[i]! - value));
}
