import type { Affine } from '../image/affine.js';
import { depthInside } from '../image/polygon-depth.js';
import { smoothStep } from '../smooth-step.js';
import { LEFT_EYE, OUTER_LIP, RIGHT_EYE } from '../tracking/face-geometry.js';
import { MASK_SIZE, outlineIn } from './face-mask.js';

/** Determines where earlier frames of a face may count. */
export interface SteadyParts {
  /**
   * Writes into `out` [MASK_SIZE x MASK_SIZE]: 1 where the face is still, 0 on lips and eyes that moved since
   * the last call.
   */
  next(points: Float32Array, toCrop: Affine, width: number, out: Float32Array): void;
}

const PARTS = [OUTER_LIP, RIGHT_EYE, LEFT_EYE];
/**
 * Shares of the width of the face: margin around the outline of a part, and the mean shifts of points from no
 * to full motion.
 */
const MARGIN = 0.07;
const STILL = 0.003;
const MOVED = 0.009;

/** Compares points in the crop, which follows the head, so that shifts are those of lips and lids. */
export function createSteadyParts(): SteadyParts {
  let before: Float64Array[] | null = null;
  return {
    next: (points, toCrop, width, out) => {
      const outlines = PARTS.map((part) => outlineIn(points, part, toCrop));
      out.fill(1);
      for (const [index, outline] of outlines.entries()) {
        const shift = before === null ? 0 : meanShift(before[index]!, outline) / width;
        const motion = Math.max(0, Math.min(1, (shift - STILL) / (MOVED - STILL)));
        if (motion > 0) lower(out, outline, motion, MARGIN * width);
      }
      before = outlines;
    },
  };
}

function lower(out: Float32Array, outline: Float64Array, motion: number, margin: number): void {
  for (let row = 0, at = 0; row < MASK_SIZE; row++)
    for (let column = 0; column < MASK_SIZE; column++, at++) {
      const depth = depthInside(outline, (column + 0.5) / MASK_SIZE, (row + 0.5) / MASK_SIZE);
      const share = 1 - motion * smoothStep(1 + depth / margin);
      if (share < out[at]!) out[at] = share;
    }
}

/** Returns the mean distance between the points [n x 2] of two outlines. */
export function meanShift(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 2)
    sum += Math.hypot(one[at]! - other[at]!, one[at + 1]! - other[at + 1]!);
  return (2 * sum) / one.length;
}
