import { warpChromaCell } from './warp-chroma';
import { warpLumaCell } from './warp-luma';

/**
 * Warps an image by a grid of shifts: the inner loop of src/mesh/grid-warp.ts. Addresses are in bytes. A grid
 * has a point every `step` pixels, [rows x columns x 2] f32: source position of the pixel at the point,
 * relative to the point. Shifts are bilinear between points. Cells with four zero shifts and `hidden` cells
 * (hide-cells.ts) are skipped. `wideLuma` and `wideChroma` are the results of `widenLuma` and `widenChroma`
 * for the image.
 */
export function warpPicture(
  fromY: usize,
  fromU: usize,
  fromV: usize,
  wideLuma: usize,
  wideChroma: usize,
  toY: usize,
  toU: usize,
  toV: usize,
  width: i32,
  height: i32,
  net: usize,
  columns: i32,
  rows: i32,
  step: i32,
  hidden: usize,
  weights: usize,
): void {
  const perPixel: f32 = 1 / f32(step);
  const perSample: f32 = 1 / f32(step >> 1);
  for (let row = 0; row + 1 < rows; row++) {
    const top = row * step;
    const bottom = min(height, top + step);
    for (let column = 0; column + 1 < columns; column++) {
      const cell = row * columns + column;
      if (load<u8>(hidden + cell) !== 0) continue;
      const at = net + 8 * cell;
      const upper = v128.load(at);
      const lower = v128.load(at + 8 * columns);
      if (!v128.any_true(v128.or(upper, lower))) continue;
      const left = column * step;
      const right = min(width, left + step);
      const down = f32x4.sub(lower, upper);
      const isEasy = isGentle(upper, lower, left, top, step, width, height);
      warpLumaCell(
        fromY,
        wideLuma,
        toY,
        width,
        height,
        upper,
        down,
        perPixel,
        left,
        top,
        right,
        bottom,
        isEasy,
        weights,
      );
      // The grid is in luma pixels: a chroma sample is two pixels wide.
      warpChromaCell(
        fromU,
        fromV,
        wideChroma,
        toU,
        toV,
        width >> 1,
        height >> 1,
        f32x4.mul(upper, f32x4.splat(0.5)),
        f32x4.mul(down, f32x4.splat(0.5)),
        perSample,
        left >> 1,
        top >> 1,
        right >> 1,
        bottom >> 1,
        isEasy,
      );
    }
  }
}

/** Maximum stretch in pixels with which a group of eight skips or repeats at most one pixel. */
const MAX_SLIP: f32 = 9363 / 65536;

/**
 * Returns whether the stretch in a cell is so small, and its source so far inside the image, that pixels can
 * be computed in groups of eight and chroma samples in groups of four, which may exceed the cell. `upper` and
 * `lower` are its points.
 */
function isGentle(upper: v128, lower: v128, left: i32, top: i32, step: i32, width: i32, height: i32): bool {
  const corner = f32x4.convert_i32x4_s(i32x4.shuffle(i32x4.splat(left), i32x4.splat(top), 0, 4, 0, 4));
  const mostX = i32x4.splat(width - 4 - ((step + 7) & ~7));
  const most = f32x4.convert_i32x4_s(i32x4.shuffle(mostX, i32x4.splat(height - 3 - step), 0, 4, 0, 4));
  const begin = f32x4.ge(f32x4.add(f32x4.min(upper, lower), corner), f32x4.splat(1));
  const end = f32x4.lt(f32x4.add(f32x4.max(upper, lower), corner), most);
  // Along its first and its last line, which are half a pixel inside.
  const edges = f32x4.sub(f32x4.shuffle(upper, lower, 2, 3, 6, 7), f32x4.shuffle(upper, lower, 0, 1, 4, 5));
  const inward = f32x4.sub(f32x4.shuffle(edges, edges, 2, 3, 0, 1), edges);
  const slips = f32x4.add(edges, f32x4.mul(inward, f32x4.splat(0.5 / f32(step))));
  const gentle = f32x4.lt(f32x4.abs(slips), f32x4.splat(MAX_SLIP * f32(step)));
  return i32x4.all_true(v128.and(v128.and(begin, end), gentle));
}
