import type { Affine } from '../image/affine.js';
import type { Frame } from '../image/frame.js';
import { sampleRgbPatch } from '../image/rgb-patch.js';
import type { DetectedFace } from './face-detection.js';
import type { FaceModels } from './face-models.js';
import { LANDMARKS, type TrackedFace } from './face-track.js';

/** Square input of the mesh network, in pixels of the frame, rotated so that the eyes are level. */
export interface FaceCrop {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  /** Radians; positive values turn clockwise in the image. */
  readonly angle: number;
}

/** Margin of the box of the face on each side, as in the training of the network. */
const MARGIN = 0.25;
/** Outer corners of the person's right and left eye. */
const RIGHT_EYE_CORNER = 33;
const LEFT_EYE_CORNER = 263;

export function cropOfDetection({ centre, width, height, rightEye, leftEye }: DetectedFace): FaceCrop {
  return {
    x: centre.x,
    y: centre.y,
    side: Math.max(width, height) * (1 + 2 * MARGIN),
    angle: Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x),
  };
}

/** Returns the crop for the points of a face, for the next frame. */
export function cropOfPoints(points: Float32Array): FaceCrop {
  const at = (index: number): [number, number] => [points[3 * index]!, points[3 * index + 1]!];
  const [rightX, rightY] = at(RIGHT_EYE_CORNER);
  const [leftX, leftY] = at(LEFT_EYE_CORNER);
  const angle = Math.atan2(leftY - rightY, leftX - rightX);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < LANDMARKS; i++) {
    const x = cos * points[3 * i]! + sin * points[3 * i + 1]!;
    const y = cos * points[3 * i + 1]! - sin * points[3 * i]!;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return {
    x: cos * x - sin * y,
    y: sin * x + cos * y,
    side: Math.max(right - left, bottom - top) * (1 + 2 * MARGIN),
    angle,
  };
}

/** Returns the transform from a patch of `size` pixels to the frame. */
function cropToFrame({ x, y, side, angle }: FaceCrop, size: number): Affine {
  const scale = side / size;
  const a = scale * Math.cos(angle);
  const d = scale * Math.sin(angle);
  return { a, b: -d, c: x - ((a - d) * size) / 2, d, e: a, f: y - ((a + d) * size) / 2 };
}

/** Returns the mesh of the face in a crop. `presence` states whether a face exists. */
export async function readFaceMesh({ mesh }: FaceModels, frame: Frame, crop: FaceCrop): Promise<TrackedFace> {
  const toFrame = cropToFrame(crop, mesh.size);
  sampleRgbPatch(frame, toFrame, mesh.size, mesh.input);
  const [values, logit] = await mesh.run();
  return { points: pointsInFrame(values!, toFrame), presence: 1 / (1 + Math.exp(-logit![0]!)) };
}

/** Transforms points from pixels of the crop to the frame in place. Depth is scaled like lengths. */
function pointsInFrame(points: Float32Array, { a, b, c, d, e, f }: Affine): Float32Array {
  const scale = Math.sqrt(Math.abs(a * e - b * d));
  for (let at = 0; at < points.length; at += 3) {
    const x = points[at]!;
    const y = points[at + 1]!;
    points[at] = a * x + b * y + c;
    points[at + 1] = d * x + e * y + f;
    points[at + 2]! *= scale;
  }
  return points;
}
