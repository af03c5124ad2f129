import { faceFrameOf, headAngles } from './face-frame.js';
import {
  CHIN,
  FOREHEAD,
  LEFT_EAR,
  LEFT_EYE_OUTER,
  LEFT_MOUTH_CORNER,
  RIGHT_EAR,
  RIGHT_EYE_OUTER,
  RIGHT_MOUTH_CORNER,
} from './face-geometry.js';
import { LANDMARKS } from './face-track.js';

/** Degrees; beyond, one half of the face is not seen, and its points are guesses. */
const MAX_YAW = 60;
const MAX_PITCH = 50;

/**
 * Where parts of a face may stand below the base of the nose, in distances of the outer corners of the eyes: eyes, mouth, chin and
 * forehead of 28 portraits, open mouths and turned heads among them, and as much again to both sides.
 */
const RANGES = [
  { points: [RIGHT_EYE_OUTER, LEFT_EYE_OUTER], from: -0.75, to: -0.25 },
  { points: [RIGHT_MOUTH_CORNER, LEFT_MOUTH_CORNER], from: 0.05, to: 0.5 },
  { points: [CHIN], from: 0.4, to: 1.2 },
  { points: [FOREHEAD], from: -1.5, to: -0.6 },
];
/** Between the ears, in the same unit; 1.43 to 1.51 there. */
const EARS = { from: 1.2, to: 1.8 };

/** Whether points can be a face that is seen well enough to be worked with: no tangle, and no profile. */
export function isPlausibleFace(points: Float32Array): boolean {
  if (points.length !== 3 * LANDMARKS || !points.every(Number.isFinite)) return false;
  const frame = faceFrameOf(points);
  const { yaw, pitch } = headAngles(frame);
  if (!(Math.abs(yaw) <= MAX_YAW && Math.abs(pitch) <= MAX_PITCH)) return false;
  const along = (index: number, [x, y, z]: readonly [number, number, number]): number =>
    ((points[3 * index]! - frame.origin[0]) * x +
      (points[3 * index + 1]! - frame.origin[1]) * y +
      (points[3 * index + 2]! - frame.origin[2]) * z) /
    frame.scale;
  const ears = along(LEFT_EAR, frame.ax) - along(RIGHT_EAR, frame.ax);
  return (
    isWithin(ears, EARS) &&
    RANGES.every((range) => range.points.every((index) => isWithin(along(index, frame.ay), range)))
  );
}

function isWithin(value: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return value >= from && value <= to;
}
