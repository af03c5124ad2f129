import type { FaceFrame } from '../tracking/face-frame.js';
import { COLUMNS } from './mouth-sheet.js';
import type { MouthAtRest } from './resting-mouth.js';

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
