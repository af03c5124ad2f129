import { bilinear } from './bilinear';
import { toIntegers } from './whole-numbers';

/** Pixels: a sample with a nearer source is copied. */
const STILL: f64 = 1 / 64;

/** Number of pixels in a row whose samples are computed together if all are covered. */
const GROUP: i32 = 8;
/** The first byte of a line in each lane, and no byte in the others. */
const LANES: v128 = i32x4(-256, -255, -254, -253);
/** Their starts in pixels. */
const PIXELS: v128 = f32x4(0, 2, 4, 6);

/** Paints both chroma planes by a map (see sheet-map.ts). A sample uses the mean source of four pixels. */
export function paintChroma(
  fromU: usize,
  fromV: usize,
  toU: usize,
  toV: usize,
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
): void {
  const samples = width >> 1;
  for (let row = top; row < bottom; row += 2) {
    const line = row * width;
    for (let column = left; column < right; column += GROUP) {
      const at = line + column;
      if (column + GROUP <= right) {
        const upper = load<u64>(mapCover + at);
        const lower = load<u64>(mapCover + at + width);
        if ((upper | lower) === 0) continue;
        const darkened = load<u64>(mapDark + at) | load<u64>(mapDark + at + width);
        if (
          (upper & lower) === u64.MAX_VALUE &&
          darkened === 0 &&
          paintFour(
            fromU,
            fromV,
            toU,
            toV,
            samples,
            height >> 1,
            mapX + 4 * at,
            mapY + 4 * at,
            column >> 1,
            row >> 1,
          )
        )
          continue;
      }
      for (let x = column; x < min(right, column + GROUP); x += 2)
        paintOne(fromU, fromV, toU, toV, width, height, mapX, mapY, mapCover, mapDark, x, row);
    }
  }
}

/** Paints four covered samples. Returns false without painting if their sources are not adjacent. */
function paintFour(
  fromU: usize,
  fromV: usize,
  toU: usize,
  toV: usize,
  width: i32,
  height: i32,
  mapX: usize,
  mapY: usize,
  column: i32,
  row: i32,
): bool {
  // Source samples relative to their targets: small numbers without loss of precision.
  const left = column << 1;
  const top = row << 1;
  const columns = f32x4.add(f32x4.splat(f32(left)), PIXELS);
  const shiftX = shiftOf(mapX, 8 * width, columns);
  const shiftY = shiftOf(mapY, 8 * width, f32x4.splat(f32(top)));
  const still = v128.and(isNear(shiftX), isNear(shiftY));
  const at = row * width + column;
  if (i32x4.all_true(still)) {
    store<u32>(toU + at, load<u32>(fromU + at));
    store<u32>(toV + at, load<u32>(fromV + at));
    return true;
  }

  const floorX = f32x4.floor(shiftX);
  const floorY = f32x4.floor(shiftY);
  const wholeX = toIntegers(floorX);
  const wholeY = toIntegers(floorY);
  const leastX = leastOf(wholeX);
  const leastY = leastOf(wholeY);
  const firstX = column + leastX;
  const firstY = row + leastY;
  // With a margin for one skipped or repeated sample and row.
  if (firstX < 0 || firstY < 0 || firstX + 5 >= width || firstY + 2 >= height) return false;
  const slipX = i32x4.sub(wholeX, i32x4.splat(leastX));
  const slipY = i32x4.sub(wholeY, i32x4.splat(leastY));
  if (v128.any_true(v128.gt<u32>(v128.or(slipX, slipY), i32x4.splat(1)))) return false;

  const shareX = f32x4.sub(shiftX, floorX);
  const shareY = f32x4.sub(shiftY, floorY);
  const one = i32x4.add(LANES, slipX);
  const from = firstY * width + firstX;
  const u = sampleFour(fromU + from, width, one, shareX, slipY, shareY);
  const v = sampleFour(fromV + from, width, one, shareX, slipY, shareY);
  storeFour(toU + at, u, fromU + at, still);
  storeFour(toV + at, v, fromV + at, still);
  return true;
}

/** Returns the shifts of four samples from the positions of eight pixels and of the next row of eight. */
function shiftOf(map: usize, line: usize, own: v128): v128 {
  const twice = v128.load(map);
  const more = v128.load(map, 16);
  const below = v128.load(map + line);
  const moreBelow = v128.load(map + line, 16);
  const upper = f32x4.add(
    f32x4.sub(f32x4.shuffle(twice, more, 0, 2, 4, 6), own),
    f32x4.sub(f32x4.shuffle(twice, more, 1, 3, 5, 7), own),
  );
  const lower = f32x4.add(
    f32x4.sub(f32x4.shuffle(below, moreBelow, 0, 2, 4, 6), own),
    f32x4.sub(f32x4.shuffle(below, moreBelow, 1, 3, 5, 7), own),
  );
  return f32x4.sub(f32x4.mul(f32x4.add(upper, lower), f32x4.splat(0.125)), f32x4.splat(0.5));
}

function isNear(shift: v128): v128 {
  return f32x4.lt(f32x4.abs(shift), f32x4.splat(f32(STILL / 2)));
}

/** Returns the first of four, minus one if another is less. */
function leastOf(values: v128): i32 {
  const first = i32x4.extract_lane(values, 0);
  return first - i32(v128.any_true(i32x4.lt_s(values, i32x4.splat(first))));
}

/** Returns four samples. `one`: index of the first neighbour; `below`: 1 for samples one row further down. */
function sampleFour(at: usize, width: i32, one: v128, shareX: v128, below: v128, shareY: v128): v128 {
  let upper = alongRow(at, one, shareX);
  let lower = alongRow(at + width, one, shareX);
  if (v128.any_true(below)) {
    const isBelow = i32x4.neg(below);
    upper = v128.bitselect(lower, upper, isBelow);
    lower = v128.bitselect(alongRow(at + 2 * width, one, shareX), lower, isBelow);
  }
  return f32x4.add(upper, f32x4.mul(shareY, f32x4.sub(lower, upper)));
}

function alongRow(at: usize, one: v128, share: v128): v128 {
  const bytes = v128.load64_zero(at);
  const first = f32x4.convert_i32x4_s(i8x16.swizzle(bytes, one));
  const second = f32x4.convert_i32x4_s(i8x16.swizzle(bytes, i32x4.add(one, i32x4.splat(1))));
  return f32x4.add(first, f32x4.mul(share, f32x4.sub(second, first)));
}

/** Stores four rounded values; still samples are copied. */
function storeFour(to: usize, values: v128, own: usize, still: v128): void {
  const whole = toIntegers(f32x4.floor(f32x4.add(values, f32x4.splat(0.5))));
  const chosen = v128.bitselect(i8x16.swizzle(v128.load32_zero(own), LANES), whole, still);
  const words = i16x8.narrow_i32x4_s(chosen, chosen);
  v128.store32_lane(to, i8x16.narrow_i16x8_u(words, words), 0);
}

/** Paints any sample. `column` and `row` are the first of its pixels. */
function paintOne(
  fromU: usize,
  fromV: usize,
  toU: usize,
  toV: usize,
  width: i32,
  height: i32,
  mapX: usize,
  mapY: usize,
  mapCover: usize,
  mapDark: usize,
  column: i32,
  row: i32,
): void {
  const samples = width >> 1;
  const lines = height >> 1;
  const at = row * width + column;
  const under = at + width;
  const upper = load<u16>(mapCover + at);
  const lower = load<u16>(mapCover + under);
  if ((upper | lower) === 0) return;
  const c0 = f64(upper & 255);
  const c1 = f64(upper >> 8);
  const c2 = f64(lower & 255);
  const c3 = f64(lower >> 8);
  const sum = c0 + c1 + c2 + c3;
  const sx = meanOf(mapX + 4 * at, mapX + 4 * under, c0, c1, c2, c3, sum);
  const sy = meanOf(mapY + 4 * at, mapY + 4 * under, c0, c1, c2, c3, sum);
  const darkened =
    (c0 * f64(load<u8>(mapDark + at)) +
      c1 * f64(load<u8>(mapDark + at, 1)) +
      c2 * f64(load<u8>(mapDark + under)) +
      c3 * f64(load<u8>(mapDark + under, 1))) /
    sum;
  const to = (row >> 1) * samples + (column >> 1);
  if (sum === 1020 && darkened === 0 && abs(sx - 1 - f64(column)) < STILL && abs(sy - 1 - f64(row)) < STILL) {
    store<u8>(toU + to, load<u8>(fromU + to));
    store<u8>(toV + to, load<u8>(fromV + to));
    return;
  }
  const cx = sx / 2 - 0.5;
  const cy = sy / 2 - 0.5;
  const light = 1 - darkened / 255;
  const share = sum / 1020;
  mix(toU + to, 128 + (bilinear(fromU, samples, lines, cx, cy) - 128) * light, share);
  mix(toV + to, 128 + (bilinear(fromV, samples, lines, cx, cy) - 128) * light, share);
}

/** Returns the mean of two pixels and the two pixels below, weighted by their coverage. */
function meanOf(upper: usize, lower: usize, c0: f64, c1: f64, c2: f64, c3: f64, sum: f64): f64 {
  return (
    (c0 * f64(load<f32>(upper)) +
      c1 * f64(load<f32>(upper, 4)) +
      c2 * f64(load<f32>(lower)) +
      c3 * f64(load<f32>(lower, 4))) /
    sum
  );
}

function mix(to: usize, value: f64, share: f64): void {
  const own = f64(load<u8>(to));
  store<u8>(to, u8(i32(own + (value - own) * share + 0.5)));
}
