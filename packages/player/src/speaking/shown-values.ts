import type { LiveSessionRecord } from '@anima/client/live';
import {
  createShownMotion,
  createSpokenMotion,
  type PlaybackTime,
  type ReceivedMotion,
} from '../motion/index.js';

/** The values that a face shows, for every kind of shapes that a session can have. */
export interface ShownValues {
  take(motion: ReceivedMotion): void;
  /** Returns the values at `now`, in seconds of any clock that does not go back. */
  at(heard: PlaybackTime | null, now: number): Float32Array;
  interrupt(now: number): void;
  /** Sets the expression between utterances; has no effect on visemes. */
  express(expression: LiveSessionRecord['expression']): void;
  /** Whether a session has the frame rate and the number of shapes of these values. */
  fits(session: LiveSessionRecord): boolean;
}

/** 52 ARKit shapes and six values of the head; any other width means visemes. */
const ARKIT_WIDTH = 58;

export function createShownValues({
  fps,
  shapes,
  life,
}: {
  fps: number;
  shapes: readonly string[];
  life: boolean;
}): ShownValues {
  const width = shapes.length;
  const fits = ({ motion }: LiveSessionRecord) => motion.fps === fps && motion.shapes.length === width;
  if (width === ARKIT_WIDTH) {
    const { take, at, interrupt, express } = createShownMotion({ fps, life });
    return { fits, take, at, interrupt, express };
  }
  // Visemes have no idle motion: between utterances all are 0.
  const spoken = createSpokenMotion(fps, width);
  return {
    fits,
    take: spoken.take,
    at: (heard) => (heard === null ? null : spoken.at(heard)) ?? new Float32Array(width),
    interrupt: spoken.forget,
    express: () => {},
  };
}
