import { bicubic, HALF, WEIGHT_BITS } from './bicubic';
import { changeOf, further, hold, lineOf, partsOfX, partsOfY, slipOver, slipped } from './net-line';

/**
 * Warps the luma of an image by a grid of shifts (grid-warp.ts), bicubic. Eight adjacent pixels are computed
 * together if their sources are adjacent, as they nearly always are; other pixels one by one. Addresses are
 * in bytes.
 */

const EIGHT: v128 = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
/** Bits of a position below the tabulated phases: 128 phases for each pixel. */
const PHASE_SHIFT: i32 = 9;
/** Half of a phase. */
const ROUND: i32 = 256;

/** Writes luma minus 128 as i16, eight pixels at a time. */
export function widenLuma(from: usize, to: usize, pixels: i32): void {
  for (let at = 0; at < pixels; at += 8)
    v128.store(to + 2 * at, i16x8.sub(v128.load_ext<u8>(from + at), i16x8.splat(128)));
}

/**
 * Warps a cell of the grid. `upper` has its upper two points (x, y), `down` the differences to the lower two.
 * `wide` is the result of `widenLuma` for `from`.
 */
export function warpLumaCell(
  from: usize,
  wide: usize,
  to: usize,
  width: i32,
  height: i32,
  upper: v128,
  down: v128,
  perPixel: f32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  isEasy: bool,
  weights: usize,
): void {
  if (isEasy) {
    const first = lineOf(upper, down, 0.5 * perPixel, perPixel, left, top);
    const change = changeOf(down, perPixel);
    for (let x = left; x < right; x += 8) {
      const line = further(first, x - left, 65536);
      const next = further(change, x - left, 0);
      warpEights(wide, to + top * width + x, width, min(8, right - x), bottom - top, line, next);
    }
    return;
  }
  const mostX = (width - 3) << 16;
  const mostY = (height - 3) << 16;
  for (let y = top; y < bottom; y++) {
    const line = lineOf(upper, down, (f32(y - top) + 0.5) * perPixel, perPixel, left, y);
    let sx = i32x4.extract_lane(line, 0);
    let sy = i32x4.extract_lane(line, 1);
    const slipX = i32x4.extract_lane(line, 2);
    const slipY = i32x4.extract_lane(line, 3);
    const stop = to + y * width + right;
    for (let out = to + y * width + left; out < stop; out++) {
      const heldX = hold(sx + ROUND, 65536, mostX);
      const heldY = hold(sy + ROUND, 65536, mostY);
      const sum = bicubic(from, width, heldX >> PHASE_SHIFT, heldY >> PHASE_SHIFT, weights);
      store<u8>(out, u8(hold((sum + HALF) >> WEIGHT_BITS, 16, 235)));
      sx += slipX + 65536;
      sy += slipY;
    }
  }
}

/**
 * Writes eight pixels on consecutive lines, the first of which is `line`: weighted sums of neighbours along
 * each of four rows, then across the rows. `count` of the eight are stored.
 */
function warpEights(
  wide: usize,
  to: usize,
  width: i32,
  count: i32,
  lines: i32,
  line: v128,
  change: v128,
): void {
  let partsX = partsOfX(line, EIGHT);
  let partsY = partsOfY(line, EIGHT);
  const changePartsX = partsOfX(change, EIGHT);
  const changePartsY = partsOfY(change, EIGHT);
  const row = 2 * width;
  for (let y = 0; y < lines; y++, to += width) {
    // In 1/128 with the sum 128, so that uniform areas stay uniform.
    let g = leftOf(partsX);
    let fg = i16x8.q15mulr_sat_s(i16x8.sub(i16x8.splat(16384), g), i16x8.shl(g, 1));
    let fgg = i16x8.q15mulr_sat_s(fg, i16x8.shl(g, 1));
    let ffg = i16x8.sub(fg, fgg);
    let first = v128.shr<i16>(i16x8.add(fgg, i16x8.splat(128)), 8);
    let last = v128.shr<i16>(i16x8.add(ffg, i16x8.splat(128)), 8);
    const most = i16x8.add(g, i16x8.sub(fgg, v128.shr<i16>(ffg, 1)));
    let second = v128.shr<i16>(i16x8.add(most, i16x8.splat(64)), 7);
    let third = i16x8.add(i16x8.sub(i16x8.splat(128), second), i16x8.add(first, last));

    const sx = i32x4.extract_lane(line, 0);
    const sy = i32x4.extract_lane(line, 1);
    const corner = wide + ((sy >> 16) - 1) * row + 2 * ((sx >> 16) - 1);
    const slipAlong = slipOver(sx, i32x4.extract_lane(line, 2), 7);
    const slipAcross = slipOver(sy, i32x4.extract_lane(line, 3), 7);
    let row0: v128;
    let row1: v128;
    let row2: v128;
    let row3: v128;
    if (slipAlong === 0) {
      // Most groups have eight adjacent sources in a row.
      row0 = wholeRow(corner, first, second, third, last);
      row1 = wholeRow(corner + row, first, second, third, last);
      row2 = wholeRow(corner + 2 * row, first, second, third, last);
      row3 = wholeRow(corner + 3 * row, first, second, third, last);
    } else {
      const have = slipped(partsX, sx, slipAlong);
      row0 = slippedRow(corner, slipAlong, have, first, second, third, last);
      row1 = slippedRow(corner + row, slipAlong, have, first, second, third, last);
      row2 = slippedRow(corner + 2 * row, slipAlong, have, first, second, third, last);
      row3 = slippedRow(corner + 3 * row, slipAlong, have, first, second, third, last);
    }
    if (slipAcross !== 0) {
      const have = slipped(partsY, sy, slipAcross);
      const beyond = corner + (slipAcross > 0 ? 4 : -1) * row;
      const row4 = slippedRow(beyond, slipAlong, slipped(partsX, sx, slipAlong), first, second, third, last);
      if (slipAcross > 0) {
        row0 = v128.bitselect(row1, row0, have);
        row1 = v128.bitselect(row2, row1, have);
        row2 = v128.bitselect(row3, row2, have);
        row3 = v128.bitselect(row4, row3, have);
      } else {
        row3 = v128.bitselect(row2, row3, have);
        row2 = v128.bitselect(row1, row2, have);
        row1 = v128.bitselect(row0, row1, have);
        row0 = v128.bitselect(row4, row0, have);
      }
    }

    g = leftOf(partsY);
    const f = i16x8.sub(i16x8.splat(16384), g);
    fg = i16x8.q15mulr_sat_s(f, i16x8.shl(g, 1));
    fgg = i16x8.q15mulr_sat_s(fg, i16x8.shl(g, 1));
    ffg = i16x8.sub(fg, fgg);
    first = i16x8.neg(v128.shr<i16>(fgg, 1));
    last = i16x8.neg(v128.shr<i16>(ffg, 1));
    second = i16x8.add(g, i16x8.add(fgg, last));
    third = i16x8.add(f, i16x8.add(ffg, first));
    const low = sumsOf(
      i16x8.shuffle(row0, row1, 0, 8, 1, 9, 2, 10, 3, 11),
      i16x8.shuffle(first, second, 0, 8, 1, 9, 2, 10, 3, 11),
      i16x8.shuffle(row2, row3, 0, 8, 1, 9, 2, 10, 3, 11),
      i16x8.shuffle(third, last, 0, 8, 1, 9, 2, 10, 3, 11),
    );
    const high = sumsOf(
      i16x8.shuffle(row0, row1, 4, 12, 5, 13, 6, 14, 7, 15),
      i16x8.shuffle(first, second, 4, 12, 5, 13, 6, 14, 7, 15),
      i16x8.shuffle(row2, row3, 4, 12, 5, 13, 6, 14, 7, 15),
      i16x8.shuffle(third, last, 4, 12, 5, 13, 6, 14, 7, 15),
    );
    const value = i16x8.add(i16x8.narrow_i32x4_s(low, high), i16x8.splat(128));
    storeBytes(to, count, i16x8.max_s(i16x8.splat(16), i16x8.min_s(i16x8.splat(235), value)));

    line = i32x4.add(line, change);
    partsX = i16x8.add(partsX, changePartsX);
    partsY = i16x8.add(partsY, changePartsY);
  }
}

/** Returns the distances from the positions to the next pixel, in 1/16,384. */
function leftOf(parts: v128): v128 {
  return i16x8.sub(i16x8.splat(16384), v128.shr<u16>(parts, 2));
}

/** Returns eight sums of four neighbours in a row, the first of which is `at`, in 1/128. */
function slippedRow(
  at: usize,
  slip: i32,
  have: v128,
  first: v128,
  second: v128,
  third: v128,
  last: v128,
): v128 {
  let a = v128.load(at);
  let b = v128.load(at, 2);
  let c = v128.load(at, 4);
  let d = v128.load(at, 6);
  if (slip > 0) {
    a = v128.bitselect(b, a, have);
    b = v128.bitselect(c, b, have);
    c = v128.bitselect(d, c, have);
    d = v128.bitselect(v128.load(at, 8), d, have);
  } else if (slip < 0) {
    d = v128.bitselect(c, d, have);
    c = v128.bitselect(b, c, have);
    b = v128.bitselect(a, b, have);
    a = v128.bitselect(v128.load(at - 2), a, have);
  }
  return sumOfFour(a, b, c, d, first, second, third, last);
}

/** Returns the same sums for adjacent sources. */
function wholeRow(at: usize, first: v128, second: v128, third: v128, last: v128): v128 {
  return sumOfFour(
    v128.load(at),
    v128.load(at, 2),
    v128.load(at, 4),
    v128.load(at, 6),
    first,
    second,
    third,
    last,
  );
}

/** Returns weighted sums. The outer two weights are negative. */
function sumOfFour(
  a: v128,
  b: v128,
  c: v128,
  d: v128,
  first: v128,
  second: v128,
  third: v128,
  last: v128,
): v128 {
  return i16x8.sub(
    i16x8.add(i16x8.mul(b, second), i16x8.mul(c, third)),
    i16x8.add(i16x8.mul(a, first), i16x8.mul(d, last)),
  );
}

/** Returns four sums of two pairs each, with weights in 1/128 times 1/16,384. */
function sumsOf(pairs: v128, weights: v128, others: v128, otherWeights: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(pairs, weights), i32x4.dot_i16x8_s(others, otherWeights));
  return v128.shr<i32>(i32x4.add(sum, i32x4.splat(1 << 20)), 21);
}

/** Stores the first `count` of eight values, an even number. */
function storeBytes(to: usize, count: i32, values: v128): void {
  let bytes = i8x16.narrow_i16x8_u(values, values);
  if (count === 8) {
    v128.store64_lane(to, bytes, 0);
    return;
  }
  if ((count & 4) !== 0) {
    v128.store32_lane(to, bytes, 0);
    bytes = i32x4.shuffle(bytes, bytes, 1, 1, 1, 1);
  }
  if ((count & 2) !== 0) v128.store16_lane(to + (count & 4), bytes, 0);
}
