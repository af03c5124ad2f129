import type { Affine } from '../../image/affine.js';
import { FACE_OVAL, LEFT_EYE, OUTER_LIP, RIGHT_EYE } from '../../tracking/face-geometry.js';
import { LANDMARKS } from '../../tracking/face-track.js';

/** The crop is the frame. */
export const STILL: Affine = { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 };
export const WIDTH = 0.7;

/** Outlines as ellipses in the unit square, for the masks. */
export function drawnFace(mouthHeight: number): Float32Array {
  const points = new Float32Array(3 * LANDMARKS);
  const ellipse = (landmarks: readonly number[], x: number, y: number, wide: number, high: number): void => {
    for (const [i, index] of landmarks.entries()) {
      const turn = (2 * Math.PI * i) / landmarks.length;
      points[3 * index] = x + wide * Math.cos(turn);
      points[3 * index + 1] = y + high * Math.sin(turn);
    }
  };
  ellipse(FACE_OVAL, 0.5, 0.5, 0.35, 0.42);
  ellipse(RIGHT_EYE, 0.35, 0.4, 0.06, 0.02);
  ellipse(LEFT_EYE, 0.65, 0.4, 0.06, 0.02);
  ellipse(OUTER_LIP, 0.5, 0.7, 0.12, mouthHeight);
  return points;
}
