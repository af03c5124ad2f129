import { BAND, bandPlane, pitchOf, SAMPLES, TILE } from './layout';

/**
 * BT.709, limited range, times 2^14, and 255 levels to 219 (luma) and 224 (chroma): dot products of R, G, B,
 * alpha. The rows of chroma have the sum 0, so grey stays grey.
 */
const LUMA: v128 = i16x8(2991, 10064, 1016, 0, 2991, 10064, 1016, 0);
const BLUE: v128 = i16x8(-1649, -5547, 7196, 0, 0, 0, 0, 0);
const RED: v128 = i16x8(7196, -6536, -660, 0, 0, 0, 0, 0);
/** Rounding for sums of four samples (luma) and of four pixels (chroma): two and four more bits. */
const LUMA_ROUND: i32 = (16 << 16) + (1 << 15);
const CHROMA_ROUND: i32 = (128 << 18) + (1 << 17);

/**
 * Returns the sum of the four samples of a pixel, RGBA as u16 in the lower lanes. Undrawn samples show the
 * background.
 */
function sum(samples: i32, plane: i32, background: i32): v128 {
  const drawn = f32x4.gt(v128.load(samples), f32x4.splat(0));
  const colours = v128.bitselect(v128.load(samples + plane), v128.load32_splat(background), drawn);
  const halves = i16x8.add(i16x8.extend_low_i8x16_u(colours), i16x8.extend_high_i8x16_u(colours));
  return i16x8.add(halves, i64x2.shuffle(halves, halves, 1, 0));
}

/**
 * Writes rows `top` to `bottom` (even) of the frame, columns `left` to `right` (even), from the samples of
 * the band.
 */
function resolveRange(
  band: i32,
  background: i32,
  frame: i32,
  width: i32,
  height: i32,
  top: i32,
  row: i32,
  left: i32,
  right: i32,
): void {
  const plane = bandPlane(width);
  const below = pitchOf(width) * SAMPLES;
  const line = band + (row - top) * below;
  const chroma = frame + width * height + (row >> 1) * (width >> 1);
  const chromaSize = (width * height) >> 2;
  for (let x = left; x < right; x += 2) {
    const samples = line + x * SAMPLES;
    const behind = background + (row * width + x) * 4;
    const a = sum(samples, plane, behind);
    const b = sum(samples + SAMPLES, plane, behind + 4);
    const c = sum(samples + below, plane, behind + width * 4);
    const d = sum(samples + below + SAMPLES, plane, behind + width * 4 + 4);
    const upper = i32x4.dot_i16x8_s(i64x2.shuffle(a, b, 0, 2), LUMA);
    const lower = i32x4.dot_i16x8_s(i64x2.shuffle(c, d, 0, 2), LUMA);
    // R and G in the even lanes, B in the odd lanes.
    const luma = i32x4.shr_s(
      i32x4.add(
        i32x4.add(i32x4.shuffle(upper, lower, 0, 2, 4, 6), i32x4.shuffle(upper, lower, 1, 3, 5, 7)),
        i32x4.splat(LUMA_ROUND),
      ),
      16,
    );
    const y = frame + row * width + x;
    store<u16>(y, u16(i32x4.extract_lane(luma, 0) | (i32x4.extract_lane(luma, 1) << 8)));
    store<u16>(y + width, u16(i32x4.extract_lane(luma, 2) | (i32x4.extract_lane(luma, 3) << 8)));
    const all = i16x8.add(i16x8.add(a, b), i16x8.add(c, d));
    const blue = i32x4.dot_i16x8_s(all, BLUE);
    const red = i32x4.dot_i16x8_s(all, RED);
    const u = chroma + (x >> 1);
    store<u8>(u, u8((i32x4.extract_lane(blue, 0) + i32x4.extract_lane(blue, 1) + CHROMA_ROUND) >> 18));
    store<u8>(
      u + chromaSize,
      u8((i32x4.extract_lane(red, 0) + i32x4.extract_lane(red, 1) + CHROMA_ROUND) >> 18),
    );
  }
}

/**
 * Writes the band from row `top` on as I420. `touched` has the drawn columns of each row of tiles; other
 * columns are copied from `empty`.
 */
export function resolveBand(
  band: i32,
  touched: i32,
  background: i32,
  empty: i32,
  frame: i32,
  width: i32,
  height: i32,
  top: i32,
): void {
  const bottom = min(top + BAND, height);
  const luma = width * height;
  const half = width >> 1;
  const rows = bottom - top;
  memory.copy(frame + top * width, empty + top * width, rows * width);
  for (let plane = 0; plane < 2; plane++) {
    const at = luma + plane * (luma >> 2) + (top >> 1) * half;
    memory.copy(frame + at, empty + at, (rows >> 1) * half);
  }
  for (let row = top; row < bottom; row += 2) {
    const range = touched + ((row - top) / TILE) * 8;
    const left = load<i32>(range);
    const right = min(load<i32>(range + 4) + 1, width);
    resolveRange(band, background, frame, width, height, top, row, left, right);
  }
}

/** Writes only the background as I420, with an empty band. */
export function fillBackground(band: i32, background: i32, empty: i32, width: i32, height: i32): void {
  memory.fill(band, 0, bandPlane(width));
  for (let row = 0; row < height; row += 2) {
    resolveRange(band, background, empty, width, height, row, row, 0, width);
  }
}
