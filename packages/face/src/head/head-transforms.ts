import type { FacePose } from '../timeline/face-motion.js';
import type { Head } from './head.js';

/** Tangent of half the vertical field of view, 18.079 degrees. */
export const HALF_VIEW = Math.tan((18.079 / 2) * (Math.PI / 180));
/** Degrees. Beyond, hair is missing that was never seen within. */
const MOST_YAW = 24;
const MOST_PITCH = 13;
const MOST_ROLL = 20;
/** Metres by which a full breath lifts the shoulders, and the head on them. */
const TORSO_RISE = 0.0022;
const HEAD_RISE = 0.0007;

/** Three rows of rotation, row by row. */
export type Rotation = readonly [number, number, number, number, number, number, number, number, number];

/** Pitch, then yaw, then roll about the line of sight. */
export function headRotation(pose: FacePose): Rotation {
  const yaw = radians(pose.yaw, MOST_YAW);
  const pitch = radians(pose.pitch, MOST_PITCH);
  const roll = -radians(pose.roll, MOST_ROLL);
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

/** Metres by which a breath lifts both. */
export function headRises({ breath }: Pick<FacePose, 'breath'>): { torso: number; head: number } {
  const held = Math.max(-1, Math.min(1, breath));
  return { torso: held * TORSO_RISE, head: held * HEAD_RISE };
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
  const { torso, head: ofHead } = headRises(pose);
  const out = new Float32Array(32);
  out.set(screenTransform(head, NO_ROTATION, torso, width, height), 0);
  out.set(screenTransform(head, headRotation(pose), ofHead, width, height), 16);
  return out;
}

function screenTransform(
  { pivot, camera }: Pick<Head, 'pivot' | 'camera'>,
  r: Rotation,
  rise: number,
  width: number,
  height: number,
): number[] {
  const focal = height / 2 / HALF_VIEW;
  // p' = R (p - pivot) + pivot + rise
  const moved = (row: number): number =>
    pivot[row]! - (r[3 * row]! * pivot[0] + r[3 * row + 1]! * pivot[1] + r[3 * row + 2]! * pivot[2]);
  const x = [r[0], r[1], r[2], moved(0)];
  const y = [r[3], r[4], r[5], moved(1) + rise - camera.y];
  const distance = [-r[6], -r[7], -r[8], camera.z - moved(2)];
  return [0, 1, 2, 3].flatMap((column) => [
    focal * x[column]! + (width / 2) * distance[column]!,
    -focal * y[column]! + (height / 2) * distance[column]!,
    distance[column]!,
    0,
  ]);
}
