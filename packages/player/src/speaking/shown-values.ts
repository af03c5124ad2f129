import type { LiveSessionRecord } from '@anima/client/live';
import { createShownMotion } from '../motion/index.js';
import type { PlaybackTime } from '../sound/sound-output.js';
import { createSpokenFrames, type TakenFrames } from './spoken-frames.js';

/** What a face shows, whatever the shapes of the session. */
export interface ShownValues {
  take(frames: TakenFrames): void;
  /** `now`: seconds. */
  at(heard: PlaybackTime | null, now: number): Float32Array;
  interrupt(now: number): void;
  /** Between utterances; of the mouth's visemes it is none. */
  express(expression: LiveSessionRecord['expression']): void;
  /** The values of such a session are these. */
  fits(session: LiveSessionRecord): boolean;
}

/** 52 ARKit shapes and six values of the head; anything else is visemes. */
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
    const motion = createShownMotion({ fps, life });
    const { take, at, interrupt, express } = motion;
    return { fits, take, at, interrupt, express };
  }
  const frames = createSpokenFrames({ fps, width });
  return { fits, take: frames.take, at: frames.at, interrupt: frames.forget, express: () => {} };
}
