import type { FacePose } from '../timeline/face-motion.js';
import type { Head } from './head.js';

/** Tangent of half the vertical field of view, 18.079 degrees. */
export const HALF_VIEW = Math.tan((18.079 / 2) * (Math.PI / 180));
/** Degrees. Beyond, hair is missing that was never seen within. */
const MAX_YAW = 24;
const MAX_PITCH = 13;
const MAX_ROLL = 20;
/** Metres by which a full breath lifts the shoulders, and the head on them. */
const TORSO_RISE = 0.0022;
const HEAD_RISE = 0.0007;

/** Three rows of rotation, row by row. */
export type Rotation = readonly [number, number, number, number, number, number, number, number, number];

/** Pitch, then yaw, then roll about the line of sight. */
export function headRotation(pose: FacePose): Rotation {
  const yaw = radians(pose.yaw, MAX_YAW);
  const pitch = radians(pose.pitch, MAX_PITCH);
  const roll = -radians(pose.roll, MAX_ROLL);
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  const turned = [cy, sy * sp, sy * cp, 0, cp, -sp, -sy, cy * sp, cy * cp] as const;
  const [a, b, c, d, e, f, g, h, i] = turned;
  return [
    cr * a - sr * d,
    cr * b - sr * e,
    cr * c - sr * f,
    sr * a + cr * d,
    sr * b + cr * e,
    sr * c + cr * f,
    g,
    h,
    i,
  ];
}

function radians(degrees: number, most: number): number {
  return (Math.max(-most, Math.min(most, degrees)) * Math.PI) / 180;
}

export const NO_ROTATION: Rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/**
 * The maps of the torso and of the head to the screen (assembly/head/vertices.ts), 32 numbers: four columns of four rows each, the rows x * distance and
 * y * distance in pixels, distance in metres, 0.
 */
export function screenTransforms(
  head: Pick<Head, 'pivot' | 'camera'>,
  pose: FacePose,
  width: number,
  height: number,
): Float32Array {
  const { torso, turned } = worldTransforms(head, pose);
  const out = new Float32Array(32);
  out.set(screenTransform(head.camera, torso, width, height), 0);
  out.set(screenTransform(head.camera, turned, width, height), 16);
  return out;
}

/** Three rows of a rotation and a shift, in metres: x' = r x + s. */
export type Transform = readonly [Row, Row, Row];
type Row = readonly [number, number, number, number];

/** Where a pose brings the torso, and the head on it. */
export function worldTransforms(
  { pivot }: Pick<Head, 'pivot'>,
  pose: FacePose,
): { torso: Transform; turned: Transform } {
  const breath = Math.max(-1, Math.min(1, pose.breath));
  const transform = (r: Rotation, rise: number): Transform => {
    // p' = R (p - pivot) + pivot + rise
    const row = (k: 0 | 1 | 2): Row => {
      const [a, b, c] = [r[3 * k]!, r[3 * k + 1]!, r[3 * k + 2]!];
      return [a, b, c, pivot[k] - (a * pivot[0] + b * pivot[1] + c * pivot[2]) + (k === 1 ? rise : 0)];
    };
    return [row(0), row(1), row(2)];
  };
  return {
    torso: transform(NO_ROTATION, breath * TORSO_RISE),
    turned: transform(headRotation(pose), breath * HEAD_RISE),
  };
}

function screenTransform(
  camera: Head['camera'],
  [x, up, z]: Transform,
  width: number,
  height: number,
): number[] {
  const focal = height / 2 / HALF_VIEW;
  const y = [up[0], up[1], up[2], up[3] - camera.y];
  const distance = [-z[0], -z[1], -z[2], camera.z - z[3]];
  return [0, 1, 2, 3].flatMap((column) => [
    focal * x[column]! + (width / 2) * distance[column]!,
    -focal * y[column]! + (height / 2) * distance[column]!,
    distance[column]!,
    0,
  ]);
}
