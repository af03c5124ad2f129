import {
  LEFT_EAR,
  LEFT_EYE_INNER,
  LEFT_EYE_LOWER,
  LEFT_EYE_OUTER,
  LEFT_EYE_UPPER,
  LEFT_MOUTH_CORNER,
  LOWER_LIP_INSIDE,
  NOSE_BASE,
  NOSE_TIP,
  RIGHT_EAR,
  RIGHT_EYE_INNER,
  RIGHT_EYE_LOWER,
  RIGHT_EYE_OUTER,
  RIGHT_EYE_UPPER,
  RIGHT_MOUTH_CORNER,
  UPPER_LIP_INSIDE,
} from './face-geometry.js';

type Vector = readonly [x: number, y: number, z: number];

/**
 * Coordinate frame of a face: x to the person's left (the viewer's right), y down, z away from the viewer,
 * one unit between the outer corners of the eyes, origin at the base of the nose. A point of the image is
 * origin + scale (x ax + y ay + z az).
 */
export interface FaceFrame {
  /** Pixels. */
  readonly origin: Vector;
  /** Pixels for one unit, independent of the rotation of the face. */
  readonly scale: number;
  /** Orthogonal unit vectors. */
  readonly ax: Vector;
  readonly ay: Vector;
  readonly az: Vector;
}

/** Degrees, signs as in FacePose. */
export interface HeadAngles {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

/**
 * Lines across the face and down its sides that no expression rotates. The latter run from temple to jaw
 * joint, in front of the ears.
 */
const ACROSS = [
  [RIGHT_EYE_OUTER, LEFT_EYE_OUTER],
  [RIGHT_EYE_INNER, LEFT_EYE_INNER],
  [RIGHT_EAR, LEFT_EAR],
  [127, 356],
] as const;
const DOWN = [
  [127, 132],
  [356, 361],
] as const;
/**
 * Angle by which the lines down lean back on a face that looks straight ahead: mean of models/heads, 0.3 to 2
 * degrees.
 */
const LEAN = (1.2 * Math.PI) / 180;
const ORIGIN = [NOSE_TIP, ...NOSE_BASE];

/** Computes the frame from points that speech does not move. `points` as in TrackedFace. */
export function faceFrameOf(points: Float32Array): FaceFrame {
  const ax = unit(sumOf(points, ACROSS));
  const along = sumOf(points, DOWN);
  const upright = unit(plus(along, ax, -dot(along, ax)));
  const back = cross(ax, upright);
  const ay = plus(times(upright, Math.cos(LEAN)), back, -Math.sin(LEAN));
  const origin: [number, number, number] = [0, 0, 0];
  for (const index of ORIGIN)
    for (let axis = 0; axis < 3; axis++) origin[axis]! += points[3 * index + axis]! / ORIGIN.length;
  const eyes = between(points, RIGHT_EYE_OUTER, LEFT_EYE_OUTER);
  return { origin, scale: Math.hypot(...eyes), ax, ay, az: cross(ax, ay) };
}

/** Transforms points of the image to the frame of the face, into `out`. Both are [n x 3]. */
export function toFaceFrame(points: Float32Array, frame: FaceFrame, out: Float32Array): void {
  const { origin, scale, ax, ay, az } = frame;
  for (let at = 0; at < points.length; at += 3) {
    const x = (points[at]! - origin[0]) / scale;
    const y = (points[at + 1]! - origin[1]) / scale;
    const z = (points[at + 2]! - origin[2]) / scale;
    out[at] = x * ax[0] + y * ax[1] + z * ax[2];
    out[at + 1] = x * ay[0] + y * ay[1] + z * ay[2];
    out[at + 2] = x * az[0] + y * az[1] + z * az[2];
  }
}

/** Inverts `toFaceFrame`. */
export function fromFaceFrame(points: Float32Array, frame: FaceFrame, out: Float32Array): void {
  const { origin, scale, ax, ay, az } = frame;
  for (let at = 0; at < points.length; at += 3) {
    const x = points[at]! * scale;
    const y = points[at + 1]! * scale;
    const z = points[at + 2]! * scale;
    for (let axis = 0; axis < 3; axis++)
      out[at + axis] = origin[axis]! + x * ax[axis]! + y * ay[axis]! + z * az[axis]!;
  }
}

/** Decomposes the rotation in the order of heads: pitch first, then yaw, then roll. */
export function headAngles({ ax, ay, az }: FaceFrame): HeadAngles {
  const degrees = 180 / Math.PI;
  return {
    yaw: Math.asin(Math.max(-1, Math.min(1, ax[2]))) * degrees,
    pitch: Math.atan2(ay[2], az[2]) * degrees,
    roll: Math.atan2(ax[1], ax[0]) * degrees,
  };
}

function between(points: Float32Array, from: number, to: number): Vector {
  return [
    points[3 * to]! - points[3 * from]!,
    points[3 * to + 1]! - points[3 * from + 1]!,
    points[3 * to + 2]! - points[3 * from + 2]!,
  ];
}

function sumOf(points: Float32Array, lines: readonly (readonly [number, number])[]): Vector {
  return lines.reduce<Vector>((sum, [from, to]) => plus(sum, between(points, from, to), 1), [0, 0, 0]);
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

function cross(one: Vector, other: Vector): Vector {
  return [
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
  ];
}

function plus(one: Vector, other: Vector, factor: number): Vector {
  return [one[0] + factor * other[0], one[1] + factor * other[1], one[2] + factor * other[2]];
}

function times(one: Vector, factor: number): Vector {
  return [one[0] * factor, one[1] * factor, one[2] * factor];
}

function unit(one: Vector): Vector {
  return times(one, 1 / Math.hypot(...one));
}

/** Measurements of a face, which searches in a clip use instead of points. */
export interface FaceMeasures extends HeadAngles {
  /** Distance between the middles of the inner lips relative to the width of the mouth. */
  readonly mouthOpening: number;
  /**
   * Distance between the lids relative to the width of the eye: about 0.35 for open, below 0.25 for closed
   * eyes, because the mesh closes its lids less than the face.
   */
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

/**
 * Returns the distance between the middles of the inner lips relative to the width of the mouth: 13-14 over
 * 61-291, in the image.
 */
export function mouthOpening(points: Float32Array): number {
  return (
    distance(points, UPPER_LIP_INSIDE, LOWER_LIP_INSIDE) /
    distance(points, RIGHT_MOUTH_CORNER, LEFT_MOUTH_CORNER)
  );
}

/** Returns the distance in pixels of the image, without depth. */
function distance(points: Float32Array, one: number, other: number): number {
  return Math.hypot(points[3 * one]! - points[3 * other]!, points[3 * one + 1]! - points[3 * other + 1]!);
}
