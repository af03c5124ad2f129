import { faceFrameOf, type HeadAngles, headAngles } from './face-frame.js';
import {
  LEFT_EYE_INNER,
  LEFT_EYE_LOWER,
  LEFT_EYE_OUTER,
  LEFT_EYE_UPPER,
  LEFT_MOUTH_CORNER,
  LOWER_LIP_INSIDE,
  RIGHT_EYE_INNER,
  RIGHT_EYE_LOWER,
  RIGHT_EYE_OUTER,
  RIGHT_EYE_UPPER,
  RIGHT_MOUTH_CORNER,
  UPPER_LIP_INSIDE,
} from './face-geometry.js';

/** A few figures of a face: what a clip is searched by without its points. */
export interface FaceMeasures extends HeadAngles {
  /** Inner lips, middle to middle, over the mouth's width. */
  readonly mouthOpening: number;
  /** Lid to lid over the eye's width; about .35 open, under .25 closed: the mesh closes its lids less than a face does. */
  readonly rightEyeOpening: number;
  readonly leftEyeOpening: number;
}

/** `points` as in TrackedFace. */
export function measureFace(points: Float32Array): FaceMeasures {
  const ratio = (upper: number, lower: number, right: number, left: number): number =>
    distance(points, upper, lower) / distance(points, right, left);
  return {
    ...headAngles(faceFrameOf(points)),
    mouthOpening: mouthOpening(points),
    rightEyeOpening: ratio(RIGHT_EYE_UPPER, RIGHT_EYE_LOWER, RIGHT_EYE_OUTER, RIGHT_EYE_INNER),
    leftEyeOpening: ratio(LEFT_EYE_UPPER, LEFT_EYE_LOWER, LEFT_EYE_INNER, LEFT_EYE_OUTER),
  };
}

/** Inner lips, middle to middle, over the mouth's width: 13-14 over 61-291, in the picture. */
export function mouthOpening(points: Float32Array): number {
  return (
    distance(points, UPPER_LIP_INSIDE, LOWER_LIP_INSIDE) /
    distance(points, RIGHT_MOUTH_CORNER, LEFT_MOUTH_CORNER)
  );
}

/** Pixels in the picture, without depth. */
function distance(points: Float32Array, one: number, other: number): number {
  return Math.hypot(points[3 * one]! - points[3 * other]!, points[3 * one + 1]! - points[3 * other + 1]!);
}
