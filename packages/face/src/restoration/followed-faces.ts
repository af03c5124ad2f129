import type { Frame } from '../image/frame.js';
import { createCutDetector } from '../tracking/cut-detector.js';
import { detectFaces } from '../tracking/face-detection.js';
import { cropOfDetection, cropOfPoints, type FaceCrop } from '../tracking/face-mesh.js';
import type { FaceModels } from '../tracking/face-models.js';
import {
  createFaceTracker,
  distanceBetween,
  type FaceTracker,
  isSamePlace,
} from '../tracking/face-tracker.js';
import { searchFaces, wholeFrame } from '../tracking/find-faces.js';

/** A face in one frame. */
export interface FollowedFace {
  /** Stays the same while the face is visible in each frame. */
  readonly id: number;
  /** [468 x 3]; a separate copy. */
  readonly points: Float32Array;
  /** Frames since its first appearance in the shot; Infinity if the shot started with it. */
  readonly age: number;
}

/** Follows several people through a clip. */
export interface FollowedFaces {
  /** Returns the faces in the next frame, in order. Calls must not overlap. */
  next(frame: Frame): Promise<FollowedFace[]>;
}

export interface FollowedFacesOptions {
  readonly fps: number;
  /** Maximum number of faces, the largest first. */
  readonly most: number;
}

interface Followed {
  id: number;
  age: number;
  missing: number;
  crop: FaceCrop;
  readonly tracker: FaceTracker;
}

/** Seconds between searches for more people, and between searches without any face. */
const LOOK_AROUND = 1;
const SEARCH = 0.5;
/** Seconds without a face after which it is no longer tracked. */
const PATIENCE = 0.5;
/** Share of the side of its crop: a face that moves farther in one frame is a different face. */
const JUMP = 0.35;

export function createFollowedFaces(models: FaceModels, { fps, most }: FollowedFacesOptions): FollowedFaces {
  const cuts = createCutDetector();
  let followed: Followed[] = [];
  let ids = 0;
  /** Frames since the start of the shot, and since the last search. */
  let shot = 0;
  let sinceLook = Infinity;

  const look = async (frame: Frame): Promise<void> => {
    sinceLook = 0;
    const detected =
      followed.length === 0
        ? await searchFaces(models, frame)
        : await detectFaces(models, frame, wholeFrame(frame));
    const crops = detected.map(cropOfDetection).sort((one, other) => other.side - one.side);
    for (const crop of crops) {
      if (followed.length >= most) return;
      if (followed.some((face) => isSamePlace(face.crop, crop))) continue;
      const choose = { x: crop.x / frame.width, y: crop.y / frame.height };
      const tracker = createFaceTracker(models, { fps, choose });
      followed.push({ id: ids++, age: shot === 0 ? Infinity : 0, missing: 0, crop, tracker });
    }
  };

  const follow = async (face: Followed, frame: Frame): Promise<FollowedFace | null> => {
    const found = await face.tracker.next(frame);
    if (found === null) {
      face.missing++;
      return null;
    }
    const points = found.points.slice();
    const crop = cropOfPoints(points);
    if (face.missing > 0 || (face.age > 0 && distanceBetween(crop, face.crop) > JUMP * face.crop.side)) {
      face.id = ids++;
      face.age = 0;
    }
    face.missing = 0;
    face.crop = crop;
    return { id: face.id, points, age: face.age++ };
  };

  return {
    next: async (frame) => {
      if (cuts.next(frame)) {
        followed = [];
        shot = 0;
        sinceLook = Infinity;
      }
      const wait = followed.length === 0 ? SEARCH : LOOK_AROUND;
      if (followed.length < most && sinceLook >= wait * fps) await look(frame);
      sinceLook++;
      shot++;
      const faces: FollowedFace[] = [];
      const places: Followed[] = [];
      for (const each of followed) {
        const face = await follow(each, frame);
        if (each.missing > PATIENCE * fps) continue;
        // If two trackers follow the same person, the first one continues.
        if (
          face !== null &&
          places.some(({ missing, crop }) => missing === 0 && isSamePlace(crop, each.crop))
        )
          continue;
        places.push(each);
        if (face !== null) faces.push(face);
      }
      followed = places;
      return faces;
    },
  };
}
