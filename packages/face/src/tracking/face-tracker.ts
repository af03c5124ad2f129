import type { Point } from '../image/affine.js';
import type { Frame } from '../image/frame.js';
import { createCutDetector } from './cut-detector.js';
import { detectFaces } from './face-detection.js';
import { cropOfDetection, cropOfPoints, type FaceCrop, readFaceMesh } from './face-mesh.js';
import type { FaceModels } from './face-models.js';
import { createFaceSmoothing } from './face-smoothing.js';
import type { TrackedFace } from './face-track.js';
import { isFace, searchFaces, settleMesh, wholeFrame } from './find-faces.js';

/** Maximum distance between the centres of two crops of the same face, as a share of the larger side. */
const SAME_PLACE = 0.4;
/** Maximum ratio of their sides. */
const SAME_SIZE = 2;

/** Sorts by distance from `choose` (0 to 1 across and down the image), else by size. */
function compareCrops(
  { width, height }: Frame,
  choose: Point | undefined,
): (one: FaceCrop, other: FaceCrop) => number {
  if (choose === undefined) return (one, other) => other.side - one.side;
  const away = ({ x, y }: FaceCrop): number => Math.hypot(x - choose.x * width, y - choose.y * height);
  return (one, other) => away(one) - away(other);
}

/** Returns whether two crops can show one person, a frame or a moment apart. */
export function isSamePlace(one: FaceCrop, other: FaceCrop): boolean {
  const larger = Math.max(one.side, other.side);
  return (
    distanceBetween(one, other) < SAME_PLACE * larger && larger < SAME_SIZE * Math.min(one.side, other.side)
  );
}

/** Returns the distance between the centres in pixels. */
export function distanceBetween(one: FaceCrop, other: FaceCrop): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export interface FaceTrackerOptions {
  readonly fps: number;
  /** Follows the face nearest to this position (0 to 1 across and down). Default: the largest face. */
  readonly choose?: Point;
}

/** Follows one person through a clip. */
export interface FaceTracker {
  /** Returns the smoothed face in the next frame, or null, until the next call. Calls must not overlap. */
  next(frame: Frame): Promise<TrackedFace | null>;
  /** Whether a cut precedes the last frame. */
  readonly cut: boolean;
}

/** Below, the detector must confirm the mesh: half a face or a wrong shot can reach 0.99. */
const SURE_PRESENCE = 0.995;
/** Side of the area around a crop for the detector, in sides of the crop. */
const NEIGHBOURHOOD = 2;
/** Share of the side of the crop: a face that moved farther is read again with its own crop. */
const FAR = 0.08;
/** Seconds between searches for a larger face. */
const SCAN_SECONDS = 1;
/** A face that is this much larger in two successive searches replaces the tracked face. */
const LARGER = 1.5;
/** Maximum number of detections that are read closely. Sizes of small faces are a third off. */
const MAX_CANDIDATES = 4;
/** Seconds between searches for small faces in images without a face. */
const SEARCH = 0.5;
/** Seconds for which a lost person is not replaced by another person in the image. */
const PATIENCE = 1;

/** Runs the detector only if the face is lost or uncertain, and once a second for larger faces. */
export function createFaceTracker(models: FaceModels, { fps, choose }: FaceTrackerOptions): FaceTracker {
  const cuts = createCutDetector();
  const smoothing = createFaceSmoothing(fps);
  let cut = false;
  /** Last position of the person in this shot. */
  let last: FaceCrop | null = null;
  /** Number of frames since then. */
  let missing = 0;
  let hasOthers = false;
  let sinceScan = 0;
  let largerFinds = 0;
  let sinceSearch = Infinity;

  const forget = (): void => {
    last = null;
    missing = 0;
    hasOthers = false;
    sinceScan = 0;
    largerFinds = 0;
    sinceSearch = Infinity;
    smoothing.reset();
  };

  const follow = async (frame: Frame, crop: FaceCrop): Promise<TrackedFace | null> => {
    const face = await readFaceMesh(models, frame, crop);
    if (!isFace(face)) return null;
    if (face.presence < SURE_PRESENCE) return findNear(frame, crop);
    const own = cropOfPoints(face.points);
    if (distanceBetween(own, crop) < FAR * crop.side) return face;
    const again = await readFaceMesh(models, frame, own);
    return isFace(again) ? again : null;
  };

  /** Finds the person near the last position with the detector. */
  const findNear = async (frame: Frame, near: FaceCrop): Promise<TrackedFace | null> => {
    const side = NEIGHBOURHOOD * near.side;
    const square = { x: near.x - side / 2, y: near.y - side / 2, side };
    const crops = (await detectFaces(models, frame, square)).map(cropOfDetection);
    const same = crops
      .filter((crop) => isSamePlace(crop, near))
      .sort((one, other) => distanceBetween(one, near) - distanceBetween(other, near));
    return same[0] === undefined ? null : settleMesh(models, frame, same[0]);
  };

  /** Finds any face in the image. */
  const findAnyone = async (frame: Frame): Promise<TrackedFace | null> => {
    const thorough = sinceSearch >= SEARCH * fps;
    sinceSearch = thorough ? 1 : sinceSearch + 1;
    const detected = thorough
      ? await searchFaces(models, frame, choose)
      : await detectFaces(models, frame, wholeFrame(frame));
    hasOthers = detected.length > 1;
    const compare = compareCrops(frame, choose);
    const crops = detected.map(cropOfDetection).sort(compare).slice(0, MAX_CANDIDATES);
    let best: { readonly face: TrackedFace; readonly crop: FaceCrop } | null = null;
    for (const near of crops) {
      const face = await settleMesh(models, frame, near);
      if (face === null) continue;
      const crop = cropOfPoints(face.points);
      if (best === null || compare(crop, best.crop) < 0) best = { face, crop };
    }
    return best?.face ?? null;
  };

  const find = async (frame: Frame): Promise<TrackedFace | null> => {
    if (last !== null) {
      const near = await findNear(frame, last);
      if (near !== null || (hasOthers && missing < PATIENCE * fps)) return near;
    }
    return findAnyone(frame);
  };

  /** Returns a face that is much larger than the tracked one, if it was there in the last search too. */
  const scanForLarger = async (frame: Frame, own: FaceCrop): Promise<TrackedFace | null> => {
    if (choose !== undefined || ++sinceScan < SCAN_SECONDS * fps) return null;
    sinceScan = 0;
    const detected = await detectFaces(models, frame, wholeFrame(frame));
    const others = detected.map(cropOfDetection).filter((crop) => !isSamePlace(crop, own));
    hasOthers = others.length > 0;
    const isLarger = ({ side }: FaceCrop): boolean => side > LARGER * own.side;
    const largest = others.sort(compareCrops(frame, undefined))[0];
    largerFinds = largest !== undefined && isLarger(largest) ? largerFinds + 1 : 0;
    if (largest === undefined || largerFinds < 2) return null;
    const face = await settleMesh(models, frame, largest);
    return face !== null && isLarger(cropOfPoints(face.points)) ? face : null;
  };

  return {
    get cut() {
      return cut;
    },
    next: async (frame) => {
      cut = cuts.next(frame);
      if (cut) forget();
      let face = last !== null && missing === 0 ? await follow(frame, last) : null;
      if (face === null) {
        smoothing.reset();
        face = await find(frame);
      } else {
        const larger = await scanForLarger(frame, cropOfPoints(face.points));
        if (larger !== null) {
          forget();
          face = larger;
        }
      }
      if (face === null) {
        missing++;
        return null;
      }
      missing = 0;
      const points = smoothing.next(face.points);
      // Uses the smoothed points: with crops by raw points, the mesh of a still image swings between two
      // results.
      last = cropOfPoints(points);
      return { points, presence: face.presence };
    },
  };
}
