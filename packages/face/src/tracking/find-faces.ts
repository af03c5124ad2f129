import type { Point } from '../image/affine.js';
import type { Frame } from '../image/frame.js';
import { type DetectedFace, detectFaces, mergeDetections, type SearchSquare } from './face-detection.js';
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
import { cropOfDetection, cropOfPoints, type FaceCrop, readFaceMesh } from './face-mesh.js';
import type { FaceModels } from './face-models.js';
import { LANDMARKS, type TrackedFace } from './face-track.js';

/** Degrees. Beyond these, half of the face is hidden, and its points are guesses. */
const MAX_YAW = 60;
const MAX_PITCH = 50;

/**
 * Ranges of positions below the base of the nose, in distances of the outer corners of the eyes: eyes, mouth,
 * chin and forehead of 28 portraits, including open mouths and turned heads, extended by their width on both
 * sides.
 */
const RANGES = [
  { points: [RIGHT_EYE_OUTER, LEFT_EYE_OUTER], from: -0.75, to: -0.25 },
  { points: [RIGHT_MOUTH_CORNER, LEFT_MOUTH_CORNER], from: 0.05, to: 0.5 },
  { points: [CHIN], from: 0.4, to: 1.2 },
  { points: [FOREHEAD], from: -1.5, to: -0.6 },
];
/** Distance of the ears in the same unit: 1.43 to 1.51 in these portraits. */
const EARS = { from: 1.2, to: 1.8 };

/** Returns whether points form a usable face: not tangled, and not a profile. */
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

/** Below, the mesh network finds no face. */
const MIN_PRESENCE = 0.5;
/** Logit 11.5. Upright faces have 15 or more, faces read upside down rarely more than 10. */
const CERTAIN_PRESENCE = 0.99999;
/**
 * Maximum number of crops. The first crop from a detection is rough; after this number the points hardly
 * change.
 */
const MAX_ROUNDS = 6;
/** Share of the side of the crop. */
const SETTLED = 0.01;
/**
 * Divisors of the longer side of the frame for the side of the squares, tried in turn until a face is found.
 */
const TILE_PARTS = [2, 4];
/** Pixels. At this side the detector still finds faces of 25 pixels. Smaller faces are unusable. */
const MIN_TILE = 256;

/**
 * Returns every face in a still image, largest first. Around `near` (0 to 1 across and down), also finds
 * smaller faces next to large ones.
 */
export async function findFaces(models: FaceModels, frame: Frame, near?: Point): Promise<TrackedFace[]> {
  const faces: TrackedFace[] = [];
  for (const detected of await searchFaces(models, frame, near)) {
    const face = await settleMesh(models, frame, cropOfDetection(detected));
    if (face !== null) faces.push(face);
  }
  return faces.sort((one, other) => cropOfPoints(other.points).side - cropOfPoints(one.points).side);
}

/**
 * Detects faces in the whole frame and around `near`. Without a result, searches in twice the area (for faces
 * larger than the image) and in ever smaller squares. Returns the best first.
 */
export async function searchFaces(models: FaceModels, frame: Frame, near?: Point): Promise<DetectedFace[]> {
  const { x, y, side } = wholeFrame(frame);
  const around = { x: x - side / 2, y: y - side / 2, side: 2 * side };
  const closer = near === undefined ? [] : await facesAround(models, frame, near);
  for (const square of [{ x, y, side }, around]) {
    const found = await detectFaces(models, frame, square);
    if (found.length > 0) return closer.length === 0 ? found : mergeDetections([...found, ...closer]);
  }
  if (closer.length > 0) return closer;
  for (const parts of TILE_PARTS) {
    const side = Math.ceil(Math.max(frame.width, frame.height) / parts);
    if (side < MIN_TILE) break;
    const found: DetectedFace[] = [];
    for (const square of tilesOf(frame, side))
      for (const face of await detectFaces(models, frame, square))
        if (!isCutOff(face, square, frame)) found.push(face);
    if (found.length > 0) return mergeDetections(found);
  }
  return [];
}

/** Detects faces in a square half as wide as the frame, in which they are twice as large for the detector. */
async function facesAround(models: FaceModels, frame: Frame, { x, y }: Point): Promise<DetectedFace[]> {
  const side = Math.max(frame.width, frame.height) / 2;
  const square = { x: x * frame.width - side / 2, y: y * frame.height - side / 2, side };
  return (await detectFaces(models, frame, square)).filter((face) => !isCutOff(face, square, frame));
}

/** Returns the square around the frame. */
export function wholeFrame({ width, height }: Frame): SearchSquare {
  const side = Math.max(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

/** Returns squares that overlap by half, so that a face of half their side is complete in one of them. */
export function tilesOf({ width, height }: Frame, side: number): SearchSquare[] {
  const starts = (length: number): number[] => {
    if (length <= side) return [(length - side) / 2];
    const steps = Math.ceil((length - side) / (side / 2));
    return Array.from({ length: steps + 1 }, (_, i) => Math.round(((length - side) * i) / steps));
  };
  return starts(height).flatMap((y) => starts(width).map((x) => ({ x, y, side })));
}

/**
 * Returns whether the edge of the square cuts the face and the edge of the frame does not: a neighbouring
 * square shows more of it.
 */
function isCutOff({ centre, width, height }: DetectedFace, square: SearchSquare, frame: Frame): boolean {
  const cuts = (low: number, high: number, start: number, length: number): boolean =>
    (start > 0 && low < start) || (start + square.side < length && high > start + square.side);
  return (
    cuts(centre.x - width / 2, centre.x + width / 2, square.x, frame.width) ||
    cuts(centre.y - height / 2, centre.y + height / 2, square.y, frame.height)
  );
}

/**
 * Returns the mesh of the face near a crop of the detector, or null without a face. The detector mistakes a
 * face rotated by more than 90 degrees for one rotated by less, so an uncertain face is also read upside
 * down.
 */
export async function settleMesh(
  models: FaceModels,
  frame: Frame,
  crop: FaceCrop,
): Promise<TrackedFace | null> {
  const face = await settle(models, frame, crop);
  if (face !== null && face.presence >= CERTAIN_PRESENCE) return face;
  const turned = await settle(models, frame, { ...crop, angle: crop.angle + Math.PI });
  if (face === null || turned === null) return face ?? turned;
  return turned.presence > face.presence ? turned : face;
}

/** Repeats the crop by the points of the face until it no longer moves. */
async function settle(models: FaceModels, frame: Frame, start: FaceCrop): Promise<TrackedFace | null> {
  let crop = start;
  for (let round = 1; ; round++) {
    const face = await readFaceMesh(models, frame, crop);
    if (!isFace(face)) return null;
    const next = cropOfPoints(face.points);
    if (round === MAX_ROUNDS || isSettled(crop, next)) return face;
    crop = next;
  }
}

function isSettled(one: FaceCrop, other: FaceCrop): boolean {
  const near = SETTLED * other.side;
  const turn = Math.abs(Math.sin((one.angle - other.angle) / 2)) * other.side;
  return (
    Math.hypot(one.x - other.x, one.y - other.y) < near &&
    Math.abs(one.side - other.side) < near &&
    turn < near
  );
}

export function isFace({ points, presence }: TrackedFace): boolean {
  return presence >= MIN_PRESENCE && isPlausibleFace(points);
}
