import type { Point } from '../picture/affine.js';
import type { Frame } from '../picture/frame.js';
import { type DetectedFace, detectFaces, mergeDetections, type SearchSquare } from './face-detection.js';
import { cropOfDetection, cropOfPoints, type FaceCrop, readFaceMesh } from './face-mesh.js';
import type { FaceModels } from './face-models.js';
import { isPlausibleFace } from './face-plausibility.js';
import type { TrackedFace } from './face-track.js';

/** Below, the mesh network sees no face. */
const MIN_PRESENCE = 0.5;
/** Logit 11.5. Faces that lie the right way round are at 15 and more, those read upside down seldom above 10. */
const CERTAIN_PRESENCE = 0.99999;
/** The crop that a detection gives is rough; after this many cuts of its own the points of a face hardly change. */
const MAX_ROUNDS = 6;
/** Of the side of the crop. */
const SETTLED = 0.01;
/** Squares as parts of the frame's longer side, tried in turn until some show a face. */
const TILE_PARTS = [2, 4];
/** Pixels; in this one the detector still sees faces of 25, and with smaller ones nothing could be done. */
const MIN_TILE = 256;

/**
 * Every face in a still picture, largest first; none is an empty list. Around `near` (0 to 1 across and down) smaller ones are found
 * beside large ones, too.
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
 * What the detector finds in the whole frame and around `near`; when that is nothing, from twice as far away (a face larger than
 * the picture) and in ever smaller squares. Best first.
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

/** In a square half as wide as the frame, where faces are twice as large to the detector. */
async function facesAround(models: FaceModels, frame: Frame, { x, y }: Point): Promise<DetectedFace[]> {
  const side = Math.max(frame.width, frame.height) / 2;
  const square = { x: x * frame.width - side / 2, y: y * frame.height - side / 2, side };
  return (await detectFaces(models, frame, square)).filter((face) => !isCutOff(face, square, frame));
}

/** The square around the frame. */
export function wholeFrame({ width, height }: Frame): SearchSquare {
  const side = Math.max(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

/** Squares that overlap by half, so that a face of half their side is whole in one of them. */
export function tilesOf({ width, height }: Frame, side: number): SearchSquare[] {
  const starts = (length: number): number[] => {
    if (length <= side) return [(length - side) / 2];
    const steps = Math.ceil((length - side) / (side / 2));
    return Array.from({ length: steps + 1 }, (_, i) => Math.round(((length - side) * i) / steps));
  };
  return starts(height).flatMap((y) => starts(width).map((x) => ({ x, y, side })));
}

/** Whether the square's edge cuts through the face, and the frame's does not: its neighbour sees more of it. */
function isCutOff({ centre, width, height }: DetectedFace, square: SearchSquare, frame: Frame): boolean {
  const cuts = (low: number, high: number, start: number, length: number): boolean =>
    (start > 0 && low < start) || (start + square.side < length && high > start + square.side);
  return (
    cuts(centre.x - width / 2, centre.x + width / 2, square.x, frame.width) ||
    cuts(centre.y - height / 2, centre.y + height / 2, square.y, frame.height)
  );
}

/**
 * The mesh of the face near a crop that the detector gave. Null where there is no face. The detector takes a face that is turned
 * by more than 90 degrees for one that is less: a doubtful one is looked at upside down too.
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

/** Cut anew by its own points until the cut no longer moves. */
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
