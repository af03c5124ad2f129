import { type Affine, invertAffine } from '../image/affine.js';
import { LEFT_EYE, LEFT_MOUTH_CORNER, NOSE_TIP, RIGHT_EYE, RIGHT_MOUTH_CORNER } from './face-geometry.js';

/**
 * Computes the rotation, scale and shift from `from` to `to` with the least squared error. Both are [n x
 * stride], x and y first. Umeyama, "Least-squares estimation of transformation parameters between two point
 * patterns", 1991, which has a closed form in the plane. `indices` selects the points. Throws a RangeError if
 * the selected points of `from` coincide.
 */
export function fitSimilarity(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  stride: number,
  indices: ArrayLike<number>,
): Affine {
  const count = indices.length;
  let fromX = 0;
  let fromY = 0;
  let toX = 0;
  let toY = 0;
  for (let i = 0; i < count; i++) {
    const at = stride * indices[i]!;
    fromX += from[at]! / count;
    fromY += from[at + 1]! / count;
    toX += to[at]! / count;
    toY += to[at + 1]! / count;
  }
  let along = 0;
  let across = 0;
  let spread = 0;
  for (let i = 0; i < count; i++) {
    const at = stride * indices[i]!;
    const x = from[at]! - fromX;
    const y = from[at + 1]! - fromY;
    const u = to[at]! - toX;
    const v = to[at + 1]! - toY;
    along += x * u + y * v;
    across += x * v - y * u;
    spread += x * x + y * y;
  }
  if (!(spread > 0)) throw new RangeError('Expected points that lie apart, received one place');
  const a = along / spread;
  const d = across / spread;
  return { a, b: -d, c: toX - a * fromX + d * fromY, d, e: a, f: toY - d * fromX - a * fromY };
}

/** Transforms between a face in a frame and an upright face on a square patch. */
export interface FaceAlignment {
  readonly toFrame: Affine;
  readonly toPatch: Affine;
}

/**
 * Eyes, nose tip and corners of the mouth on a patch of side 1: the template of FFHQ at 512 px, the training
 * data of restoration networks. Right and left are those of the person.
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
