import type { PoseOptions } from './poses.js';

export interface MotionOptions extends PoseOptions {
  /** Of the clip. Behind the speech the face rests, alive. */
  readonly frames: number;
}
