/**
 * A line of pixels across a cell of a grid (grid-warp.ts): x and y of the source of its first pixel, and the
 * additional shift of each next pixel, in 1/65,536 pixels, so that no conversion is needed. Its change from
 * one line to the next has the same format.
 */

const ONE: f32 = 65536;

/**
 * Returns the line at height `t` of a cell below `upper`, a row of the grid (x, y of two points), with `down`
 * from there to the next row. Its first pixel is at `left`, `top`.
 */
export function lineOf(upper: v128, down: v128, t: f32, perPixel: f32, left: i32, top: i32): v128 {
  const shifts = f32x4.add(upper, f32x4.mul(f32x4.splat(t), down));
  const along = f32x4.mul(
    f32x4.sub(f32x4.shuffle(shifts, shifts, 2, 3, 2, 3), shifts),
    f32x4.splat(perPixel),
  );
  const places = f32x4.convert_i32x4_s(i32x4.replace_lane(i32x4.splat(left), 1, top));
  const first = f32x4.add(places, f32x4.add(shifts, f32x4.mul(along, f32x4.splat(0.5))));
  return i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.shuffle(first, along, 0, 1, 4, 5), f32x4.splat(ONE)));
}

/** Returns the change of the line of a cell from one line to the next. */
export function changeOf(down: v128, perPixel: f32): v128 {
  const shifts = f32x4.mul(down, f32x4.splat(perPixel));
  const along = f32x4.mul(
    f32x4.sub(f32x4.shuffle(shifts, shifts, 2, 3, 2, 3), shifts),
    f32x4.splat(perPixel),
  );
  const first = f32x4.add(shifts, f32x4.mul(along, f32x4.splat(0.5)));
  const change = f32x4.mul(f32x4.shuffle(first, along, 0, 1, 4, 5), f32x4.splat(ONE));
  return i32x4.add(i32x4.trunc_sat_f32x4_s(f32x4.nearest(change)), i32x4(0, 65536, 0, 0));
}

/**
 * Moves a line, or a change of it, by `count` pixels. `pixel` is the width of a pixel itself: 65,536 for a
 * line, 0 for a change.
 */
export function further(line: v128, count: i32, pixel: i32): v128 {
  const slips = i32x4.add(i32x4.shuffle(line, line, 2, 3, 2, 3), i32x4(pixel, 0, pixel, 0));
  const aside = i32x4.mul(slips, i32x4.splat(count));
  return i32x4.add(line, i32x4.shuffle(aside, i32x4.splat(0), 0, 1, 4, 4));
}

/** Returns the fractional parts of x of neighbours, u16. `along` has their indices. */
export function partsOfX(line: v128, along: v128): v128 {
  return partsOf(i32x4.extract_lane(line, 0), i32x4.extract_lane(line, 2), along);
}

/** Returns the fractional parts of y of neighbours, u16. */
export function partsOfY(line: v128, along: v128): v128 {
  return partsOf(i32x4.extract_lane(line, 1), i32x4.extract_lane(line, 3), along);
}

function partsOf(start: i32, slip: i32, along: v128): v128 {
  return i16x8.add(i16x8.splat(i16(start)), i16x8.mul(i16x8.splat(i16(slip)), along));
}

/**
 * Returns the whole pixels by which the last of neighbours, `others` after the first, is shifted beyond a
 * uniform step: 1, 0 or -1 in a gentle cell.
 */
export function slipOver(first: i32, slip: i32, others: i32): i32 {
  return ((first + others * slip) >> 16) - (first >> 16);
}

/**
 * Returns the neighbours that are one pixel farther than the first, or one pixel less. `parts` are their
 * fractional parts, `first` is its position, `slip` is not 0.
 */
export function slipped(parts: v128, first: i32, slip: i32): v128 {
  const own = i16x8.splat(i16(first));
  return slip > 0 ? v128.lt<u16>(parts, own) : v128.gt<u16>(parts, own);
}

/** Limits a value to a range, both ends included. */
export function hold(value: i32, least: i32, most: i32): i32 {
  return max(least, min(most, value));
}
