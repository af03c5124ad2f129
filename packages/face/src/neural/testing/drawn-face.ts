import {
  FACE_OVAL,
  INNER_LIP,
  LEFT_EYE,
  LEFT_EYE_INNER,
  LEFT_EYE_OUTER,
  OUTER_LIP,
  RIGHT_EYE,
  RIGHT_EYE_INNER,
  RIGHT_EYE_OUTER,
} from '../../tracking/face-geometry.js';
import { LANDMARKS } from '../../tracking/face-track.js';

export interface DrawnFaceOptions {
  /** The base of the nose, in pixels. */
  readonly x: number;
  readonly y: number;
  /** From the forehead to the chin, in pixels. */
  readonly height: number;
  /** How far the chin has dropped, in parts of that. */
  readonly jaw?: number;
}

/** Points as a tracker gives them, of a face that is drawn with ellipses and looks straight ahead. */
export function drawnFace({ x, y, height, jaw = 0 }: DrawnFaceOptions): Float32Array {
  const points = new Float32Array(3 * LANDMARKS);
  const place = (index: number, right: number, down: number, back: number): void => {
    points[3 * index] = x + height * right;
    points[3 * index + 1] = y + height * down;
    points[3 * index + 2] = height * back;
  };
  const ring = (
    indices: readonly number[],
    right: number,
    down: number,
    wide: number,
    high: number,
  ): void => {
    for (const [i, index] of indices.entries()) {
      const angle = (2 * Math.PI * i) / indices.length - Math.PI / 2;
      place(index, right + wide * Math.cos(angle), down + high * Math.sin(angle), 0.05);
    }
  };
  for (let index = 0; index < LANDMARKS; index++) place(index, 0, 0, 0);
  ring(RIGHT_EYE, -0.17, -0.22, 0.07, 0.02);
  ring(LEFT_EYE, 0.17, -0.22, 0.07, 0.02);
  place(RIGHT_EYE_OUTER, -0.25, -0.22, 0.05);
  place(RIGHT_EYE_INNER, -0.1, -0.22, 0.05);
  place(LEFT_EYE_OUTER, 0.25, -0.22, 0.05);
  place(LEFT_EYE_INNER, 0.1, -0.22, 0.05);
  ring(OUTER_LIP, 0, 0.17, 0.13, 0.06);
  ring(INNER_LIP, 0, 0.17, 0.1, 0.01);
  for (const [i, index] of FACE_OVAL.entries()) {
    const angle = (2 * Math.PI * i) / FACE_OVAL.length - Math.PI / 2;
    const drop = jaw * Math.max(0, Math.sin(angle)) ** 4;
    place(index, 0.42 * Math.cos(angle), 0.5 * Math.sin(angle) - 0.06 + drop, 0.3);
  }
  return points;
}
