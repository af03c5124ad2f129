import { FAR, SAMPLES, TILE } from './layout';
import {
  ATTRIBUTES,
  ATTRIBUTES_X,
  ATTRIBUTES_Y,
  CORNER,
  EDGE,
  NEAR,
  NEAR_SAMPLES,
  NEAR_Y,
  PERSPECTIVE,
  PLANES_MOST,
  PLANES_ORIGIN,
  PLANES_X,
  PLANES_Y,
  SETUP,
} from './setup';
import { findTexel } from './texture';

/** Mean position of the covered samples for each of the sixteen coverages, x then y. */
export const CENTRES: i32 = i32(
  memory.data<f32>([
    0.5, 0.5, 0.375, 0.125, 0.875, 0.375, 0.625, 0.25, 0.125, 0.625, 0.25, 0.375, 0.5, 0.5, 0.4583333, 0.375,
    0.625, 0.875, 0.5, 0.5, 0.75, 0.625, 0.625, 0.4583333, 0.375, 0.75, 0.375, 0.5416667, 0.5416667, 0.625,
    0.5, 0.5,
  ]),
);

/** Columns and rows of the pixels that are drawn together: x, y, x, y (f32 x 4). */
export const PLACES: i32 = i32(memory.data(16 * TILE * TILE, 16));
for (let pixel = 0; pixel < TILE * TILE; pixel++) {
  const x = f32(pixel & (TILE - 1));
  const y = f32(pixel / TILE);
  v128.store(PLACES + pixel * 16, f32x4(x, y, x, y));
}

/**
 * A fragment is a pixel to draw: 1 / distance of its samples (f32 x 4), masks of the drawn samples, position
 * of its texel (findTexel), light in four lanes (f32 x 4), index among the pixels that are drawn together
 * (i32). In a highlight also: its brightness (f32) and the position of the fragment in it (f32 x 2).
 */
export const FRAGMENT: i32 = 80;
export const FRAGMENTS: i32 = i32(memory.data(80 * TILE * TILE, 16));
export const FRAGMENT_DRAWN: i32 = 16;
export const FRAGMENT_TEXEL: i32 = 32;
export const FRAGMENT_LIGHT: i32 = 48;
export const FRAGMENT_PIXEL: i32 = 64;
export const FRAGMENT_SHINE: i32 = 68;
export const FRAGMENT_POINT: i32 = 72;

/** Bytes from the samples of the first pixel to those of each pixel (i32), for a pitch. */
export const OFFSETS: i32 = i32(memory.data(4 * TILE * TILE, 16));

export function setOffsets(pitch: i32): void {
  for (let pixel = 0; pixel < TILE * TILE; pixel++) {
    store<i32>(OFFSETS + pixel * 4, ((pixel / TILE) * pitch + (pixel & (TILE - 1))) * SAMPLES);
  }
}

/**
 * Returns the maxima of the edges and of 1 / distance of the prepared triangle at the samples of a box of
 * pixels.
 */
export function mostOf(left: i32, right: i32, upper: i32, lower: i32): v128 {
  const slopesX = v128.load(SETUP, PLANES_X);
  const slopesY = v128.load(SETUP, PLANES_Y);
  const nought = f32x4.splat(0);
  const x = v128.bitselect(i32x4.splat(right), i32x4.splat(left), f32x4.gt(slopesX, nought));
  const y = v128.bitselect(i32x4.splat(lower), i32x4.splat(upper), f32x4.gt(slopesY, nought));
  const rows = f32x4.sub(f32x4.mul(slopesY, f32x4.convert_i32x4_s(y)), v128.load(SETUP, PLANES_ORIGIN));
  return f32x4.add(
    f32x4.mul(slopesX, f32x4.convert_i32x4_s(x)),
    f32x4.add(rows, v128.load(SETUP, PLANES_MOST)),
  );
}

/** Columns of four neighbouring pixels. */
const NEIGHBOURS: v128 = f32x4(0, 1, 2, 3);

/**
 * Returns the pixels from x, y on, in eight columns and the rows up to `last`, with a sample that may be
 * inside the prepared triangle and in front of the drawn surface: one bit for each pixel and one byte for
 * each row. `far` are their farthest samples, `pitch` is in pixels.
 */
export function seenPixels(far: i32, pitch: i32, x: i32, y: i32, last: i32): u64 {
  const columns = f32x4.add(f32x4.convert_i32x4_s(i32x4.splat(x)), NEIGHBOURS);
  const right = f32x4.add(columns, f32x4.splat(4));
  const left0 = f32x4.mul(v128.load(SETUP), columns);
  const left1 = f32x4.mul(v128.load(SETUP, EDGE), columns);
  const left2 = f32x4.mul(v128.load(SETUP, 2 * EDGE), columns);
  const leftNear = f32x4.mul(v128.load(SETUP, NEAR), columns);
  const right0 = f32x4.mul(v128.load(SETUP), right);
  const right1 = f32x4.mul(v128.load(SETUP, EDGE), right);
  const right2 = f32x4.mul(v128.load(SETUP, 2 * EDGE), right);
  const rightNear = f32x4.mul(v128.load(SETUP, NEAR), right);
  let seen: u64 = 0;
  for (let row = y; row <= last; row++, far += pitch * FAR) {
    const most = f32x4.add(
      f32x4.sub(
        f32x4.mul(v128.load(SETUP, PLANES_Y), f32x4.convert_i32x4_s(i32x4.splat(row))),
        v128.load(SETUP, PLANES_ORIGIN),
      ),
      v128.load(SETUP, PLANES_MOST),
    );
    const most0 = i32x4.shuffle(most, most, 0, 0, 0, 0);
    const most1 = i32x4.shuffle(most, most, 1, 1, 1, 1);
    const most2 = i32x4.shuffle(most, most, 2, 2, 2, 2);
    const near = i32x4.shuffle(most, most, 3, 3, 3, 3);
    const leftOutside = v128.or(
      v128.or(f32x4.add(left0, most0), f32x4.add(left1, most1)),
      f32x4.add(left2, most2),
    );
    const rightOutside = v128.or(
      v128.or(f32x4.add(right0, most0), f32x4.add(right1, most1)),
      f32x4.add(right2, most2),
    );
    const leftHidden = f32x4.le(f32x4.add(leftNear, near), v128.load(far));
    const rightHidden = f32x4.le(f32x4.add(rightNear, near), v128.load(far, 16));
    const bits =
      i32x4.bitmask(v128.or(leftOutside, leftHidden)) |
      (i32x4.bitmask(v128.or(rightOutside, rightHidden)) << 4);
    seen |= u64(bits ^ 255) << u64((row - y) * 8);
  }
  return seen;
}

/** Does the same for four columns. */
export function seenOfFour(far: i32, pitch: i32, x: i32, y: i32, last: i32): u64 {
  const columns = f32x4.add(f32x4.convert_i32x4_s(i32x4.splat(x)), NEIGHBOURS);
  const columns0 = f32x4.mul(v128.load(SETUP), columns);
  const columns1 = f32x4.mul(v128.load(SETUP, EDGE), columns);
  const columns2 = f32x4.mul(v128.load(SETUP, 2 * EDGE), columns);
  const columnsNear = f32x4.mul(v128.load(SETUP, NEAR), columns);
  let seen: u64 = 0;
  for (let row = y; row <= last; row++, far += pitch * FAR) {
    const most = f32x4.add(
      f32x4.sub(
        f32x4.mul(v128.load(SETUP, PLANES_Y), f32x4.convert_i32x4_s(i32x4.splat(row))),
        v128.load(SETUP, PLANES_ORIGIN),
      ),
      v128.load(SETUP, PLANES_MOST),
    );
    const outside = v128.or(
      v128.or(
        f32x4.add(columns0, i32x4.shuffle(most, most, 0, 0, 0, 0)),
        f32x4.add(columns1, i32x4.shuffle(most, most, 1, 1, 1, 1)),
      ),
      f32x4.add(columns2, i32x4.shuffle(most, most, 2, 2, 2, 2)),
    );
    const near = f32x4.add(columnsNear, i32x4.shuffle(most, most, 3, 3, 3, 3));
    const hidden = f32x4.le(near, v128.load(far));
    seen |= u64(i32x4.bitmask(v128.or(outside, hidden)) ^ 15) << u64((row - y) * TILE);
  }
  return seen;
}

/**
 * Writes the pixels of `seen` from x, y on with a drawn sample as fragments. Returns their end. `samples` are
 * those of the first pixel. Two loops, this one and that of shadePixels, are faster than one, because the CPU
 * can look ahead past the latency of a pixel.
 */
export function coverPixels(seen: u64, level: i32, samples: i32, x: i32, y: i32): i32 {
  let to = FRAGMENTS;
  const size = v128.load(level);
  // x, y, x, y
  const corner = f32x4.convert_i32x4_s(i32x4(x, y, x, y));
  for (; seen !== 0; seen &= seen - 1) {
    const pixel = i32(ctz(seen));
    const place = f32x4.add(corner, v128.load(PLACES + pixel * 16));
    const xs = i32x4.shuffle(place, place, 0, 0, 0, 0);
    const ys = i32x4.shuffle(place, place, 1, 1, 1, 1);
    const values = f32x4.sub(f32x4.mul(v128.load(SETUP, PLANES_Y), ys), v128.load(SETUP, PLANES_ORIGIN));
    const e0 = f32x4.add(i32x4.shuffle(values, values, 0, 0, 0, 0), v128.load(SETUP, 16));
    const e1 = f32x4.add(i32x4.shuffle(values, values, 1, 1, 1, 1), v128.load(SETUP, EDGE + 16));
    const e2 = f32x4.add(i32x4.shuffle(values, values, 2, 2, 2, 2), v128.load(SETUP, 2 * EDGE + 16));
    const nears = f32x4.add(v128.load(SETUP, NEAR_SAMPLES), f32x4.mul(v128.load(SETUP, NEAR_Y), ys));
    const near = f32x4.add(f32x4.mul(v128.load(SETUP, NEAR), xs), nears);
    const outside = v128.or(
      v128.or(
        f32x4.add(f32x4.mul(v128.load(SETUP), xs), e0),
        f32x4.add(f32x4.mul(v128.load(SETUP, EDGE), xs), e1),
      ),
      f32x4.add(f32x4.mul(v128.load(SETUP, 2 * EDGE), xs), e2),
    );
    const drawn = v128.andnot(
      f32x4.gt(near, v128.load(samples + load<i32>(OFFSETS + pixel * 4))),
      i32x4.shr_s(outside, 31),
    );
    const bits = i32x4.bitmask(drawn);
    if (bits === 0) continue;
    // One colour for each pixel, read at the middle of its covered samples.
    const centre = f32x4.sub(
      f32x4.add(place, v128.load64_zero(CENTRES + bits * 8)),
      v128.load(SETUP, CORNER),
    );
    let attributes = f32x4.add(
      f32x4.add(
        v128.load(SETUP, ATTRIBUTES),
        f32x4.mul(v128.load(SETUP, ATTRIBUTES_X), i32x4.shuffle(centre, centre, 0, 0, 0, 0)),
      ),
      f32x4.mul(v128.load(SETUP, ATTRIBUTES_Y), i32x4.shuffle(centre, centre, 1, 1, 1, 1)),
    );
    if (load<i32>(SETUP + PERSPECTIVE) !== 0)
      attributes = f32x4.div(attributes, i32x4.shuffle(attributes, attributes, 0, 0, 0, 0));
    v128.store(to, near);
    v128.store(to, drawn, FRAGMENT_DRAWN);
    v128.store(to, findTexel(level, size, attributes), FRAGMENT_TEXEL);
    v128.store(to, i32x4.shuffle(attributes, attributes, 3, 3, 3, 3), FRAGMENT_LIGHT);
    store<i32>(to + FRAGMENT_PIXEL, pixel);
    to += FRAGMENT;
  }
  return to;
}

/**
 * Does the same for a triangle with all edges inside its surface, if `seen` contains exactly the pixels whose
 * middle is in the triangle: draws all samples that are in front of the drawn surface.
 */
export function coverInside(seen: u64, level: i32, samples: i32, x: i32, y: i32): i32 {
  let to = FRAGMENTS;
  const size = v128.load(level);
  start(f32x4.convert_i32x4_s(i32x4.splat(x)), f32x4.convert_i32x4_s(i32x4.splat(y)));
  for (; seen !== 0; seen &= seen - 1) {
    const pixel = i32(ctz(seen));
    const place = v128.load(PLACES + pixel * 16);
    const across = i32x4.shuffle(place, place, 0, 0, 0, 0);
    const down = i32x4.shuffle(place, place, 1, 1, 1, 1);
    const near = f32x4.add(
      f32x4.add(v128.load(START), f32x4.mul(v128.load(SETUP, NEAR), across)),
      f32x4.mul(v128.load(SETUP, NEAR_Y), down),
    );
    const drawn = f32x4.gt(near, v128.load(samples + load<i32>(OFFSETS + pixel * 4)));
    if (!v128.any_true(drawn)) continue;
    let attributes = f32x4.add(
      f32x4.add(v128.load(START, 16), f32x4.mul(v128.load(SETUP, ATTRIBUTES_X), across)),
      f32x4.mul(v128.load(SETUP, ATTRIBUTES_Y), down),
    );
    if (load<i32>(SETUP + PERSPECTIVE) !== 0)
      attributes = f32x4.div(attributes, i32x4.shuffle(attributes, attributes, 0, 0, 0, 0));
    v128.store(to, near);
    v128.store(to, drawn, FRAGMENT_DRAWN);
    v128.store(to, findTexel(level, size, attributes), FRAGMENT_TEXEL);
    v128.store(to, i32x4.shuffle(attributes, attributes, 3, 3, 3, 3), FRAGMENT_LIGHT);
    store<i32>(to + FRAGMENT_PIXEL, pixel);
    to += FRAGMENT;
  }
  return to;
}

/**
 * State at the first pixel of coverInside: 1 / distance of its samples, and the attributes in its middle (f32
 * x 4 each).
 */
const START: i32 = i32(memory.data(32, 16));

function start(x: v128, y: v128): void {
  const near = f32x4.add(
    f32x4.add(v128.load(SETUP, NEAR_SAMPLES), f32x4.mul(v128.load(SETUP, NEAR_Y), y)),
    f32x4.mul(v128.load(SETUP, NEAR), x),
  );
  v128.store(START, near);
  const corner = v128.load(SETUP, CORNER);
  const middle = f32x4.splat(0.5);
  const across = f32x4.sub(f32x4.add(x, middle), i32x4.shuffle(corner, corner, 0, 0, 0, 0));
  const down = f32x4.sub(f32x4.add(y, middle), i32x4.shuffle(corner, corner, 1, 1, 1, 1));
  const attributes = f32x4.add(
    f32x4.add(v128.load(SETUP, ATTRIBUTES), f32x4.mul(v128.load(SETUP, ATTRIBUTES_X), across)),
    f32x4.mul(v128.load(SETUP, ATTRIBUTES_Y), down),
  );
  v128.store(START, attributes, 16);
}
