/**
 * Doubles the width and height of planes of bytes: the inner loops of src/restoration/doubled-frame.ts, which
 * allocates the memory. Addresses are in bytes.
 */

/**
 * Number of samples for a new sample, the number of these before it, and the number of rows at full width in
 * the ring.
 */
const TAPS: i32 = 6;
const LOBES: i32 = 3;
const RING: i32 = 8;
/** Bytes of the weights of one kind of position (f32 x 6). */
const WEIGHTS: i32 = 4 * TAPS;
/** Added to a number below 2^22, it leaves the nearest whole number in the lower bits of the sum. */
const ROUNDING: f32 = 12582912;
const ROUNDED_NOUGHT: i32 = 0x4b400000;

/** Returns the address of the first free byte. */
export function heapBase(): i32 {
  return i32(__heap_base);
}

/** Returns the address of a row in the ring. Beyond the edge the last rows are repeated. */
function ringRow(ring: usize, row: i32, width: i32, height: i32): usize {
  return ring + (max(0, min(height - 1, row)) & (RING - 1)) * ringBytes(width);
}

/** Returns the bytes of a row of the ring: 2 width samples (f32), and a margin for groups of eight. */
function ringBytes(width: i32): i32 {
  return 8 * width + 64;
}

/** Returns one weight of a kind of position in four lanes. */
function weight(weights: usize, tap: i32): v128 {
  return v128.load32_splat(weights + 4 * tap);
}

/** Returns four samples, weighted from six times four. */
function weigh(s0: v128, s1: v128, s2: v128, s3: v128, s4: v128, s5: v128, weights: usize): v128 {
  const first = f32x4.add(f32x4.mul(s0, weight(weights, 0)), f32x4.mul(s1, weight(weights, 1)));
  const second = f32x4.add(f32x4.mul(s2, weight(weights, 2)), f32x4.mul(s3, weight(weights, 3)));
  const third = f32x4.add(f32x4.mul(s4, weight(weights, 4)), f32x4.mul(s5, weight(weights, 5)));
  return f32x4.add(f32x4.add(first, second), third);
}

/** Returns the nearest whole numbers (i32 x 4). */
function rounded(values: v128): v128 {
  return i32x4.sub(f32x4.add(values, f32x4.splat(ROUNDING)), i32x4.splat(ROUNDED_NOUGHT));
}

/**
 * Writes a row of bytes at twice its width (f32). `padded` is a buffer for the row with LOBES samples before
 * it and 2 LOBES + 4 after it.
 */
function widen(from: usize, width: i32, weights: usize, padded: usize, out: usize): void {
  const start = padded + 4 * LOBES;
  const lowest = f32(load<u8>(from));
  const highest = f32(load<u8>(from + width - 1));
  for (let x = 0; x < width; x++) store<f32>(start + 4 * x, f32(load<u8>(from + x)));
  for (let i = 0; i < LOBES; i++) store<f32>(padded + 4 * i, lowest);
  for (let i = 0; i < 2 * LOBES + 4; i++) store<f32>(start + 4 * (width + i), highest);
  for (let x = 0; x < width; x += 4) {
    const at = padded + 4 * x;
    const s1 = v128.load(at, 4);
    const s2 = v128.load(at, 8);
    const s3 = v128.load(at, 12);
    const s4 = v128.load(at, 16);
    const s5 = v128.load(at, 20);
    const left = weigh(v128.load(at), s1, s2, s3, s4, s5, weights);
    const right = weigh(s1, s2, s3, s4, s5, v128.load(at, 24), weights + WEIGHTS);
    v128.store(out + 8 * x, v128.shuffle<i32>(left, right, 0, 4, 1, 5));
    v128.store(out + 8 * x, v128.shuffle<i32>(left, right, 2, 6, 3, 7), 16);
  }
}

/**
 * Writes [2 height x 2 width] `to` from [height x width] `from`. `weights`: those of a position a quarter to
 * the left of a sample, to its right, above it and below (f32 x 6 each). The second and the fourth set start
 * one sample later. `stride`: bytes of a row of `to`, a multiple of four. `ring` has RING rows (ringBytes),
 * `padded` is that of `widen`.
 */
export function doublePlane(
  from: usize,
  width: i32,
  height: i32,
  to: usize,
  stride: i32,
  weights: usize,
  ring: usize,
  padded: usize,
): void {
  const upper = weights + 2 * WEIGHTS;
  const lower = weights + 3 * WEIGHTS;
  let widened = 0;
  for (let row = 0; row < height; row++) {
    for (; widened < min(height, row + LOBES + 1); widened++)
      widen(from + widened * width, width, weights, padded, ringRow(ring, widened, width, height));
    const a = ringRow(ring, row - 3, width, height);
    const b = ringRow(ring, row - 2, width, height);
    const c = ringRow(ring, row - 1, width, height);
    const d = ringRow(ring, row, width, height);
    const e = ringRow(ring, row + 1, width, height);
    const f = ringRow(ring, row + 2, width, height);
    const g = ringRow(ring, row + 3, width, height);
    const out = to + 2 * row * stride;
    for (let x = 0; x < 2 * width; x += 4) {
      const at = 4 * x;
      const r1 = v128.load(b + at);
      const r2 = v128.load(c + at);
      const r3 = v128.load(d + at);
      const r4 = v128.load(e + at);
      const r5 = v128.load(f + at);
      const above = rounded(weigh(v128.load(a + at), r1, r2, r3, r4, r5, upper));
      const below = rounded(weigh(r1, r2, r3, r4, r5, v128.load(g + at), lower));
      const words = i16x8.narrow_i32x4_s(above, below);
      const bytes = i8x16.narrow_i16x8_u(words, words);
      v128.store32_lane(out + x, bytes, 0);
      v128.store32_lane(out + stride + x, bytes, 1);
    }
  }
}
