import { type Affine, applyAffine } from '../picture/affine.js';
import { FACE_OVAL } from '../tracking/face-geometry.js';

/** Steps a side at which distances are taken; between them they are even enough to be interpolated. */
export const MASK_SIZE = 64;
/** Of the face's width: how far outside the mesh's outline, which leaves out the edge of the jaw, nothing is shown any more. */
export const MASK_MARGIN = 0.04;
/** And how far further in all is shown. */
const FEATHER = 0.08;

/**
 * How much of the restored face is shown, 0 to 1, [MASK_SIZE x MASK_SIZE] of the crop: 0 outside the face, soft at its edge.
 * `toCrop` takes the frame to a square of side 1; `width` is the face's, in the same unit.
 */
export function fillFaceMask(points: Float32Array, toCrop: Affine, width: number, out: Float32Array): void {
  const oval = outlineIn(points, FACE_OVAL, toCrop);
  for (let row = 0, at = 0; row < MASK_SIZE; row++)
    for (let column = 0; column < MASK_SIZE; column++, at++) {
      const depth = depthInside(oval, (column + 0.5) / MASK_SIZE, (row + 0.5) / MASK_SIZE);
      const border = Math.min(column, row, MASK_SIZE - 1 - column, MASK_SIZE - 1 - row) / MASK_SIZE;
      out[at] = softStep(Math.min(depth + MASK_MARGIN * width, border) / (FEATHER * width));
    }
}

/** Landmarks [n x 2] in the crop. */
export function outlineIn(points: Float32Array, landmarks: readonly number[], toCrop: Affine): Float64Array {
  return Float64Array.from(
    landmarks.flatMap((index) => {
      const { x, y } = applyAffine(toCrop, { x: points[3 * index]!, y: points[3 * index + 1]! });
      return [x, y];
    }),
  );
}

/** Distance to the nearest edge of the polygon [n x 2]; negative outside. Even-odd rule. */
export function depthInside(polygon: Float64Array, x: number, y: number): number {
  let nearest = Infinity;
  let inside = false;
  let fromX = polygon[polygon.length - 2]!;
  let fromY = polygon[polygon.length - 1]!;
  for (let at = 0; at < polygon.length; at += 2) {
    const toX = polygon[at]!;
    const toY = polygon[at + 1]!;
    const edgeX = toX - fromX;
    const edgeY = toY - fromY;
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) / edgeY) * edgeX) inside = !inside;
    const along = ((x - fromX) * edgeX + (y - fromY) * edgeY) / (edgeX * edgeX + edgeY * edgeY || 1);
    const held = along < 0 ? 0 : along > 1 ? 1 : along;
    const dx = x - fromX - held * edgeX;
    const dy = y - fromY - held * edgeY;
    const away = dx * dx + dy * dy;
    if (away < nearest) nearest = away;
    fromX = toX;
    fromY = toY;
  }
  return inside ? Math.sqrt(nearest) : -Math.sqrt(nearest);
}

/** 0 to 1 without corners. */
export function softStep(x: number): number {
  const held = x < 0 ? 0 : x > 1 ? 1 : x;
  return held * held * (3 - 2 * held);
}

/** A map [MASK_SIZE x MASK_SIZE] at `side` x `side`, bilinear: what is nought in the map is nought here. */
export function enlargeMask(mask: Float32Array, side: number, out: Float32Array): void {
  const scale = MASK_SIZE / side;
  const most = MASK_SIZE - 1;
  for (let row = 0, at = 0; row < side; row++) {
    const y = Math.max(0, Math.min(most, (row + 0.5) * scale - 0.5));
    const top = Math.min(most - 1, Math.floor(y));
    const below = y - top;
    for (let column = 0; column < side; column++, at++) {
      const x = Math.max(0, Math.min(most, (column + 0.5) * scale - 0.5));
      const left = Math.min(most - 1, Math.floor(x));
      const right = x - left;
      const from = top * MASK_SIZE + left;
      const upper = mask[from]! + right * (mask[from + 1]! - mask[from]!);
      const lower = mask[from + MASK_SIZE]! + right * (mask[from + MASK_SIZE + 1]! - mask[from + MASK_SIZE]!);
      out[at] = upper + below * (lower - upper);
    }
  }
}
