import { bicubic, HALF, PHASE_BITS, WEIGHT_BITS, weightsOf } from './bicubic';
import { bilinear } from './bilinear';
import { toIntegers } from './whole-numbers';

/** Number of pixels that are computed together if all are covered. */
const GROUP: i32 = 8;
/** A pixel with a nearer source is copied: the difference is less than a step. */
const STILL: f32 = 1 / 64;
const COUNTED: v128 = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
/** Indices of the four neighbours of each of four pixels in a row of bytes. */
const FOURS: v128 = i8x16(0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6);
/** Positions must fit into lanes of sixteen bits. */
const MAX_SIDE: i32 = 32000;

/** Paints luma by a map (see sheet-map.ts), bicubic. */
export function paintLuma(
  from: usize,
  to: usize,
  width: i32,
  height: i32,
  mapX: usize,
  mapY: usize,
  mapCover: usize,
  mapDark: usize,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  weights: usize,
): void {
  for (let row = top; row < bottom; row++) {
    const line = row * width;
    for (let column = left; column < right; column += GROUP) {
      const at = line + column;
      if (column + GROUP <= right) {
        const covered = load<u64>(mapCover + at);
        if (covered === 0) continue;
        if (
          covered === u64.MAX_VALUE &&
          load<u64>(mapDark + at) === 0 &&
          paintEight(from, to + at, width, height, mapX + 4 * at, mapY + 4 * at, column, row, weights)
        )
          continue;
      }
      for (let x = column; x < min(right, column + GROUP); x++)
        paintOne(from, to, width, height, mapX, mapY, mapCover, mapDark, x, row, weights);
    }
  }
}

/** Paints eight covered pixels. Returns false without painting if their sources are not adjacent. */
function paintEight(
  from: usize,
  to: usize,
  width: i32,
  height: i32,
  mapX: usize,
  mapY: usize,
  column: i32,
  row: i32,
  weights: usize,
): bool {
  const half = f32x4.splat(0.5);
  const x0 = f32x4.sub(v128.load(mapX), half);
  const x1 = f32x4.sub(v128.load(mapX, 16), half);
  const y0 = f32x4.sub(v128.load(mapY), half);
  const y1 = f32x4.sub(v128.load(mapY, 16), half);
  const columns = f32x4.add(f32x4.splat(f32(column)), f32x4(0, 1, 2, 3));
  const rows = f32x4.splat(f32(row));
  const still0 = v128.and(isNear(x0, columns), isNear(y0, rows));
  const still1 = v128.and(isNear(x1, f32x4.add(columns, f32x4.splat(4))), isNear(y1, rows));
  const own = v128.load64_zero(from + row * width + column);
  if (i32x4.all_true(v128.and(still0, still1))) {
    v128.store64_lane(to, own, 0);
    return true;
  }

  const stepX0 = inSteps(x0);
  const stepX1 = inSteps(x1);
  const stepY0 = inSteps(y0);
  const stepY1 = inSteps(y1);
  const wholeX = wholeOf(stepX0, stepX1);
  const wholeY = wholeOf(stepY0, stepY1);
  if (isOutside(wholeX, width) || isOutside(wholeY, height)) return false;

  // Adjacent pixels with at most one skipped or repeated pixel, in one or two rows, as in nearly all cases.
  const behind = i16x8.sub(wholeX, COUNTED);
  const firstX = leastOf(behind);
  const firstY = leastOf(wholeY);
  const slipX = i16x8.sub(behind, i16x8.splat(i16(firstX)));
  const slipY = i16x8.sub(wholeY, i16x8.splat(i16(firstY)));
  if (v128.any_true(v128.gt<u16>(v128.or(slipX, slipY), i16x8.splat(1)))) return false;

  const corner = from + (firstY - 1) * width + firstX - 1;
  const slip0 = i8x16.shuffle(slipX, slipX, 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6);
  const slip1 = i8x16.shuffle(slipX, slipX, 8, 8, 8, 8, 10, 10, 10, 10, 12, 12, 12, 12, 14, 14, 14, 14);
  const below0 = i32x4.extend_low_i16x8_s(slipY);
  const below1 = i32x4.extend_high_i16x8_s(slipY);
  const sums0 = paintFour(corner, width, i8x16.add(slip0, FOURS), below0, stepX0, stepY0, weights);
  const sums1 = paintFour(corner + 4, width, i8x16.add(slip1, FOURS), below1, stepX1, stepY1, weights);
  const whole = i16x8.min_s(i16x8.splat(235), i16x8.max_s(i16x8.splat(16), narrow(sums0, sums1)));
  const value = v128.bitselect(i16x8.extend_low_i8x16_u(own), whole, narrow(still0, still1));
  v128.store64_lane(to, i8x16.narrow_i16x8_u(value, value), 0);
  return true;
}

function isNear(places: v128, pixels: v128): v128 {
  return f32x4.lt(f32x4.abs(f32x4.sub(places, pixels)), f32x4.splat(STILL));
}

/** Rounds positions to phases of the weights. */
function inSteps(places: v128): v128 {
  const steps = f32x4.mul(places, f32x4.splat(f32(1 << PHASE_BITS)));
  return toIntegers(f32x4.floor(f32x4.add(steps, f32x4.splat(0.5))));
}

function narrow(low: v128, high: v128): v128 {
  return i16x8.narrow_i32x4_s(low, high);
}

/** Returns the whole pixels of eight positions in phases. */
function wholeOf(low: v128, high: v128): v128 {
  return narrow(v128.shr<i32>(low, PHASE_BITS), v128.shr<i32>(high, PHASE_BITS));
}

/** Returns whether one of eight lacks a neighbour along a side of this length. */
function isOutside(whole: v128, length: i32): bool {
  const low = i16x8.lt_s(whole, i16x8.splat(1));
  return v128.any_true(v128.or(low, i16x8.gt_s(whole, i16x8.splat(i16(min(MAX_SIDE, length) - 3)))));
}

/** Returns the first of eight, minus one if another is less. */
function leastOf(values: v128): i32 {
  const first = i16x8.extract_lane_s(values, 0);
  return i32(first) - i32(v128.any_true(i16x8.lt_s(values, i16x8.splat(first))));
}

/**
 * Returns four pixels. `neighbours`: indices of four bytes each; `below`: 1 for pixels one row further down.
 */
function paintFour(
  corner: usize,
  width: i32,
  neighbours: v128,
  below: v128,
  stepX: v128,
  stepY: v128,
  weights: usize,
): v128 {
  const along0 = twoWeights(weights, i32x4.extract_lane(stepX, 0), i32x4.extract_lane(stepX, 1));
  const along1 = twoWeights(weights, i32x4.extract_lane(stepX, 2), i32x4.extract_lane(stepX, 3));
  const across0 = twoWeights(weights, i32x4.extract_lane(stepY, 0), i32x4.extract_lane(stepY, 1));
  const across1 = twoWeights(weights, i32x4.extract_lane(stepY, 2), i32x4.extract_lane(stepY, 3));
  const upper = i32x4.shuffle(across0, across1, 0, 2, 4, 6);
  const lower = i32x4.shuffle(across0, across1, 1, 3, 5, 7);
  let row0 = alongRow(corner, neighbours, along0, along1);
  let row1 = alongRow(corner + width, neighbours, along0, along1);
  let row2 = alongRow(corner + 2 * width, neighbours, along0, along1);
  let row3 = alongRow(corner + 3 * width, neighbours, along0, along1);
  if (v128.any_true(below)) {
    const isBelow = i32x4.neg(below);
    row0 = v128.bitselect(row1, row0, isBelow);
    row1 = v128.bitselect(row2, row1, isBelow);
    row2 = v128.bitselect(row3, row2, isBelow);
    row3 = v128.bitselect(alongRow(corner + 4 * width, neighbours, along0, along1), row3, isBelow);
  }
  const above = i32x4.add(i32x4.mul(row0, firstOfPair(upper)), i32x4.mul(row1, secondOfPair(upper)));
  const under = i32x4.add(i32x4.mul(row2, firstOfPair(lower)), i32x4.mul(row3, secondOfPair(lower)));
  return v128.shr<i32>(i32x4.add(i32x4.add(above, under), i32x4.splat(HALF)), WEIGHT_BITS);
}

/** Returns the four weights of each of two positions, i16. */
function twoWeights(weights: usize, one: i32, other: i32): v128 {
  return v128.load64_lane(weightsOf(weights, other), v128.load64_zero(weightsOf(weights, one)), 1);
}

/** Returns four sums of four neighbours in a row. */
function alongRow(at: usize, neighbours: v128, along0: v128, along1: v128): v128 {
  const bytes = i8x16.swizzle(v128.load(at), neighbours);
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), along0);
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), along1);
  return i32x4.add(i32x4.shuffle(low, high, 0, 2, 4, 6), i32x4.shuffle(low, high, 1, 3, 5, 7));
}

function firstOfPair(pairs: v128): v128 {
  return v128.shr<i32>(i32x4.shl(pairs, 16), 16);
}

function secondOfPair(pairs: v128): v128 {
  return v128.shr<i32>(pairs, 16);
}

/** Paints any pixel. */
function paintOne(
  from: usize,
  to: usize,
  width: i32,
  height: i32,
  mapX: usize,
  mapY: usize,
  mapCover: usize,
  mapDark: usize,
  column: i32,
  row: i32,
  weights: usize,
): void {
  const at = row * width + column;
  const covered = load<u8>(mapCover + at);
  if (covered === 0) return;
  const darkened = load<u8>(mapDark + at);
  const sx = f64(load<f32>(mapX + 4 * at)) - 0.5;
  const sy = f64(load<f32>(mapY + 4 * at)) - 0.5;
  const isWhole = covered === 255 && darkened === 0;
  if (isWhole && abs(sx - f64(column)) < f64(STILL) && abs(sy - f64(row)) < f64(STILL)) {
    store<u8>(to + at, load<u8>(from + at));
    return;
  }
  const steps = f64(1 << PHASE_BITS);
  const stepX = i32(Math.floor(sx * steps + 0.5));
  const stepY = i32(Math.floor(sy * steps + 0.5));
  const wholeX = stepX >> PHASE_BITS;
  const wholeY = stepY >> PHASE_BITS;
  let value: f64 = 0;
  if (wholeX >= 1 && wholeY >= 1 && wholeX < width - 2 && wholeY < height - 2) {
    const sum = bicubic(from, width, stepX, stepY, weights);
    if (isWhole) {
      store<u8>(to + at, u8(max(16, min(235, (sum + HALF) >> WEIGHT_BITS))));
      return;
    }
    value = f64(sum) / f64(1 << WEIGHT_BITS);
  } else value = bilinear(from, width, height, sx, sy);
  if (darkened > 0) value = 16 + ((value - 16) * f64(255 - i32(darkened))) / 255;
  if (covered < 255) {
    const under = f64(load<u8>(to + at));
    value = under + ((value - under) * f64(covered)) / 255;
  }
  store<u8>(to + at, u8(i32(max<f64>(16, min<f64>(235, value + 0.5)))));
}
