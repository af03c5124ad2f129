import { type Affine, applyAffine } from '../image/affine.js';
import { depthInside } from '../image/polygon-depth.js';
import { smoothStep } from '../smooth-step.js';
import { FACE_OVAL } from '../tracking/face-geometry.js';

/** Side of the mask. Distances change evenly enough to interpolate between its samples. */
export const MASK_SIZE = 64;
/**
 * Share of the width of the face outside the outline of the mesh, which excludes the edge of the jaw, at
 * which the mask becomes 0.
 */
export const MASK_MARGIN = 0.04;
/** Width of the transition to 1 inside. */
const FEATHER = 0.08;

/**
 * Writes the share of the restored face, 0 to 1, [MASK_SIZE x MASK_SIZE] of the crop: 0 outside the face,
 * soft at its edge. `toCrop` transforms the frame to a unit square; `width` is that of the face in the same
 * unit.
 */
export function fillFaceMask(points: Float32Array, toCrop: Affine, width: number, out: Float32Array): void {
  const oval = outlineIn(points, FACE_OVAL, toCrop);
  for (let row = 0, at = 0; row < MASK_SIZE; row++)
    for (let column = 0; column < MASK_SIZE; column++, at++) {
      const depth = depthInside(oval, (column + 0.5) / MASK_SIZE, (row + 0.5) / MASK_SIZE);
      const border = Math.min(column, row, MASK_SIZE - 1 - column, MASK_SIZE - 1 - row) / MASK_SIZE;
      out[at] = smoothStep(Math.min(depth + MASK_MARGIN * width, border) / (FEATHER * width));
    }
}

/** Returns landmarks [n x 2] in the crop. */
export function outlineIn(points: Float32Array, landmarks: readonly number[], toCrop: Affine): Float64Array {
  return Float64Array.from(
    landmarks.flatMap((index) => {
      const { x, y } = applyAffine(toCrop, { x: points[3 * index]!, y: points[3 * index + 1]! });
      return [x, y];
    }),
  );
}

/** Enlarges a map [MASK_SIZE x MASK_SIZE] to `side` x `side`, bilinear. Areas of 0 stay 0. */
export function enlargeMask(mask: Float32Array, side: number, out: Float32Array): void {
  const scale = MASK_SIZE / side;
  const most = MASK_SIZE - 1;
  const placeOf = (i: number): number => Math.max(0, Math.min(most, (i + 0.5) * scale - 0.5));
  const lefts = Int32Array.from({ length: side }, (_, i) => Math.min(most - 1, Math.floor(placeOf(i))));
  const rights = Float64Array.from({ length: side }, (_, i) => placeOf(i) - lefts[i]!);
  const line = new Float64Array(MASK_SIZE);
  for (let row = 0, at = 0; row < side; row++) {
    const upper = lefts[row]! * MASK_SIZE;
    const below = rights[row]!;
    for (let i = 0; i < MASK_SIZE; i++)
      line[i] = mask[upper + i]! + below * (mask[upper + MASK_SIZE + i]! - mask[upper + i]!);
    for (let column = 0; column < side; ) {
      const left = lefts[column]!;
      const start = line[left]!;
      const step = line[left + 1]! - start;
      for (; lefts[column] === left; column++, at++) out[at] = start + rights[column]! * step;
    }
  }
}
