import type { HeardMoment } from '../sound/sound-output.js';
import { createSpokenFrames, type TakenFrames } from '../speaking/spoken-frames.js';

export interface ShownMotion {
  take(motion: TakenFrames): void;
  at(heard: HeardMoment | null, now: number): Float32Array;
  interrupt(now: number): void;
}

export function createShownMotion({ fps }: { fps: number; seed?: number; life?: boolean }): ShownMotion {
  const frames = createSpokenFrames({ fps, width: 58 });
  return { take: frames.take, at: frames.at, interrupt: frames.forget };
}
