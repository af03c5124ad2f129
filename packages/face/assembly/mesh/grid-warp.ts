import { bicubic, HALF, WEIGHT_BITS } from './bicubic';

/**
 * Warps the planes of a picture by a net of shifts: the inner loops of src/mesh/grid-warp.ts. Eight neighbours are made at once where they come from neighbours, which is nearly everywhere; elsewhere one by one.
 * Addresses are in bytes. A net has a point every `step` pixels, [rows x columns x 2] f32: where the pixel at the point comes
 * from, less where it is. Between points shifts are bilinear. Cells whose four shifts are all nought are not touched.
 * Places are in 65,536ths of a pixel, so that nothing is converted on the way.
 */

const ONE: f32 = 65536;
/** Eight neighbours drawn apart or together by no more than this, each, pass over one pixel at most, or meet one twice. */
const MOST_SLIP: i32 = 9362;
/** Neighbours behind the first: eight of brightness, four of colour, each twice. */
const EIGHT: v128 = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
const FOUR_TWICE: v128 = i16x8(0, 0, 1, 1, 2, 2, 3, 3);
/** Bits of a place below the steps that weights are tabulated for: 128 steps a pixel. */
const PHASE_SHIFT: i32 = 9;
/** Half of such a step. */
const ROUND: i32 = 256;

/** Of the points `a` and `a` + 8 of one row of the net, and of the row below. */
function isStill(a: usize, b: usize): bool {
  return !v128.any_true(v128.or(v128.load(a), v128.load(b)));
}

/**
 * Of a line across a cell, `t` of its height below `upper`, a row of the net (x, y of two points), and `down` from there to the next row: where
 * its first pixel comes from, `left`, `top` where it is, and how far each further one slips; in 65,536ths.
 */
function lineOf(upper: v128, down: v128, t: f32, perPixel: f32, left: i32, top: i32): v128 {
  const shifts = f32x4.add(upper, f32x4.mul(f32x4.splat(t), down));
  const along = f32x4.mul(
    f32x4.sub(f32x4.shuffle(shifts, shifts, 2, 3, 2, 3), shifts),
    f32x4.splat(perPixel),
  );
  const places = f32x4.convert_i32x4_s(i32x4.replace_lane(i32x4.splat(left), 1, top));
  const first = f32x4.add(places, f32x4.add(shifts, f32x4.mul(along, f32x4.splat(0.5))));
  return i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.shuffle(first, along, 0, 1, 4, 5), f32x4.splat(ONE)));
}

/** How the line of a cell (see `lineOf`) changes from one to the next. */
function changeOf(down: v128, perPixel: f32): v128 {
  const shifts = f32x4.mul(down, f32x4.splat(perPixel));
  const along = f32x4.mul(
    f32x4.sub(f32x4.shuffle(shifts, shifts, 2, 3, 2, 3), shifts),
    f32x4.splat(perPixel),
  );
  const first = f32x4.add(shifts, f32x4.mul(along, f32x4.splat(0.5)));
  const change = f32x4.mul(f32x4.shuffle(first, along, 0, 1, 4, 5), f32x4.splat(ONE));
  return i32x4.add(i32x4.trunc_sat_f32x4_s(f32x4.nearest(change)), i32x4(0, 65536, 0, 0));
}

/** The same line, or change of it, `count` pixels further; `pixel` is what a pixel itself counts: 65,536 of a line, nothing of a change. */
function further(line: v128, count: i32, pixel: i32): v128 {
  const slips = i32x4.add(i32x4.shuffle(line, line, 2, 3, 2, 3), i32x4(pixel, 0, pixel, 0));
  const aside = i32x4.mul(slips, i32x4.splat(count));
  return i32x4.add(line, i32x4.shuffle(aside, i32x4.splat(0), 0, 1, 4, 4));
}

/** Whether all of a line, up to `last` pixels behind its first, comes from `least` to `mostX` and `mostY` and slips gently. */
function isInside(line: v128, last: i32, least: i32, mostX: i32, mostY: i32): bool {
  const x = i32x4.extract_lane(line, 0);
  const y = i32x4.extract_lane(line, 1);
  const slipX = i32x4.extract_lane(line, 2);
  const slipY = i32x4.extract_lane(line, 3);
  const end = y + last * slipY;
  return (
    max(abs(slipX), abs(slipY)) <= MOST_SLIP &&
    min(x, min(y, end)) >= least &&
    x + last * (slipX + 65536) < mostX &&
    max(y, end) < mostY
  );
}

function hold(value: i32, least: i32, most: i32): i32 {
  return max(least, min(most, value));
}

/** Of neighbours, the first of which comes from `start`: what is left of their places without whole pixels, u16. */
function partsOf(start: i32, slip: i32, along: v128): v128 {
  return i16x8.add(i16x8.splat(i16(start)), i16x8.mul(i16x8.splat(i16(slip)), along));
}

/** The pixels that the `last` of neighbours has slipped: -1 to 1. */
function slipOf(start: i32, slip: i32, last: i32): i32 {
  return ((start + last * slip) >> 16) - (start >> 16);
}

/** Which of them have slipped. */
function slipped(parts: v128, start: i32, slip: i32): v128 {
  const first = i16x8.splat(i16(start));
  return slip > 0 ? v128.lt<u16>(parts, first) : v128.gt<u16>(parts, first);
}

/** Brightness less 128, as i16, for eight pixels at a time. */
export function widenLuma(from: usize, to: usize, pixels: i32): void {
  for (let at = 0; at < pixels; at += 8)
    v128.store(to + 2 * at, i16x8.sub(v128.load_ext<u8>(from + at), i16x8.splat(128)));
}

/** Both planes of colour, as i16, sample by sample U and V. */
export function widenChroma(fromU: usize, fromV: usize, to: usize, samples: i32): void {
  for (let at = 0; at < samples; at += 8) {
    const u = v128.load_ext<u8>(fromU + at);
    const v = v128.load_ext<u8>(fromV + at);
    v128.store(to + 4 * at, i16x8.shuffle(u, v, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(to + 4 * at, i16x8.shuffle(u, v, 4, 12, 5, 13, 6, 14, 7, 15), 16);
  }
}

/** Brightness: bicubic. `wide` is what `widenLuma` has made of `from`. */
export function warpLuma(
  from: usize,
  wide: usize,
  to: usize,
  width: i32,
  height: i32,
  net: usize,
  columns: i32,
  rows: i32,
  step: i32,
  weights: usize,
): void {
  const perPixel: f32 = 1 / f32(step);
  const mostX = (width - 3) << 16;
  const mostY = (height - 3) << 16;
  for (let row = 0; row + 1 < rows; row++) {
    const bottom = min(height, (row + 1) * step);
    for (let column = 0; column + 1 < columns; column++) {
      const a = net + 8 * (row * columns + column);
      const b = a + 8 * columns;
      if (isStill(a, b)) continue;
      const left = column * step;
      const right = min(width, left + step);
      const upper = v128.load(a);
      const down = f32x4.sub(v128.load(b), upper);
      const top = row * step;
      const first = lineOf(upper, down, 0.5 * perPixel, perPixel, left, top);
      const last = lineOf(upper, down, (f32(bottom - 1 - top) + 0.5) * perPixel, perPixel, left, bottom - 1);
      const end = ((right - left + 7) & ~7) - 1;
      const isEasy = isInside(first, end, 65536, mostX, mostY) && isInside(last, end, 65536, mostX, mostY);
      if (isEasy) {
        const change = changeOf(down, perPixel);
        for (let x = left; x < right; x += 8) {
          const line = further(first, x - left, 65536);
          const next = further(change, x - left, 0);
          warpEights(wide, to + top * width + x, width, min(8, right - x), bottom - top, line, next);
        }
        continue;
      }
      for (let y = top; y < bottom; y++) {
        const line = lineOf(upper, down, (f32(y - top) + 0.5) * perPixel, perPixel, left, y);
        let sx = i32x4.extract_lane(line, 0);
        let sy = i32x4.extract_lane(line, 1);
        const slipX = i32x4.extract_lane(line, 2);
        const slipY = i32x4.extract_lane(line, 3);
        let out = to + y * width + left;
        for (let x = left; x < right; x++, out++) {
          const heldX = hold(sx + ROUND, 65536, mostX);
          const heldY = hold(sy + ROUND, 65536, mostY);
          const sum = bicubic(from, width, heldX >> PHASE_SHIFT, heldY >> PHASE_SHIFT, weights);
          store<u8>(out, u8(hold((sum + HALF) >> WEIGHT_BITS, 16, 235)));
          sx += slipX + 65536;
          sy += slipY;
        }
      }
    }
  }
}

/**
 * Eight pixels of each of some lines, the first of which is `line`: of each four rows of neighbours, by the weights along it, and these by the
 * weights across. `count` of the eight are stored.
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
  let sx = i32x4.extract_lane(line, 0);
  let sy = i32x4.extract_lane(line, 1);
  let slipX = i32x4.extract_lane(line, 2);
  let slipY = i32x4.extract_lane(line, 3);
  const changeX = i32x4.extract_lane(change, 0);
  const changeY = i32x4.extract_lane(change, 1);
  const changeSlipX = i32x4.extract_lane(change, 2);
  const changeSlipY = i32x4.extract_lane(change, 3);
  let partsX = partsOf(sx, slipX, EIGHT);
  let partsY = partsOf(sy, slipY, EIGHT);
  const changePartsX = partsOf(changeX, changeSlipX, EIGHT);
  const changePartsY = partsOf(changeY, changeSlipY, EIGHT);
  const row = 2 * width;
  for (let y = 0; y < lines; y++, to += width) {
    // In 128ths that add up to 128: what is even stays even.
    let g = leftOf(partsX);
    let fg = i16x8.q15mulr_sat_s(i16x8.sub(i16x8.splat(16384), g), i16x8.shl(g, 1));
    let fgg = i16x8.q15mulr_sat_s(fg, i16x8.shl(g, 1));
    let ffg = i16x8.sub(fg, fgg);
    let first = v128.shr<i16>(i16x8.add(fgg, i16x8.splat(128)), 8);
    let last = v128.shr<i16>(i16x8.add(ffg, i16x8.splat(128)), 8);
    const most = i16x8.add(g, i16x8.sub(fgg, v128.shr<i16>(ffg, 1)));
    let second = v128.shr<i16>(i16x8.add(most, i16x8.splat(64)), 7);
    let third = i16x8.add(i16x8.sub(i16x8.splat(128), second), i16x8.add(first, last));

    const corner = wide + ((sy >> 16) - 1) * row + 2 * ((sx >> 16) - 1);
    const slipAlong = slipOf(sx, slipX, 7);
    const slipAcross = slipOf(sy, slipY, 7);
    let row0: v128;
    let row1: v128;
    let row2: v128;
    let row3: v128;
    if (slipAlong === 0) {
      // Most come from eight neighbours in a row.
      row0 = wholeRow(corner, first, second, third, last);
      row1 = wholeRow(corner + row, first, second, third, last);
      row2 = wholeRow(corner + 2 * row, first, second, third, last);
      row3 = wholeRow(corner + 3 * row, first, second, third, last);
    } else {
      const have = slipped(partsX, sx, slipX);
      row0 = slippedRow(corner, slipAlong, have, first, second, third, last);
      row1 = slippedRow(corner + row, slipAlong, have, first, second, third, last);
      row2 = slippedRow(corner + 2 * row, slipAlong, have, first, second, third, last);
      row3 = slippedRow(corner + 3 * row, slipAlong, have, first, second, third, last);
    }
    if (slipAcross !== 0) {
      const have = slipped(partsY, sy, slipY);
      const beyond = corner + (slipAcross > 0 ? 4 : -1) * row;
      const row4 = slippedRow(beyond, slipAlong, slipped(partsX, sx, slipX), first, second, third, last);
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

    sx += changeX;
    sy += changeY;
    slipX += changeSlipX;
    slipY += changeSlipY;
    partsX = i16x8.add(partsX, changePartsX);
    partsY = i16x8.add(partsY, changePartsY);
  }
}

/** What is left from each place to the next pixel, in 16,384ths. */
function leftOf(parts: v128): v128 {
  return i16x8.sub(i16x8.splat(16384), v128.shr<u16>(parts, 2));
}

/** Eight sums of four neighbours in a row, `at` the first of them, in 128ths. */
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

/** The same of neighbours that follow one another. */
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

/** The outer two count less than nothing. */
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

/** Four sums of two pairs each, a pair in 128ths times 16,384ths. */
function sumsOf(pairs: v128, weights: v128, others: v128, otherWeights: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(pairs, weights), i32x4.dot_i16x8_s(others, otherWeights));
  return v128.shr<i32>(i32x4.add(sum, i32x4.splat(1 << 20)), 21);
}

/** The first `count` of eight values, an even number of them. */
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

/** Both planes of colour, half as wide and high as the picture: bilinear, by the same net. `wide` is what `widenChroma` has made of them. */
export function warpChroma(
  fromU: usize,
  fromV: usize,
  wide: usize,
  toU: usize,
  toV: usize,
  width: i32,
  height: i32,
  net: usize,
  columns: i32,
  rows: i32,
  step: i32,
): void {
  const size = step >> 1;
  const perSample: f32 = 1 / f32(size);
  const mostX = ((width - 1) << 16) - 1;
  const mostY = ((height - 1) << 16) - 1;
  for (let row = 0; row + 1 < rows; row++) {
    const bottom = min(height, (row + 1) * size);
    for (let column = 0; column + 1 < columns; column++) {
      const a = net + 8 * (row * columns + column);
      const b = a + 8 * columns;
      if (isStill(a, b)) continue;
      const left = column * size;
      const right = min(width, left + size);
      // The net counts in pixels of brightness: a sample of colour is two wide.
      const upper = f32x4.mul(v128.load(a), f32x4.splat(0.5));
      const down = f32x4.sub(f32x4.mul(v128.load(b), f32x4.splat(0.5)), upper);
      const top = row * size;
      const first = lineOf(upper, down, 0.5 * perSample, perSample, left, top);
      const last = lineOf(
        upper,
        down,
        (f32(bottom - 1 - top) + 0.5) * perSample,
        perSample,
        left,
        bottom - 1,
      );
      const end = ((right - left + 3) & ~3) - 1;
      const isEasy =
        isInside(first, end, 0, mostX - ROUND, mostY - ROUND) &&
        isInside(last, end, 0, mostX - ROUND, mostY - ROUND);
      if (isEasy) {
        const change = changeOf(down, perSample);
        for (let x = left; x < right; x += 4) {
          const line = i32x4.add(further(first, x - left, 65536), i32x4(ROUND, ROUND, 0, 0));
          const next = further(change, x - left, 0);
          const out = top * width + x;
          warpFours(wide, toU + out, toV + out, width, min(4, right - x), bottom - top, line, next);
        }
        continue;
      }
      for (let y = top; y < bottom; y++) {
        const line = lineOf(upper, down, (f32(y - top) + 0.5) * perSample, perSample, left, y);
        let sx = i32x4.extract_lane(line, 0) + ROUND;
        let sy = i32x4.extract_lane(line, 1) + ROUND;
        const slipX = i32x4.extract_lane(line, 2);
        const slipY = i32x4.extract_lane(line, 3);
        let out = y * width + left;
        for (let x = left; x < right; x++, out++) {
          const heldX = hold(sx, 0, mostX);
          const heldY = hold(sy, 0, mostY);
          const at = (heldY >> 16) * width + (heldX >> 16);
          const tx = (heldX >> 8) & 255;
          const ty = (heldY >> 8) & 255;
          store<u8>(toU + out, bilinear(fromU + at, width, tx, ty));
          store<u8>(toV + out, bilinear(fromV + at, width, tx, ty));
          sx += slipX + 65536;
          sy += slipY;
        }
      }
    }
  }
}

/** Four samples of both planes on each of some lines, the first of which is `line`; `count` of the four are stored. */
function warpFours(
  wide: usize,
  toU: usize,
  toV: usize,
  width: i32,
  count: i32,
  lines: i32,
  line: v128,
  change: v128,
): void {
  let sx = i32x4.extract_lane(line, 0);
  let sy = i32x4.extract_lane(line, 1);
  let slipX = i32x4.extract_lane(line, 2);
  let slipY = i32x4.extract_lane(line, 3);
  const changeX = i32x4.extract_lane(change, 0);
  const changeY = i32x4.extract_lane(change, 1);
  const changeSlipX = i32x4.extract_lane(change, 2);
  const changeSlipY = i32x4.extract_lane(change, 3);
  let partsX = partsOf(sx, slipX, FOUR_TWICE);
  let partsY = partsOf(sy, slipY, FOUR_TWICE);
  const changePartsX = partsOf(changeX, changeSlipX, FOUR_TWICE);
  const changePartsY = partsOf(changeY, changeSlipY, FOUR_TWICE);
  const row = 4 * width;
  for (let y = 0; y < lines; y++, toU += width, toV += width) {
    const share = v128.shr<u16>(partsX, 9);
    const at = wide + (sy >> 16) * row + 4 * (sx >> 16);
    const slipAlong = slipOf(sx, slipX, 3);
    const slipAcross = slipOf(sy, slipY, 3);
    let upper: v128;
    let lower: v128;
    if ((slipAlong | slipAcross) === 0) {
      upper = mixed(v128.load(at), v128.load(at, 4), share);
      lower = mixed(v128.load(at + row), v128.load(at + row, 4), share);
    } else {
      const have = slipped(partsX, sx, slipX);
      upper = slippedColour(at, slipAlong, have, share);
      lower = slippedColour(at + row, slipAlong, have, share);
      const haveAcross = slipped(partsY, sy, slipY);
      if (slipAcross > 0) {
        upper = v128.bitselect(lower, upper, haveAcross);
        lower = v128.bitselect(slippedColour(at + 2 * row, slipAlong, have, share), lower, haveAcross);
      } else if (slipAcross < 0) {
        lower = v128.bitselect(upper, lower, haveAcross);
        upper = v128.bitselect(slippedColour(at - row, slipAlong, have, share), upper, haveAcross);
      }
    }
    const across = i16x8.q15mulr_sat_s(i16x8.sub(lower, upper), v128.shr<u16>(partsY, 1));
    storeColour(toU, toV, count, v128.shr<i16>(i16x8.add(i16x8.add(upper, across), i16x8.splat(64)), 7));

    sx += changeX;
    sy += changeY;
    slipX += changeSlipX;
    slipY += changeSlipY;
    partsX = i16x8.add(partsX, changePartsX);
    partsY = i16x8.add(partsY, changePartsY);
  }
}

/** Two neighbours each, in 128ths. */
function mixed(one: v128, other: v128, share: v128): v128 {
  return i16x8.add(i16x8.mul(one, i16x8.sub(i16x8.splat(128), share)), i16x8.mul(other, share));
}

/** The same of four samples of both planes, the first of which stands at `at`. */
function slippedColour(at: usize, slip: i32, have: v128, share: v128): v128 {
  let a = v128.load(at);
  let b = v128.load(at, 4);
  if (slip > 0) {
    a = v128.bitselect(b, a, have);
    b = v128.bitselect(v128.load(at, 8), b, have);
  } else if (slip < 0) {
    b = v128.bitselect(a, b, have);
    a = v128.bitselect(v128.load(at - 4), a, have);
  }
  return mixed(a, b, share);
}

/** The first `count` of four samples of U and of V, which take turns. */
function storeColour(u: usize, v: usize, count: i32, values: v128): void {
  const turns = i8x16.narrow_i16x8_u(values, values);
  const bytes = i8x16.shuffle(turns, turns, 0, 2, 4, 6, 1, 3, 5, 7, 0, 2, 4, 6, 1, 3, 5, 7);
  if (count === 4) {
    v128.store32_lane(u, bytes, 0);
    v128.store32_lane(v, bytes, 1);
    return;
  }
  for (let i = 0; i < count; i++) {
    store<u8>(u + i, u8(i32x4.extract_lane(bytes, 0) >> (8 * i)));
    store<u8>(v + i, u8(i32x4.extract_lane(bytes, 1) >> (8 * i)));
  }
}

/** `tx` and `ty` in 256ths. */
function bilinear(at: usize, width: i32, tx: i32, ty: i32): u8 {
  const a = i32(load<u8>(at));
  const b = i32(load<u8>(at, 1));
  const c = i32(load<u8>(at + width));
  const d = i32(load<u8>(at + width, 1));
  const upper = (a << 8) + tx * (b - a);
  const lower = (c << 8) + tx * (d - c);
  return u8(((upper << 8) + ty * (lower - upper) + 32768) >> 16);
}
