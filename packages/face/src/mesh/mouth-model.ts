import type { FaceFrame } from '../tracking/face-frame.js';
import { COLUMNS, type MouthSheets } from './mouth-sheet.js';

/** Bytes of Y, U and V. */
export type Colour = readonly [y: number, u: number, v: number];

/** Colours for painting a mouth interior. */
export interface MouthColours {
  readonly teeth: Colour;
  /** Colour of the lips, from which tongue and gums are derived. */
  readonly flesh: Colour;
  /**
   * Softness of the image: standard deviation of its blur in pixels. The mouth interior is painted equally
   * soft.
   */
  readonly softness: number;
  /** Standard deviation of the noise of the image, in bytes of Y. */
  readonly grain: number;
}

/**
 * Position of the mouth interior in the image: the middle of the closed mouth, and the axes of the head, in
 * pixels for one mouth width.
 */
export interface MouthPlace {
  readonly x: number;
  readonly y: number;
  readonly right: readonly [number, number];
  readonly down: readonly [number, number];
}

/** Returns the position of the mouth interior of a face in the image. */
export function placeOfMouth(
  { sheets, width }: MouthAtRest,
  { origin, scale, ax, ay, az }: FaceFrame,
): MouthPlace {
  const at = 3 * ((COLUMNS - 1) / 2);
  const middle = sheets.upper;
  const inPicture = (k: 0 | 1): number =>
    origin[k] + scale * (middle[at]! * ax[k] + middle[at + 1]! * ay[k] + middle[at + 2]! * az[k]);
  const unit = scale * width;
  return {
    x: inPicture(0),
    y: inPicture(1),
    right: [unit * ax[0], unit * ax[1]],
    down: [unit * ay[0], unit * ay[1]],
  };
}

/** The mouth of a face when closed and at rest. Every frame is first moved to this state. */
export interface MouthAtRest {
  /** In the frame of the head. The inner edges of the lips coincide. */
  readonly sheets: MouthSheets;
  /** Width from corner to corner, in widths of the eyes. */
  readonly width: number;
  /** Result of `jawFollow`. */
  readonly follow: Float32Array;
  /** 0 to 1: how far a smile with visible teeth thins the lips in the source. */
  readonly thin: number;
}
