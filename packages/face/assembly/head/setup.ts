import { COORDINATE, PART_BIAS, VERTEX } from './layout';

/** Four samples a pixel on a rotated grid: a near vertical or horizontal edge gets four steps. */
const SAMPLES_X: i32 = i32(memory.data<f32>([0.375, 0.875, 0.125, 0.625], 16));
const SAMPLES_Y: i32 = i32(memory.data<f32>([0.125, 0.375, 0.625, 0.875], 16));

/**
 * What drawing a triangle needs, in memory rather than in variables: the compiler computes pure expressions anew in the
 * innermost loop when it runs out of registers, but a value that was stored it loads.
 *
 * Edges, three times: slope in x four times over, at the samples of pixel 0, 0 (f32 x 4 each). Then 1 / distance: slope in x,
 * at the samples of pixel 0, 0. Then the attributes (below) at pixel 0, 0, and their slopes in x and in y.
 */
export const SETUP: i32 = i32(memory.data(288, 16));
export const EDGE: i32 = 32;
export const NEAR: i32 = 96;
export const NEAR_SAMPLES: i32 = 112;
export const ATTRIBUTES: i32 = 128;
export const ATTRIBUTES_X: i32 = 144;
export const ATTRIBUTES_Y: i32 = 160;
/**
 * Of the three edges, one a lane: slopes in y, values at 0, 0, the most that the samples of a pixel add, -1 /
 * slope in x; whether the slope in x is above 0.
 */
export const EDGES_Y: i32 = 176;
export const EDGES_ORIGIN: i32 = 192;
export const EDGES_MOST: i32 = 208;
export const EDGES_INVERSE: i32 = 240;
export const EDGES_RISE: i32 = 256;
/** Scalars: slope of 1 / distance in y; corner from which the attributes start; 1 where they need the perspective division. */
export const NEAR_Y: i32 = 272;
export const CORNER_X: i32 = 276;
export const CORNER_Y: i32 = 280;
export const PERSPECTIVE: i32 = 284;

/** Nearest over farthest corner: below it a straight line in the texture is off by less than .2 % of the triangle. */
const FLAT: f32 = 1.008;
/** 1 / slope of an edge that is level: every column lies on the same side of it. */
const LEVEL_EDGE: f32 = 1e30;

/** Pixels squared: more than what rounding takes from a value that is computed twice. */
const SLACK: f32 = 0.01;

/** Prepares a triangle of two or of either sides. */
export function setUpTriangle(triangle: i32, part: i32, screen: i32, coordinates: i32): void {
  const i0 = load<i32>(triangle);
  let i1 = load<i32>(triangle + 4);
  let i2 = load<i32>(triangle + 8);
  const a = screen + i0 * VERTEX;
  let b = screen + i1 * VERTEX;
  let c = screen + i2 * VERTEX;
  const ax = load<f32>(a);
  const ay = load<f32>(a + 4);
  let area = (load<f32>(b) - ax) * (load<f32>(c + 4) - ay) - (load<f32>(c) - ax) * (load<f32>(b + 4) - ay);
  if (area < 0) {
    area = -area;
    const index = i1;
    i1 = i2;
    i2 = index;
    const vertex = b;
    b = c;
    c = vertex;
  }
  const bx = load<f32>(b);
  const by = load<f32>(b + 4);
  const cx = load<f32>(c);
  const cy = load<f32>(c + 4);
  setUpEdge(0, ax, ay, bx, by);
  setUpEdge(1, bx, by, cx, cy);
  setUpEdge(2, cx, cy, ax, ay);
  const aq = load<f32>(a + 8);
  const bq = load<f32>(b + 8);
  const cq = load<f32>(c + 8);
  const flat = max(aq, max(bq, cq)) < FLAT * min(aq, min(bq, cq));
  store<i32>(SETUP + PERSPECTIVE, flat ? 0 : 1);
  const size = v128.load(load<i32>(triangle + 12));
  const p0 = attributes(a, coordinates, i0, size, flat);
  const p1 = f32x4.sub(attributes(b, coordinates, i1, size, flat), p0);
  const p2 = f32x4.sub(attributes(c, coordinates, i2, size, flat), p0);
  const scale = f32x4.splat(1 / area);
  const slopeX = f32x4.mul(
    f32x4.sub(f32x4.mul(p1, f32x4.splat(cy - ay)), f32x4.mul(p2, f32x4.splat(by - ay))),
    scale,
  );
  const slopeY = f32x4.mul(
    f32x4.sub(f32x4.mul(p2, f32x4.splat(bx - ax)), f32x4.mul(p1, f32x4.splat(cx - ax))),
    scale,
  );
  v128.store(SETUP + ATTRIBUTES, p0);
  v128.store(SETUP + ATTRIBUTES_X, slopeX);
  v128.store(SETUP + ATTRIBUTES_Y, slopeY);
  store<f32>(SETUP + CORNER_X, ax);
  store<f32>(SETUP + CORNER_Y, ay);

  const bias = load<f32>(part + PART_BIAS);
  const nearX = (((bq - aq) * (cy - ay) - (cq - aq) * (by - ay)) / area) * bias;
  const nearY = (((cq - aq) * (bx - ax) - (bq - aq) * (cx - ax)) / area) * bias;
  v128.store(SETUP + NEAR, f32x4.splat(nearX));
  store<f32>(SETUP + NEAR_Y, nearY);
  v128.store(
    SETUP + NEAR_SAMPLES,
    f32x4.add(
      f32x4.add(
        f32x4.mul(f32x4.splat(nearX), f32x4.sub(v128.load(SAMPLES_X), f32x4.splat(ax))),
        f32x4.mul(f32x4.splat(nearY), f32x4.sub(v128.load(SAMPLES_Y), f32x4.splat(ay))),
      ),
      f32x4.splat(aq * bias),
    ),
  );
}

/**
 * 1, u and v in 1/256 texels, light; where the triangle is not flat divided by the distance: what is linear on the screen.
 */
function attributes(vertex: i32, coordinates: i32, index: i32, size: v128, flat: bool): v128 {
  const at = coordinates + index * COORDINATE;
  const values = f32x4.mul(f32x4(1, load<f32>(at), load<f32>(at + 4), load<f32>(vertex + 12)), size);
  return flat ? values : f32x4.mul(values, f32x4.splat(load<f32>(vertex + 8)));
}

/**
 * An edge function, positive inside: slope in x, slope in y, value at the origin. It is always computed from the same end,
 * whichever triangle asks, and negated for the other; so two triangles that share an edge share it exactly, and every sample
 * belongs to one of them.
 */
function setUpEdge(edge: i32, ax: f32, ay: f32, bx: f32, by: f32): void {
  let x: f32;
  let y: f32;
  let origin: f32;
  if (ax < bx || (ax === bx && ay < by)) {
    x = ay - by;
    y = bx - ax;
    origin = x * ax + y * ay;
  } else {
    x = -(by - ay);
    y = -(ax - bx);
    origin = -((by - ay) * bx + (ax - bx) * by);
  }
  const at = SETUP + edge * EDGE;
  v128.store(at, f32x4.splat(x));
  const samples = f32x4.add(
    f32x4.mul(f32x4.splat(x), v128.load(SAMPLES_X)),
    f32x4.mul(f32x4.splat(y), v128.load(SAMPLES_Y)),
  );
  v128.store(at, samples, 16);
  const most = f32x4.pmax(samples, i32x4.shuffle(samples, samples, 2, 3, 0, 1));
  const lane = SETUP + edge * 4;
  store<f32>(lane + EDGES_Y, y);
  store<f32>(lane + EDGES_ORIGIN, origin);
  store<f32>(lane + EDGES_MOST, max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)) + SLACK);
  store<f32>(lane + EDGES_INVERSE, x !== 0 ? -1 / x : LEVEL_EDGE);
  store<i32>(lane + EDGES_RISE, x > 0 ? -1 : 0);
}
