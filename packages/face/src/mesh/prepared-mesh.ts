import type { MouthAtRest, MouthColours } from './mouth-model.js';
import type { SourceTeeth } from './own-teeth.js';
import type { StillGrid } from './still-grid.js';

/** Data of a source that is known before its first frame. Plain data that can be posted to threads. */
export interface PreparedMesh {
  readonly width: number;
  readonly height: number;
  readonly mouth: MouthAtRest;
  readonly colours: MouthColours;
  /** Null if no image of the source shows teeth; then they are painted. */
  readonly teeth: SourceTeeth | null;
  /**
   * For a still, which is the same image in every frame and gets idle motion. A clip keeps its own motion.
   */
  readonly still?: PreparedStill;
}

export interface PreparedStill {
  /** I420, in memory that threads share. */
  readonly picture: Uint8Array;
  /** [468 x 3] */
  readonly points: Float32Array;
  readonly grid: StillGrid;
}
