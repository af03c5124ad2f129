import type { Point } from '../image/affine.js';
import type { Frame } from '../image/frame.js';
import type { FaceCrop } from './face-mesh.js';

/** Two crops of the same face: centres no further apart than this part of the larger side. */
const SAME_PLACE = 0.4;
/** And sides that differ by no more than this. */
const SAME_SIZE = 2;

/** First the face to follow: nearest to `choose` (0 to 1 across and down the picture), without it the largest. */
export function compareCrops(
  { width, height }: Frame,
  choose: Point | undefined,
): (one: FaceCrop, other: FaceCrop) => number {
  if (choose === undefined) return (one, other) => other.side - one.side;
  const away = ({ x, y }: FaceCrop): number => Math.hypot(x - choose.x * width, y - choose.y * height);
  return (one, other) => away(one) - away(other);
}

/** Whether two crops can show one person, a frame or a moment apart. */
export function isSamePlace(one: FaceCrop, other: FaceCrop): boolean {
  const larger = Math.max(one.side, other.side);
  return (
    distanceBetween(one, other) < SAME_PLACE * larger && larger < SAME_SIZE * Math.min(one.side, other.side)
  );
}

/** Of the centres, in pixels. */
export function distanceBetween(one: FaceCrop, other: FaceCrop): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
