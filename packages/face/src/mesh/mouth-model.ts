import type { FaceFrame } from '../tracking/face-frame.js';
import { COLUMNS, type MouthSheets } from './mouth-sheet.js';

/** Bytes of Y, U and V. */
export type Colour = readonly [y: number, u: number, v: number];

/** What the inside of a mouth is painted with. */
export interface MouthColours {
  readonly teeth: Colour;
  /** Of the lips: tongue and gums take after it. */
  readonly flesh: Colour;
  /** Of the picture, so that nothing in the mouth is sharper: standard deviation of its blur, in pixels. */
  readonly softness: number;
  /** Standard deviation of the picture's noise, in bytes of Y. */
  readonly grain: number;
}

/** Where the inside lies in the picture: the middle of the closed mouth, and the axes of the head, in pixels a mouth's width. */
export interface MouthPlace {
  readonly x: number;
  readonly y: number;
  readonly right: readonly [number, number];
  readonly down: readonly [number, number];
}

/** Where the inside of the mouth of a face lies in the picture. */
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
