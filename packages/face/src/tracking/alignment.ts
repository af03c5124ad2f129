import { type Affine, invertAffine } from '../image/affine.js';
import { LEFT_EYE, LEFT_MOUTH_CORNER, NOSE_TIP, RIGHT_EYE, RIGHT_MOUTH_CORNER } from './face-geometry.js';
import { fitSimilarity } from './similarity.js';

/** A face laid upright on a square patch, and the way back. */
export interface FaceAlignment {
  readonly toFrame: Affine;
  readonly toPatch: Affine;
}

/**
 * Eyes, nose tip and corners of the mouth on a patch of side 1: the template of FFHQ at 512 px, which restoration networks are
 * trained with. Right and left are the person's own.
 */
const FFHQ = [
  [0.37691676, 0.46864664],
  [0.62285697, 0.46912813],
  [0.50123859, 0.61331904],
  [0.39308822, 0.725411],
  [0.61150205, 0.72490465],
].flat();
const ALL = [0, 1, 2, 3, 4];

/** `points` as in TrackedFace; `size` is the side of the patch in pixels. */
export function alignFace(points: Float32Array, size: number): FaceAlignment {
  const places = [...meanOf(points, RIGHT_EYE), ...meanOf(points, LEFT_EYE)];
  for (const index of [NOSE_TIP, RIGHT_MOUTH_CORNER, LEFT_MOUTH_CORNER])
    places.push(points[3 * index]!, points[3 * index + 1]!);
  const toPatch = fitSimilarity(
    places,
    FFHQ.map((value) => value * size),
    2,
    ALL,
  );
  return { toPatch, toFrame: invertAffine(toPatch) };
}

function meanOf(points: Float32Array, indices: readonly number[]): [x: number, y: number] {
  let x = 0;
  let y = 0;
  for (const index of indices) {
    x += points[3 * index]! / indices.length;
    y += points[3 * index + 1]! / indices.length;
  }
  return [x, y];
}
