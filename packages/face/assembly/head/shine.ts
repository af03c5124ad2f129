import { TRIANGLE, VERTEX } from './layout';

/**
 * Computes the positions of vertices in a highlight, as src/head/shine.ts describes. `directions` are its six
 * directions (f32 x 4 each), `points` has two numbers for each vertex (f32 x 2).
 */
const POINT: i32 = 8;
const STRAND: i32 = 32;

/**
 * Returns the dot product of the first three lanes in all lanes. The fourth lane must be 0 in one of the
 * vectors.
 */
function dot(a: v128, b: v128): v128 {
  const products = f32x4.mul(a, b);
  const pairs = f32x4.add(products, i32x4.shuffle(products, products, 1, 0, 3, 2));
  return f32x4.add(pairs, i32x4.shuffle(pairs, pairs, 2, 3, 0, 1));
}

/** Returns the dot product with direction `k`, mixed between torso and head. */
function towards(vector: v128, directions: i32, k: i32, follows: v128): v128 {
  const torso = dot(vector, v128.load(directions + k * 16));
  return f32x4.add(
    torso,
    f32x4.mul(follows, f32x4.sub(dot(vector, v128.load(directions + k * 16, 48)), torso)),
  );
}

/** Adds the normals of `count` triangles to their corners. `normals` has the layout of the vertices. */
export function addNormals(
  morphed: i32,
  triangles: i32,
  first: i32,
  count: i32,
  welded: i32,
  normals: i32,
): void {
  let triangle = triangles + first * TRIANGLE;
  const end = triangle + count * TRIANGLE;
  for (; triangle < end; triangle += TRIANGLE) {
    const i = load<i32>(triangle);
    const j = load<i32>(triangle + 4);
    const k = load<i32>(triangle + 8);
    const a = v128.load(morphed + i * VERTEX);
    const b = f32x4.sub(v128.load(morphed + j * VERTEX), a);
    const c = f32x4.sub(v128.load(morphed + k * VERTEX), a);
    // b x c = (b x c.yzx - b.yzx x c).yzx
    const turned = f32x4.sub(
      f32x4.mul(b, i32x4.shuffle(c, c, 1, 2, 0, 3)),
      f32x4.mul(i32x4.shuffle(b, b, 1, 2, 0, 3), c),
    );
    const normal = i32x4.shuffle(turned, turned, 1, 2, 0, 3);
    addTo(normals + load<i32>(welded + i * 4) * VERTEX, normal);
    addTo(normals + load<i32>(welded + j * 4) * VERTEX, normal);
    addTo(normals + load<i32>(welded + k * 4) * VERTEX, normal);
  }
}

function addTo(at: i32, normal: v128): void {
  v128.store(at, f32x4.add(v128.load(at), normal));
}

/** Computes the points of the vertices of a surface. */
export function surfacePoints(
  morphed: i32,
  welded: i32,
  normals: i32,
  first: i32,
  count: i32,
  directions: i32,
  points: i32,
): void {
  for (let i = first; i < first + count; i++) {
    const at = normals + load<i32>(welded + i * 4) * VERTEX;
    const normal = f32x4.replace_lane(v128.load(at), 3, 0);
    const follows = f32x4.splat(load<f32>(morphed + i * VERTEX + 12));
    const length = sqrt(f32x4.extract_lane(dot(normal, normal), 0));
    let x = f32x4.extract_lane(towards(normal, directions, 1, follows), 0);
    let y = f32x4.extract_lane(towards(normal, directions, 2, follows), 0);
    const behind = f32x4.extract_lane(towards(normal, directions, 0, follows), 0) < 0;
    const scale = behind ? max(sqrt(x * x + y * y), 1e-20) : length > 0 ? length : 1;
    x /= scale;
    y /= scale;
    store<f32>(points + i * POINT, x);
    store<f32>(points + i * POINT + 4, y);
  }
}

/** Computes the points of the vertices of strands. */
export function strandPoints(
  morphed: i32,
  strands: i32,
  first: i32,
  count: i32,
  away: f32,
  directions: i32,
  points: i32,
): void {
  for (let i = first; i < first + count; i++) {
    const follows = f32x4.splat(load<f32>(morphed + i * VERTEX + 12));
    const at = strands + i * STRAND;
    const along = f32x4.extract_lane(towards(v128.load(at), directions, 0, follows), 0);
    const facing = f32x4.extract_lane(towards(v128.load(at, 16), directions, 0, follows), 0);
    store<f32>(points + i * POINT, along);
    store<f32>(points + i * POINT + 4, away * (1 - max<f32>(0, facing)));
  }
}
