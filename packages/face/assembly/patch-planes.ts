/**
 * Samples planes of frames, adds patches to them and resamples squares: the inner loops of
 * src/restoration/patch-planes.ts, which allocates the memory. Addresses are in bytes; a patch is [side x
 * side] f32. `cubic` is the table of src/restoration/line-taps.ts.
 */

/** Positions have 32 fractional bits, which needs no conversion of whole numbers, unlike floating point. */
const ONE: f64 = 4294967296;
/** Half of a 256th, the step of the tabulated weights. */
const HALF_STEP: i64 = 1 << 23;

/** Returns the address of the first free byte. */
export function heapBase(): i32 {
  return i32(__heap_base);
}

/** Returns the sixteen bytes of the table for a fraction of a pixel. */
function phase(cubic: usize, place: i64): usize {
  return cubic + 16 * usize(((place & 0xffffffff) + HALF_STEP) >> 24);
}

function sum(values: v128): f32 {
  const pairs = f32x4.add(values, v128.shuffle<f32>(values, values, 2, 3, 0, 1));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}

function fourBytes(from: usize): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(from))));
}

/** Returns the sum of four rows, each weighted by a lane of `down`. */
function weighRows(r0: v128, r1: v128, r2: v128, r3: v128, down: usize): v128 {
  const upper = f32x4.add(f32x4.mul(r0, v128.load32_splat(down)), f32x4.mul(r1, v128.load32_splat(down, 4)));
  const lower = f32x4.add(
    f32x4.mul(r2, v128.load32_splat(down, 8)),
    f32x4.mul(r3, v128.load32_splat(down, 12)),
  );
  return f32x4.add(upper, lower);
}

/**
 * Samples a plane: patch pixel (i, j) is at (a i + b j + c, d i + e j + f) of the plane. Beyond the plane its
 * edge is repeated.
 */
export function samplePlane(
  plane: usize,
  width: i32,
  height: i32,
  a: f64,
  b: f64,
  c: f64,
  d: f64,
  e: f64,
  f: f64,
  side: i32,
  out: usize,
  cubic: usize,
): void {
  const alongX = i64(a * ONE);
  const alongY = i64(d * ONE);
  for (let row = 0; row < side; row++) {
    let x = i64((0.5 * a + (f64(row) + 0.5) * b + c - 0.5) * ONE);
    let y = i64((0.5 * d + (f64(row) + 0.5) * e + f - 0.5) * ONE);
    for (let column = 0; column < side; column++, out += 4, x += alongX, y += alongY) {
      const left = i32(x >> 32);
      const top = i32(y >> 32);
      const across = phase(cubic, x);
      const down = phase(cubic, y);
      if (left >= 1 && top >= 1 && left < width - 2 && top < height - 2) {
        const from = plane + (top - 1) * width + left - 1;
        const rows = weighRows(
          fourBytes(from),
          fourBytes(from + width),
          fourBytes(from + 2 * width),
          fourBytes(from + 3 * width),
          down,
        );
        store<f32>(out, sum(f32x4.mul(rows, v128.load(across))));
        continue;
      }
      let total: f32 = 0;
      for (let i = 0; i < 4; i++) {
        const line = plane + max(0, min(height - 1, top - 1 + i)) * width;
        for (let j = 0; j < 4; j++)
          total +=
            load<f32>(down + 4 * i) *
            load<f32>(across + 4 * j) *
            f32(load<u8>(line + max(0, min(width - 1, left - 1 + j))));
      }
      store<f32>(out, total);
    }
  }
}

/**
 * Subtracts `share` of a plane by `covers` and adds `values`, in columns `first` to `end` and rows `firstRow`
 * to `endRow`. Pixel (i, j) of the plane is at (a i + b j + c, d i + e j + f) of the patch.
 */
export function layPlane(
  plane: usize,
  width: i32,
  first: i32,
  end: i32,
  firstRow: i32,
  endRow: i32,
  a: f64,
  b: f64,
  c: f64,
  d: f64,
  e: f64,
  f: f64,
  values: usize,
  covers: usize,
  share: f32,
  side: i32,
  cubic: usize,
): void {
  const line = 4 * side;
  const alongX = i64(a * ONE);
  const alongY = i64(d * ONE);
  for (let row = firstRow; row < endRow; row++) {
    let x = i64(((f64(first) + 0.5) * a + (f64(row) + 0.5) * b + c - 0.5) * ONE);
    let y = i64(((f64(first) + 0.5) * d + (f64(row) + 0.5) * e + f - 0.5) * ONE);
    const stop = plane + row * width + end;
    for (let at = plane + row * width + first; at < stop; at++, x += alongX, y += alongY) {
      const left = i32(x >> 32);
      const top = i32(y >> 32);
      if (left < 1 || top < 1 || left >= side - 2 || top >= side - 2) continue;
      const corner = 4 * (top * side + left);
      if (load<u64>(covers + corner) === 0 && load<u64>(covers + corner + line) === 0) continue;
      const across = v128.load(phase(cubic, x));
      const down = phase(cubic, y);
      const from = corner - line - 4;
      const v = values + from;
      const m = covers + from;
      const own = weighRows(
        v128.load(v),
        v128.load(v + line),
        v128.load(v + 2 * line),
        v128.load(v + 3 * line),
        down,
      );
      let kept: f32 = 1;
      if (share !== 0) {
        const cover = weighRows(
          v128.load(m),
          v128.load(m + line),
          v128.load(m + 2 * line),
          v128.load(m + 3 * line),
          down,
        );
        kept -= share * sum(f32x4.mul(cover, across));
      }
      const value = f32(load<u8>(at)) * kept + sum(f32x4.mul(own, across)) + 0.5;
      store<u8>(at, u8(max<f32>(0, min<f32>(255, value))));
    }
  }
}

/**
 * Resamples [fromSide x fromSide] to [toSide x toSide], rows of a column first, then columns. `first`
 * [toSide] i32 and `weights` [toSide x taps] f32 have the source samples for each sample; `taps` is a
 * multiple of four. `line` is a buffer of fromSide + 2 taps + 4 values.
 */
export function resamplePlane(
  from: usize,
  fromSide: i32,
  to: usize,
  toSide: i32,
  first: usize,
  weights: usize,
  taps: i32,
  line: usize,
): void {
  const middle = line + 4 * taps;
  const last = fromSide - 1;
  for (let row = 0; row < toSide; row++) {
    const start = load<i32>(first + 4 * row);
    memory.fill(middle, 0, 4 * fromSide);
    for (let tap = 0; tap < taps; tap += 4) {
      const w = weights + 4 * (row * taps + tap);
      const r0 = from + 4 * fromSide * max(0, min(last, start + tap));
      const r1 = from + 4 * fromSide * max(0, min(last, start + tap + 1));
      const r2 = from + 4 * fromSide * max(0, min(last, start + tap + 2));
      const r3 = from + 4 * fromSide * max(0, min(last, start + tap + 3));
      // In multiples of four: values after the line are read and written too, and filled again below.
      for (let x = 0; x < 4 * fromSide; x += 16)
        v128.store(
          middle + x,
          f32x4.add(
            v128.load(middle + x),
            weighRows(v128.load(r0 + x), v128.load(r1 + x), v128.load(r2 + x), v128.load(r3 + x), w),
          ),
        );
    }
    const lowest = load<f32>(middle);
    const highest = load<f32>(middle + 4 * last);
    for (let i = 0; i < taps; i++) {
      store<f32>(line + 4 * i, lowest);
      store<f32>(middle + 4 * (fromSide + i), highest);
    }
    let at = weights;
    for (let x = 0; x < toSide; x++) {
      let source = middle + 4 * load<i32>(first + 4 * x);
      let total = f32x4.splat(0);
      for (let tap = 0; tap < taps; tap += 4, at += 16, source += 16)
        total = f32x4.add(total, f32x4.mul(v128.load(at), v128.load(source)));
      store<f32>(to, sum(total));
      to += 4;
    }
  }
}
