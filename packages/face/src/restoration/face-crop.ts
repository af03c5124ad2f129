import { type Affine, areaScale, composeAffine, invertAffine } from '../image/affine.js';
import { alignFace } from '../tracking/alignment.js';
import { faceFrameOf } from '../tracking/face-frame.js';

/** Part of an image that a network receives for a face. */
export type CropKind = 'close' | 'ffhq';

/**
 * Crop for the included network, which needs only the face from forehead to chin and some surroundings: share
 * of the side of the FFHQ crop, and the vertical position of its middle.
 */
const CLOSE_SIDE = 0.78;
const CLOSE_MIDDLE = 0.555;
/**
 * Optimal number of pixels of the image for one pixel of the network. A closer crop shows pixels that are
 * spread over several network pixels. Enlarging needs all pixels of the image.
 */
const BEST_SHRINK = 2;
/** Maximum factor of the width: a small face would be too small for the network. */
const MAX_ROOM = 1.45;
/**
 * Ratio of the distances between the ears and between the outer corners of the eyes, see
 * tracking/find-faces.ts.
 */
const EARS_PER_EYES = 1.46;
/** Widths in pixels from which a face is restored at full strength, and below which it is not restored. */
export const FULL_WIDTH = 40;
const MIN_WIDTH = 20;

/** Input requirements of a network for a face. */
export interface CropOptions {
  readonly crop: CropKind;
  /** Side of the input of the network in pixels. */
  readonly inputSize: number;
  readonly upscale: 1 | 2;
}

/**
 * Returns the transform from the unit square of the network input to the frame: upright, by eyes, nose and
 * mouth. `points` as in TrackedFace.
 */
export function cropFace(points: Float32Array, { crop, inputSize, upscale }: CropOptions): Affine {
  const toFrame = invertAffine(alignFace(points, 1).toPatch);
  if (crop === 'ffhq') return toFrame;
  const least = CLOSE_SIDE * Math.sqrt(areaScale(toFrame));
  const room = Math.max(1, Math.min(MAX_ROOM, ((BEST_SHRINK / upscale) * inputSize) / least));
  const side = room * CLOSE_SIDE;
  return composeAffine(toFrame, {
    a: side,
    b: 0,
    c: 0.5 - side / 2,
    d: 0,
    e: side,
    f: CLOSE_MIDDLE - side / 2,
  });
}

/** Returns the distance between the ears in pixels as in a frontal view. */
export function faceWidth(points: Float32Array): number {
  return EARS_PER_EYES * faceFrameOf(points).scale;
}

/** Returns 0 to 1: networks deform faces with too few pixels. */
export function shareForWidth(width: number): number {
  return Math.max(0, Math.min(1, (width - MIN_WIDTH) / (FULL_WIDTH - MIN_WIDTH)));
}

/** Returns the same crop in a frame that is larger by `scale`. */
export function enlargeCrop({ a, b, c, d, e, f }: Affine, scale: number): Affine {
  return { a: a * scale, b: b * scale, c: c * scale, d: d * scale, e: e * scale, f: f * scale };
}
