import { type Affine, composeAffine, invertAffine } from '../picture/affine.js';
import { alignFace } from '../tracking/alignment.js';
import { faceFrameOf } from '../tracking/face-frame.js';

/** What part of a picture a network sees of a face. */
export type CropKind = 'close' | 'ffhq';

/** The network that ships needs no more than the face: forehead to chin and some of what is around. Of a side of the FFHQ crop. */
const CLOSE: Affine = { a: 0.78, b: 0, c: 0.11, d: 0, e: 0.78, f: 0.165 };
/** Ears to ears over outer corners of the eyes, see tracking/face-plausibility.ts. */
const EARS_PER_EYES = 1.46;
/** Pixels of width: from here up a face is restored as much as was asked for; and from here down not at all. */
export const FULL_WIDTH = 40;
const LEAST_WIDTH = 20;

/** The square of side 1 that a network sees, to the frame: upright, by eyes, nose and mouth. `points` as in TrackedFace. */
export function cropFace(points: Float32Array, kind: CropKind): Affine {
  const { toPatch } = alignFace(points, 1);
  const toFrame = invertAffine(toPatch);
  return kind === 'ffhq' ? toFrame : composeAffine(toFrame, CLOSE);
}

/** Pixels from ear to ear, as if the face looked straight at the camera. */
export function faceWidth(points: Float32Array): number {
  return EARS_PER_EYES * faceFrameOf(points).scale;
}

/** 0 to 1: a network deforms faces that it sees too few pixels of. */
export function shareForWidth(width: number): number {
  return Math.max(0, Math.min(1, (width - LEAST_WIDTH) / (FULL_WIDTH - LEAST_WIDTH)));
}
