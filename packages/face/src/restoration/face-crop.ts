import { type Affine, areaScale, composeAffine, invertAffine } from '../picture/affine.js';
import { alignFace } from '../tracking/alignment.js';
import { faceFrameOf } from '../tracking/face-frame.js';

/** What part of a picture a network sees of a face. */
export type CropKind = 'close' | 'ffhq';

/**
 * The network that ships needs no more than the face, forehead to chin and some of what is around: of a side of the FFHQ crop, and how
 * far down its middle lies.
 */
const CLOSE_SIDE = 0.78;
const CLOSE_MIDDLE = 0.555;
/**
 * Pixels of the picture for one of the network at which it cleans best: a closer crop shows it pixels that are smeared over several of
 * its own. What is enlarged as well wants all that the picture holds.
 */
const BEST_SHRINK = 2;
/** Times as wide, at most: a small face would be too small for it. */
const MAX_ROOM = 1.45;
/** Ears to ears over outer corners of the eyes, see tracking/face-plausibility.ts. */
const EARS_PER_EYES = 1.46;
/** Pixels of width: from here up a face is restored as much as was asked for; and from here down not at all. */
export const FULL_WIDTH = 40;
const MIN_WIDTH = 20;

/** How a network wants a face. */
export interface CropOptions {
  readonly crop: CropKind;
  /** Pixels of the network's input, a side. */
  readonly inputSize: number;
  readonly upscale: 1 | 2;
}

/** The square of side 1 that a network sees, to the frame: upright, by eyes, nose and mouth. `points` as in TrackedFace. */
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

/** Pixels from ear to ear, as if the face looked straight at the camera. */
export function faceWidth(points: Float32Array): number {
  return EARS_PER_EYES * faceFrameOf(points).scale;
}

/** 0 to 1: a network deforms faces that it sees too few pixels of. */
export function shareForWidth(width: number): number {
  return Math.max(0, Math.min(1, (width - MIN_WIDTH) / (FULL_WIDTH - MIN_WIDTH)));
}

/** The same crop of a frame that is so many times as large. */
export function enlargeCrop({ a, b, c, d, e, f }: Affine, scale: number): Affine {
  return { a: a * scale, b: b * scale, c: c * scale, d: d * scale, e: e * scale, f: f * scale };
}
