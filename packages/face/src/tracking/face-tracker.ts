import type { Point } from '../picture/affine.js';
import type { Frame } from '../picture/frame.js';
import { createCutDetector } from './cut-detector.js';
import { compareCrops, distanceBetween, isSamePlace } from './face-choice.js';
import { detectFaces } from './face-detection.js';
import { cropOfDetection, cropOfPoints, type FaceCrop, readFaceMesh } from './face-mesh.js';
import type { FaceModels } from './face-models.js';
import { createFaceSmoothing } from './face-smoothing.js';
import type { TrackedFace } from './face-track.js';
import { isFace, searchFaces, settleMesh, wholeFrame } from './find-faces.js';

export interface FaceTrackerOptions {
  readonly fps: number;
  /** Follows the face nearest to this place (0 to 1 across and down the picture); without it the largest. */
  readonly choose?: Point;
}

/** Follows one person through a clip. */
export interface FaceTracker {
  /**
   * The face in the next frame, smoothed; null without one. What comes back holds until the next call; calls must not overlap.
   */
  next(frame: Frame): Promise<TrackedFace | null>;
  /** Whether the picture was cut before the frame last given. */
  readonly cut: boolean;
}

/** Below, the mesh is believed only where the detector sees a face too: half a face or a wrong shot reach .99. */
const SURE_PRESENCE = 0.995;
/** Sides of a crop that the detector looks at around it. */
const NEIGHBOURHOOD = 2;
/** Of the side of the crop: a face that moved further since the last frame is read again, with a crop of its own. */
const FAR = 0.08;
/** Seconds between looks for a larger face. */
const LOOK_AROUND = 1;
/** Times as large, at two looks in a row: then the other face is who the clip is about. */
const LARGER = 1.5;
/** Detected faces that are looked at closely: the detector is a third off in the size of a small face. */
const MAX_CANDIDATES = 4;
/** Seconds between searches of a faceless picture for small faces. */
const SEARCH = 0.5;
/** Seconds for which someone who was lost is not replaced by another person in the picture. */
const PATIENCE = 1;

/** The detector runs only when the face is lost, doubted, or once a second for a larger one. */
export function createFaceTracker(models: FaceModels, { fps, choose }: FaceTrackerOptions): FaceTracker {
  const cuts = createCutDetector();
  const smoothing = createFaceSmoothing(fps);
  let cut = false;
  /** Where the person was last seen in this shot. */
  let last: FaceCrop | null = null;
  /** Frames since then. */
  let missing = 0;
  let hasOthers = false;
  let sinceLook = 0;
  let largerLooks = 0;
  let sinceSearch = Infinity;

  const forget = (): void => {
    last = null;
    missing = 0;
    hasOthers = false;
    sinceLook = 0;
    largerLooks = 0;
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

  /** The person, by the detector, near where they were. */
  const findNear = async (frame: Frame, near: FaceCrop): Promise<TrackedFace | null> => {
    const side = NEIGHBOURHOOD * near.side;
    const square = { x: near.x - side / 2, y: near.y - side / 2, side };
    const crops = (await detectFaces(models, frame, square)).map(cropOfDetection);
    const same = crops
      .filter((crop) => isSamePlace(crop, near))
      .sort((one, other) => distanceBetween(one, near) - distanceBetween(other, near));
    return same[0] === undefined ? null : settleMesh(models, frame, same[0]);
  };

  /** Anyone in the picture. */
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

  /** A face that is much larger than the one followed, when it was there the last time too. */
  const lookAround = async (frame: Frame, own: FaceCrop): Promise<TrackedFace | null> => {
    if (choose !== undefined || ++sinceLook < LOOK_AROUND * fps) return null;
    sinceLook = 0;
    const detected = await detectFaces(models, frame, wholeFrame(frame));
    const others = detected.map(cropOfDetection).filter((crop) => !isSamePlace(crop, own));
    hasOthers = others.length > 0;
    const isLarger = ({ side }: FaceCrop): boolean => side > LARGER * own.side;
    const largest = others.sort(compareCrops(frame, undefined))[0];
    largerLooks = largest !== undefined && isLarger(largest) ? largerLooks + 1 : 0;
    if (largest === undefined || largerLooks < 2) return null;
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
        const larger = await lookAround(frame, cropOfPoints(face.points));
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
      // Of the smoothed points: cut by its own raw points, the mesh of a still picture swings between two answers.
      last = cropOfPoints(points);
      return { points, presence: face.presence };
    },
  };
}
