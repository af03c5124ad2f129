import {
  COORDINATE,
  PART_BIAS,
  PART_FLAGS,
  PART_SHARPNESS,
  PART_SHIFT,
  SHINES,
  TRIANGLE_FACES,
  TRIANGLE_NEIGHBOURS,
  VERTEX,
} from './layout';

/** Four samples for each pixel on a rotated grid: a nearly vertical or horizontal edge gets four steps. */
const SAMPLES_X: i32 = i32(memory.data<f32>([0.375, 0.875, 0.125, 0.625], 16));
const SAMPLES_Y: i32 = i32(memory.data<f32>([0.125, 0.375, 0.625, 0.875], 16));

/**
 * State for drawing a triangle, in memory instead of variables: without free registers the compiler
 * recomputes pure expressions in the innermost loop, but it loads stored values. Three edges: slope in x in
 * four lanes, and the values at the samples of pixel 0, 0 (f32 x 4 each). Then 1 / distance: slope in x, and
 * the values at the samples of pixel 0, 0. Then the attributes (below) at pixel 0, 0, and their slopes in x
 * and in y.
 */
export const SETUP: i32 = i32(memory.data(336, 16));
export const EDGE: i32 = 32;
export const NEAR: i32 = 96;
export const NEAR_SAMPLES: i32 = 112;
export const ATTRIBUTES: i32 = 128;
export const ATTRIBUTES_X: i32 = 144;
export const ATTRIBUTES_Y: i32 = 160;
/**
 * The three edges and 1 / distance in one lane each: slopes in x and in y, the negated value at 0, 0, and the
 * maximum that the samples of a pixel add.
 */
export const PLANES_X: i32 = 176;
export const PLANES_Y: i32 = 192;
export const PLANES_ORIGIN: i32 = 208;
export const PLANES_MOST: i32 = 224;
/** Corner at which the attributes start: x, y, x, y. Slope of 1 / distance in y, in four lanes. */
export const CORNER: i32 = 240;
export const NEAR_Y: i32 = 256;
/** Scalars: 1 if the attributes need perspective division; 1 if all edges are inside a surface. */
export const PERSPECTIVE: i32 = 272;
export const INSIDE: i32 = 276;
/** 1 if a part of the triangle is in the highlight of its part. */
export const IN_HIGHLIGHT: i32 = 280;

/** Position in a highlight: x, y at CORNER, and their slopes in x and in y (f32 x 4 each). */
export const SHINE: i32 = 288;
export const SHINE_X: i32 = 304;
export const SHINE_Y: i32 = 320;

/** Ratio of corner distances below which a straight line in the texture is wrong by less than 0.2 %. */
const FLAT: f32 = 1.008;
/** Eighth root of a lobe below which it adds no level, and its squared distance times sharpness. */
export const MIN_LOBE: f32 = 0.55;
const LOBE_REACH: f32 = 1.0001 - MIN_LOBE;
/** Squared pixels: more than the rounding error of a value that is computed twice. */
const SLACK: f32 = 0.01;

/**
 * Prepares a single-sided or double-sided triangle. At an edge between two triangles inside a surface, the
 * middle of a pixel decides for all its samples: the pixel is drawn once, by the triangle with its middle.
 * Pixels next to an outline are decided by samples.
 */
export function setUpTriangle(triangle: i32, part: i32, screen: i32): void {
  const a = screen + load<i32>(triangle) * VERTEX;
  let b = screen + load<i32>(triangle + 4) * VERTEX;
  let c = screen + load<i32>(triangle + 8) * VERTEX;
  const ax = load<f32>(a);
  const ay = load<f32>(a + 4);
  // Edges a to b, b to c, c to a.
  let inner = i32x4.splat(0);
  if (isInside(triangle)) inner = i32x4(goesOn(triangle, 0), goesOn(triangle, 4), goesOn(triangle, 8), -1);
  let area = (load<f32>(b) - ax) * (load<f32>(c + 4) - ay) - (load<f32>(c) - ax) * (load<f32>(b + 4) - ay);
  if (area < 0) {
    area = -area;
    const vertex = b;
    b = c;
    c = vertex;
    inner = i32x4.shuffle(inner, inner, 2, 1, 0, 3);
  }
  store<i32>(SETUP + INSIDE, i32x4.all_true(inner) ? 1 : 0);
  setUpEdges(v128.load(a), v128.load(b), v128.load(c), inner);

  const aq = load<f32>(a + 8);
  const bq = load<f32>(b + 8) - aq;
  const cq = load<f32>(c + 8) - aq;
  const bias = load<f32>(part + PART_BIAS);
  const nearX = ((bq * (load<f32>(c + 4) - ay) - cq * (load<f32>(b + 4) - ay)) / area) * bias;
  const nearY = ((cq * (load<f32>(b) - ax) - bq * (load<f32>(c) - ax)) / area) * bias;
  v128.store(SETUP, f32x4.splat(nearX), NEAR);
  v128.store(SETUP, f32x4.splat(nearY), NEAR_Y);
  const samples = f32x4.add(
    f32x4.add(
      f32x4.mul(f32x4.splat(nearX), f32x4.sub(v128.load(SAMPLES_X), f32x4.splat(ax))),
      f32x4.mul(f32x4.splat(nearY), f32x4.sub(v128.load(SAMPLES_Y), f32x4.splat(ay))),
    ),
    f32x4.splat(aq * bias),
  );
  v128.store(SETUP, samples, NEAR_SAMPLES);
  const pairs = f32x4.pmax(samples, i32x4.shuffle(samples, samples, 2, 3, 0, 1));
  store<f32>(SETUP + PLANES_X + 12, nearX);
  store<f32>(SETUP + PLANES_Y + 12, nearY);
  store<f32>(SETUP + PLANES_ORIGIN + 12, 0);
  v128.store32_lane(SETUP + PLANES_MOST + 12, f32x4.pmax(pairs, i32x4.shuffle(pairs, pairs, 1, 0, 3, 2)), 0);
}

/** Prepares the attributes of a prepared triangle, once a pixel of it is known to be visible. */
export function setUpAttributes(triangle: i32, part: i32, screen: i32, coordinates: i32, points: i32): void {
  const i0 = load<i32>(triangle);
  const i1 = load<i32>(triangle + 4);
  const i2 = load<i32>(triangle + 8);
  const a = screen + i0 * VERTEX;
  const b = screen + i1 * VERTEX;
  const c = screen + i2 * VERTEX;
  const ax = load<f32>(a);
  const ay = load<f32>(a + 4);
  const abx = load<f32>(b) - ax;
  const aby = load<f32>(b + 4) - ay;
  const acx = load<f32>(c) - ax;
  const acy = load<f32>(c + 4) - ay;
  const aq = load<f32>(a + 8);
  const flat = isFlat(f32x4(aq, load<f32>(b + 8), load<f32>(c + 8), aq));
  store<i32>(SETUP + PERSPECTIVE, flat ? 0 : 1);
  const size = v128.load(load<i32>(triangle + 12));
  const p0 = attributes(a, coordinates, i0, size, flat);
  const p1 = f32x4.sub(attributes(b, coordinates, i1, size, flat), p0);
  const p2 = f32x4.sub(attributes(c, coordinates, i2, size, flat), p0);
  const scale = f32x4.splat(1 / (abx * acy - acx * aby));
  v128.store(SETUP, p0, ATTRIBUTES);
  v128.store(SETUP, slopeAcross(p1, p2, aby, acy, scale), ATTRIBUTES_X);
  v128.store(SETUP, slopeAcross(p2, p1, acx, abx, scale), ATTRIBUTES_Y);
  v128.store(SETUP, f32x4(ax, ay, ax, ay), CORNER);
  store<i32>(SETUP + IN_HIGHLIGHT, 0);
  if ((load<i32>(part + PART_FLAGS) & SHINES) === 0) return;
  const s0 = v128.load64_zero(points + i0 * COORDINATE);
  const s1 = v128.load64_zero(points + i1 * COORDINATE);
  const s2 = v128.load64_zero(points + i2 * COORDINATE);
  const toS1 = f32x4.sub(s1, s0);
  const toS2 = f32x4.sub(s2, s0);
  const slopeX = slopeAcross(toS1, toS2, aby, acy, scale);
  const slopeY = slopeAcross(toS2, toS1, acx, abx, scale);
  v128.store(SETUP, s0, SHINE);
  v128.store(SETUP, slopeX, SHINE_X);
  v128.store(SETUP, slopeY, SHINE_Y);
  // A point may be beyond the corners by half a pixel, and by the shift of a texel.
  const slack = f32x4.add(
    f32x4.mul(f32x4.splat(0.5), f32x4.add(f32x4.abs(slopeX), f32x4.abs(slopeY))),
    f32x4(0.5 * load<f32>(part + PART_SHIFT), 0, 0, 0),
  );
  const least = f32x4.sub(f32x4.pmin(s0, f32x4.pmin(s1, s2)), slack);
  const most = f32x4.add(f32x4.pmax(s0, f32x4.pmax(s1, s2)), slack);
  const nearest = f32x4.pmax(f32x4.splat(0), f32x4.pmax(least, f32x4.neg(most)));
  const squares = f32x4.mul(nearest, nearest);
  const square = f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1);
  // This comparison treats NaN as inside the highlight.
  if (!(square * load<f32>(part + PART_SHARPNESS) > LOBE_REACH)) store<i32>(SETUP + IN_HIGHLIGHT, 1);
}

/** Returns (one x c - other x b) x scale: slopes of values relative to those of the first corner. */
function slopeAcross(one: v128, other: v128, b: f32, c: f32, scale: v128): v128 {
  return f32x4.mul(f32x4.sub(f32x4.mul(one, f32x4.splat(c)), f32x4.mul(other, f32x4.splat(b))), scale);
}

/** Returns whether the depths of the corners are so similar that the texture needs no perspective. */
function isFlat(nears: v128): bool {
  let most = f32x4.pmax(nears, i32x4.shuffle(nears, nears, 2, 3, 0, 1));
  most = f32x4.pmax(most, i32x4.shuffle(most, most, 1, 0, 3, 2));
  let least = f32x4.pmin(nears, i32x4.shuffle(nears, nears, 2, 3, 0, 1));
  least = f32x4.pmin(least, i32x4.shuffle(least, least, 1, 0, 3, 2));
  return f32x4.extract_lane(most, 0) < FLAT * f32x4.extract_lane(least, 0);
}

/** Returns 1, u and v in 1/256 texels, and light; divided by the distance unless flat, to be linear. */
function attributes(vertex: i32, coordinates: i32, index: i32, size: v128, flat: bool): v128 {
  const at = coordinates + index * COORDINATE;
  const values = f32x4.mul(f32x4(1, load<f32>(at), load<f32>(at + 4), load<f32>(vertex + 12)), size);
  return flat ? values : f32x4.mul(values, f32x4.splat(load<f32>(vertex + 8)));
}

/**
 * Computes the three edge functions, positive inside: slope in x, slope in y, value at the origin. An edge is
 * always computed from the same end, so two triangles that share an edge share it exactly, and every sample
 * belongs to one of them.
 */
function setUpEdges(a: v128, b: v128, c: v128, inner: v128): void {
  // One edge for each lane: from corner a, b, c to corner b, c, a.
  const fromX = i32x4.shuffle(i32x4.shuffle(a, b, 0, 4, 0, 4), c, 0, 1, 4, 4);
  const fromY = i32x4.shuffle(i32x4.shuffle(a, b, 1, 5, 1, 5), c, 0, 1, 5, 5);
  const toX = i32x4.shuffle(fromX, fromX, 1, 2, 0, 0);
  const toY = i32x4.shuffle(fromY, fromY, 1, 2, 0, 0);
  const x = f32x4.sub(fromY, toY);
  const y = f32x4.sub(toX, fromX);
  const forward = v128.or(f32x4.lt(fromX, toX), v128.and(f32x4.eq(fromX, toX), f32x4.lt(fromY, toY)));
  const origin = f32x4.add(
    f32x4.mul(x, v128.bitselect(fromX, toX, forward)),
    f32x4.mul(y, v128.bitselect(fromY, toY, forward)),
  );
  const inner0 = i32x4.shuffle(inner, inner, 0, 0, 0, 0);
  const inner1 = i32x4.shuffle(inner, inner, 1, 1, 1, 1);
  const inner2 = i32x4.shuffle(inner, inner, 2, 2, 2, 2);
  const samples0 = setUpEdge(SETUP, i32x4.shuffle(x, x, 0, 0, 0, 0), i32x4.shuffle(y, y, 0, 0, 0, 0), inner0);
  const samples1 = setUpEdge(
    SETUP + EDGE,
    i32x4.shuffle(x, x, 1, 1, 1, 1),
    i32x4.shuffle(y, y, 1, 1, 1, 1),
    inner1,
  );
  const samples2 = setUpEdge(
    SETUP + 2 * EDGE,
    i32x4.shuffle(x, x, 2, 2, 2, 2),
    i32x4.shuffle(y, y, 2, 2, 2, 2),
    inner2,
  );
  const low = f32x4.pmax(
    i32x4.shuffle(samples0, samples1, 0, 4, 1, 5),
    i32x4.shuffle(samples0, samples1, 2, 6, 3, 7),
  );
  const high = f32x4.pmax(samples2, i32x4.shuffle(samples2, samples2, 2, 3, 0, 1));
  const most = f32x4.pmax(i32x4.shuffle(low, high, 0, 1, 4, 4), i32x4.shuffle(low, high, 2, 3, 5, 5));
  v128.store(SETUP, x, PLANES_X);
  v128.store(SETUP, y, PLANES_Y);
  v128.store(SETUP, origin, PLANES_ORIGIN);
  // If all edges are inside a surface, only the middle counts: seenPixels is exact.
  const slack = f32x4.splat(i32x4.all_true(inner) ? 0 : SLACK);
  v128.store(SETUP, f32x4.add(most, slack), PLANES_MOST);
}

/** Returns whether a surface with one orientation continues beyond all edges of a triangle. */
function isInside(triangle: i32): bool {
  const first = load<i32>(triangle, TRIANGLE_NEIGHBOURS);
  if (first === 0) return false;
  const faces = load<i32>(triangle, TRIANGLE_FACES);
  return (
    load<i32>(first, TRIANGLE_FACES) === faces &&
    load<i32>(load<i32>(triangle, TRIANGLE_NEIGHBOURS + 4), TRIANGLE_FACES) === faces &&
    load<i32>(load<i32>(triangle, TRIANGLE_NEIGHBOURS + 8), TRIANGLE_FACES) === faces
  );
}

/** Returns -1 if the triangle beyond an edge is also inside its surface, else 0. */
function goesOn(triangle: i32, edge: i32): i32 {
  return isInside(load<i32>(triangle + edge + TRIANGLE_NEIGHBOURS)) ? -1 : 0;
}

/** Stores the slope of an edge in x and its values at pixel 0, 0, which it returns. */
function setUpEdge(edge: i32, x: v128, y: v128, inner: v128): v128 {
  const middle = f32x4.splat(0.5);
  const samples = f32x4.add(
    f32x4.mul(x, v128.bitselect(middle, v128.load(SAMPLES_X), inner)),
    f32x4.mul(y, v128.bitselect(middle, v128.load(SAMPLES_Y), inner)),
  );
  v128.store(edge, x);
  v128.store(edge, samples, 16);
  return samples;
}
