import type { MouthColours } from './mouth-paint.js';
import type { SourceTeeth } from './own-teeth.js';
import type { MouthAtRest } from './resting-mouth.js';
import type { StillGrid } from './still-grid.js';

/** What is known of a source before its first frame: plain data that may be posted to threads. */
export interface PreparedMesh {
  readonly width: number;
  readonly height: number;
  readonly mouth: MouthAtRest;
  readonly colours: MouthColours;
  /** Where a picture of the source shows them; else they are painted. */
  readonly teeth: SourceTeeth | null;
  /** Of a still: it is the same picture in every frame, and comes alive. A clip keeps its own life. */
  readonly still?: PreparedStill;
}

export interface PreparedStill {
  /** I420, in memory that threads share. */
  readonly picture: Uint8Array;
  /** [468 x 3] */
  readonly points: Float32Array;
  readonly grid: StillGrid;
}
