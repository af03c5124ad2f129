import type { LifeOptions } from './life/life.js';

export interface MotionOptions extends LifeOptions {
  readonly fps: number;
  /** Of the clip. Behind the speech the face rests, alive. */
  readonly frames: number;
}
