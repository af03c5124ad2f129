/**
 * Warps the planes of a picture by a net of shifts: the inner loops of src/mesh/grid-warp.ts, which lays out the memory.
 * Addresses are in bytes. A net has a point every `step` pixels, [rows x columns x 2] f32: where the pixel at the point comes
 * from, less where it is. Between points shifts are bilinear. Cells whose four shifts are all nought are not touched.
 * Places are in 65,536ths of a pixel, so that nothing is converted on the way.
 */

const ONE: f32 = 65536;
/** Bits of a place below the steps that weights are tabulated for: 128 steps a pixel. */
const PHASE_SHIFT: i32 = 9;
const PHASE_MASK: i32 = 127;
/** Half of such a step. */
const ROUND: i32 = 256;
/** Bytes of the weights of a step: [8] i16, four for a row and the same again; [8] i32, each of four rows twice. 1,024 is one. */
const WEIGHTS: i32 = 48;
const WEIGHT_BITS: i32 = 20;

/** The first byte that is free. */
export function heapBase(): i32 {
  return i32(__heap_base);
}

/** Of the points `a` and `a` + 8 of one row of the net, and of the row below. */
function isStill(a: usize, b: usize): bool {
  return !v128.any_true(v128.or(v128.load(a), v128.load(b)));
}

function between(a: f32, b: f32, t: f32): f32 {
  return a + t * (b - a);
}

function hold(value: i32, least: i32, most: i32): i32 {
  return max(least, min(most, value));
}

/** Brightness: bicubic, all sixteen neighbours at once. */
export function warpLuma(
  from: usize,
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
      for (let y = row * step; y < bottom; y++) {
        const t = (f32(y - row * step) + 0.5) * perPixel;
        const shiftX = between(load<f32>(a), load<f32>(b), t);
        const shiftY = between(load<f32>(a, 4), load<f32>(b, 4), t);
        const alongX = (between(load<f32>(a, 8), load<f32>(b, 8), t) - shiftX) * perPixel;
        const alongY = (between(load<f32>(a, 12), load<f32>(b, 12), t) - shiftY) * perPixel;
        let sx = i32((f32(left) + shiftX + 0.5 * alongX) * ONE) + ROUND;
        let sy = i32((f32(y) + shiftY + 0.5 * alongY) * ONE) + ROUND;
        const stepX = i32(alongX * ONE) + 65536;
        const stepY = i32(alongY * ONE);
        const end = to + y * width + right;
        for (let out = to + y * width + left; out < end; out++) {
          const x = hold(sx, 65536, mostX);
          const yy = hold(sy, 65536, mostY);
          const wx = weights + WEIGHTS * ((x >> PHASE_SHIFT) & PHASE_MASK);
          const wy = weights + WEIGHTS * ((yy >> PHASE_SHIFT) & PHASE_MASK);
          const corner = from + ((yy >> 16) - 1) * width + (x >> 16) - 1;
          let bytes = v128.load32_zero(corner);
          bytes = v128.load_lane<u32>(corner + width, bytes, 1);
          bytes = v128.load_lane<u32>(corner + 2 * width, bytes, 2);
          bytes = v128.load_lane<u32>(corner + 3 * width, bytes, 3);
          const across = v128.load(wx);
          const upper = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), across);
          const lower = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), across);
          let sum = i32x4.add(i32x4.mul(upper, v128.load(wy, 16)), i32x4.mul(lower, v128.load(wy, 32)));
          sum = i32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 0, 1));
          const value =
            (i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + (1 << (WEIGHT_BITS - 1))) >>
            WEIGHT_BITS;
          store<u8>(out, u8(hold(value, 16, 235)));
          sx += stepX;
          sy += stepY;
        }
      }
    }
  }
}

/** Both planes of colour, half as wide and high as the picture: bilinear, by the same net. */
export function warpChroma(
  fromU: usize,
  fromV: usize,
  toU: usize,
  toV: usize,
  width: i32,
  height: i32,
  net: usize,
  columns: i32,
  rows: i32,
  step: i32,
): void {
  const half = step >> 1;
  const perSample: f32 = 1 / f32(half);
  const mostX = ((width - 1) << 16) - 1;
  const mostY = ((height - 1) << 16) - 1;
  for (let row = 0; row + 1 < rows; row++) {
    const bottom = min(height, (row + 1) * half);
    for (let column = 0; column + 1 < columns; column++) {
      const a = net + 8 * (row * columns + column);
      const b = a + 8 * columns;
      if (isStill(a, b)) continue;
      const left = column * half;
      const right = min(width, left + half);
      for (let y = row * half; y < bottom; y++) {
        // The net counts in pixels of brightness: a sample of colour is two wide.
        const t = (f32(y - row * half) + 0.5) * perSample;
        const shiftX = 0.5 * between(load<f32>(a), load<f32>(b), t);
        const shiftY = 0.5 * between(load<f32>(a, 4), load<f32>(b, 4), t);
        const alongX = (0.5 * between(load<f32>(a, 8), load<f32>(b, 8), t) - shiftX) * perSample;
        const alongY = (0.5 * between(load<f32>(a, 12), load<f32>(b, 12), t) - shiftY) * perSample;
        let sx = i32((f32(left) + shiftX + 0.5 * alongX) * ONE) + ROUND;
        let sy = i32((f32(y) + shiftY + 0.5 * alongY) * ONE) + ROUND;
        const stepX = i32(alongX * ONE) + 65536;
        const stepY = i32(alongY * ONE);
        for (let x = left; x < right; x++) {
          const heldX = hold(sx, 0, mostX);
          const heldY = hold(sy, 0, mostY);
          const at = (heldY >> 16) * width + (heldX >> 16);
          const tx = (heldX >> 8) & 255;
          const ty = (heldY >> 8) & 255;
          store<u8>(toU + y * width + x, bilinear(fromU + at, width, tx, ty));
          store<u8>(toV + y * width + x, bilinear(fromV + at, width, tx, ty));
          sx += stepX;
          sy += stepY;
        }
      }
    }
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
