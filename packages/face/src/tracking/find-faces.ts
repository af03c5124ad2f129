import type { Frame } from '../picture/frame.js';
import { type DetectedFace, detectFaces, mergeDetections, type SearchSquare } from './face-detection.js';
import { cropOfDetection, cropOfPoints, type FaceCrop, readFaceMesh } from './face-mesh.js';
import type { FaceModels } from './face-models.js';
import { isPlausibleFace } from './face-plausibility.js';
import type { TrackedFace } from './face-track.js';

/** Below, the mesh network sees no face. */
const LEAST_PRESENCE = 0.5;
/** The crop that a detection gives is rough; each round cuts by the points of the last. */
const MESH_ROUNDS = 3;
/** Squares as parts of the frame's longer side, tried in turn until some show a face. */
const TILE_PARTS = [2, 4];
/** Pixels; a smaller square has no face in it that anything could be done with. */
const LEAST_TILE = 96;

/** Every face in a still picture, largest first; none is an empty list. */
export async function findFaces(models: FaceModels, frame: Frame): Promise<TrackedFace[]> {
  const faces: TrackedFace[] = [];
  for (const detected of await searchFaces(models, frame)) {
    const face = await settleMesh(models, frame, cropOfDetection(detected));
    if (face !== null) faces.push(face);
  }
  return faces.sort((one, other) => cropOfPoints(other.points).side - cropOfPoints(one.points).side);
}

/** What the detector finds in the whole frame or, when that is nothing, in ever smaller squares of it. Best first. */
export async function searchFaces(models: FaceModels, frame: Frame): Promise<DetectedFace[]> {
  const whole = await detectFaces(models, frame, wholeFrame(frame));
  if (whole.length > 0) return whole;
  for (const parts of TILE_PARTS) {
    const side = Math.ceil(Math.max(frame.width, frame.height) / parts);
    if (side < LEAST_TILE) break;
    const found: DetectedFace[] = [];
    for (const square of tilesOf(frame, side))
      for (const face of await detectFaces(models, frame, square))
        if (!isCutOff(face, square, frame)) found.push(face);
    if (found.length > 0) return mergeDetections(found);
  }
  return [];
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

/** The mesh of the face near a crop, cut anew by its own points until it lies well. Null where there is no face. */
export async function settleMesh(
  models: FaceModels,
  frame: Frame,
  crop: FaceCrop,
): Promise<TrackedFace | null> {
  let face = await readFaceMesh(models, frame, crop);
  for (let round = 1; round < MESH_ROUNDS && isFace(face); round++)
    face = await readFaceMesh(models, frame, cropOfPoints(face.points));
  return isFace(face) ? face : null;
}

export function isFace({ points, presence }: TrackedFace): boolean {
  return presence >= LEAST_PRESENCE && isPlausibleFace(points);
}
