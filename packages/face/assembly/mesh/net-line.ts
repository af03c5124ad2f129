/**
 * A line of pixels across a cell of a net (grid-warp.ts): x and y where its first pixel comes from, and how far each further one slips; in
 * 65,536ths of a pixel, so that nothing is converted on the way. How it changes from one line to the next is told in the same way.
 */

const ONE: f32 = 65536;

/**
 * The line `t` of a cell's height below `upper`, a row of the net (x, y of two points), with `down` from there to the next row; its first pixel
 * is at `left`, `top`.
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

/** How the line of such a cell changes from one to the next. */
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

/** The same line, or change of it, `count` pixels further; `pixel` is what a pixel itself counts: 65,536 of a line, nothing of a slip. */
export function further(line: v128, count: i32, pixel: i32): v128 {
  const slips = i32x4.add(i32x4.shuffle(line, line, 2, 3, 2, 3), i32x4(pixel, 0, pixel, 0));
  const aside = i32x4.mul(slips, i32x4.splat(count));
  return i32x4.add(line, i32x4.shuffle(aside, i32x4.splat(0), 0, 1, 4, 4));
}

/** Of neighbours, of which `along` says which each is: what is left of their x without whole pixels, u16. */
export function partsOfX(line: v128, along: v128): v128 {
  return partsOf(i32x4.extract_lane(line, 0), i32x4.extract_lane(line, 2), along);
}

/** The same of their y. */
export function partsOfY(line: v128, along: v128): v128 {
  return partsOf(i32x4.extract_lane(line, 1), i32x4.extract_lane(line, 3), along);
}

function partsOf(start: i32, slip: i32, along: v128): v128 {
  return i16x8.add(i16x8.splat(i16(start)), i16x8.mul(i16x8.splat(i16(slip)), along));
}

/** How many whole pixels the last of neighbours, `others` after the first, slips beyond it or back: 1, 0 or -1 in a gentle cell. */
export function slipOver(first: i32, slip: i32, others: i32): i32 {
  return ((first + others * slip) >> 16) - (first >> 16);
}

/** Which of neighbours are a pixel further than the first, or one less far: `parts` are what is left of theirs, `first` its place, `slip` is not 0. */
export function slipped(parts: v128, first: i32, slip: i32): v128 {
  const own = i16x8.splat(i16(first));
  return slip > 0 ? v128.lt<u16>(parts, own) : v128.gt<u16>(parts, own);
}

/** A value held between two others, both included. */
export function hold(value: i32, least: i32, most: i32): i32 {
  return max(least, min(most, value));
}
