import type { MouthSheets } from './mouth-sheet.js';

/** The mouth of a face at rest and closed: what every frame is brought to before it speaks. */
export interface MouthAtRest {
  /** In the frame of the head; the inner edges of the lips are one line. */
  readonly sheets: MouthSheets;
  /** Width from corner to corner, in widths of the eyes. */
  readonly width: number;
  /** Of `jawFollow`. */
  readonly follow: Float32Array;
  /** 0 to 1: how far a smile that shows teeth draws the lips thin in the source. */
  readonly thin: number;
}
