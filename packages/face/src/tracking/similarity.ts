import type { Affine } from '../image/affine.js';

/**
 * The turn, scale and shift that take `from` to `to` with the least squared error; both [n x stride], x and y first. Umeyama,
 * "Least-squares estimation of transformation parameters between two point patterns", 1991; in the plane it has a closed form.
 * `indices` says which points count. Throws a RangeError when those of `from` fall together.
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
