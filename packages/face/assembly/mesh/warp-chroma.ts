import { changeOf, further, hold, lineOf, partsOfX, partsOfY, slipOver, slipped } from './net-line';

/**
 * Warps both chroma planes, half as wide and high as the image, by its grid of shifts (grid-warp.ts),
 * bilinear. Four adjacent samples of both planes are computed together if their sources are adjacent, other
 * samples one by one. Addresses are in bytes.
 */

/** Interleaved neighbours of both planes. */
const FOUR_TWICE: v128 = i16x8(0, 0, 1, 1, 2, 2, 3, 3);
/** Half a step of shares: 128 for each sample. */
const ROUND: i32 = 256;

/** Writes both chroma planes as i16, interleaved. */
export function widenChroma(fromU: usize, fromV: usize, to: usize, samples: i32): void {
  for (let at = 0; at < samples; at += 8) {
    const u = v128.load_ext<u8>(fromU + at);
    const v = v128.load_ext<u8>(fromV + at);
    v128.store(to + 4 * at, i16x8.shuffle(u, v, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(to + 4 * at, i16x8.shuffle(u, v, 4, 12, 5, 13, 6, 14, 7, 15), 16);
  }
}

/**
 * Warps a cell of the grid, see warp-luma.ts, in units of samples. `wide` is the result of `widenChroma` for
 * both planes.
 */
export function warpChromaCell(
  fromU: usize,
  fromV: usize,
  wide: usize,
  toU: usize,
  toV: usize,
  width: i32,
  height: i32,
  upper: v128,
  down: v128,
  perSample: f32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  isEasy: bool,
): void {
  if (isEasy) {
    const first = lineOf(upper, down, 0.5 * perSample, perSample, left, top);
    const change = changeOf(down, perSample);
    for (let x = left; x < right; x += 4) {
      const line = i32x4.add(further(first, x - left, 65536), i32x4(ROUND, ROUND, 0, 0));
      const next = further(change, x - left, 0);
      const out = top * width + x;
      warpFours(wide, toU + out, toV + out, width, min(4, right - x), bottom - top, line, next);
    }
    return;
  }
  const mostX = ((width - 1) << 16) - 1;
  const mostY = ((height - 1) << 16) - 1;
  for (let y = top; y < bottom; y++) {
    const line = lineOf(upper, down, (f32(y - top) + 0.5) * perSample, perSample, left, y);
    let sx = i32x4.extract_lane(line, 0) + ROUND;
    let sy = i32x4.extract_lane(line, 1) + ROUND;
    const slipX = i32x4.extract_lane(line, 2);
    const slipY = i32x4.extract_lane(line, 3);
    const stop = y * width + right;
    for (let out = y * width + left; out < stop; out++) {
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

/**
 * Writes four samples of both planes on consecutive lines, the first of which is `line`. `count` of the four
 * are stored.
 */
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
  let partsX = partsOfX(line, FOUR_TWICE);
  let partsY = partsOfY(line, FOUR_TWICE);
  const changePartsX = partsOfX(change, FOUR_TWICE);
  const changePartsY = partsOfY(change, FOUR_TWICE);
  const row = 4 * width;
  for (let y = 0; y < lines; y++, toU += width, toV += width) {
    const sx = i32x4.extract_lane(line, 0);
    const sy = i32x4.extract_lane(line, 1);
    const share = v128.shr<u16>(partsX, 9);
    const at = wide + (sy >> 16) * row + 4 * (sx >> 16);
    const slipAlong = slipOver(sx, i32x4.extract_lane(line, 2), 3);
    const slipAcross = slipOver(sy, i32x4.extract_lane(line, 3), 3);
    let upper: v128;
    let lower: v128;
    if ((slipAlong | slipAcross) === 0) {
      upper = mixed(v128.load(at), v128.load(at, 4), share);
      lower = mixed(v128.load(at + row), v128.load(at + row, 4), share);
    } else {
      const have = slipped(partsX, sx, slipAlong);
      upper = slippedColour(at, slipAlong, have, share);
      lower = slippedColour(at + row, slipAlong, have, share);
      const haveAcross = slipped(partsY, sy, slipAcross);
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

    line = i32x4.add(line, change);
    partsX = i16x8.add(partsX, changePartsX);
    partsY = i16x8.add(partsY, changePartsY);
  }
}

/** Interpolates two neighbours each, in 1/128. */
function mixed(one: v128, other: v128, share: v128): v128 {
  return i16x8.add(i16x8.mul(one, i16x8.sub(i16x8.splat(128), share)), i16x8.mul(other, share));
}

/** Interpolates four samples of both planes, the first of which is at `at`. */
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

/** Stores the first `count` of four interleaved samples of U and V. */
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

/** `tx` and `ty` are in 1/256. */
function bilinear(at: usize, width: i32, tx: i32, ty: i32): u8 {
  const a = i32(load<u8>(at));
  const b = i32(load<u8>(at, 1));
  const c = i32(load<u8>(at + width));
  const d = i32(load<u8>(at + width, 1));
  const upper = (a << 8) + tx * (b - a);
  const lower = (c << 8) + tx * (d - c);
  return u8(((upper << 8) + ty * (lower - upper) + 32768) >> 16);
}
