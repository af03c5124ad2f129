/**
 * Blurs planes [height x width] f32: the inner loops of src/image/blurred-plane.ts, which allocates the
 * memory. Addresses are in bytes.
 */

/** Returns the address of the first free byte. */
export function heapBase(): i32 {
  return i32(__heap_base);
}

/**
 * Replaces values by means over (2 radius + 1) x (2 radius + 1) values, in place, `rounds` times. Beyond the
 * edge the last values are repeated. Running sums make the cost independent of the radius. Buffers: `line` of
 * width + 2 radius + 1 f32, `kept` of (radius + 1) x width f32, `sums` of width f64.
 */
export function blurPlane(
  values: usize,
  width: i32,
  height: i32,
  radius: i32,
  rounds: i32,
  line: usize,
  kept: usize,
  sums: usize,
): void {
  for (let round = 0; round < rounds; round++) {
    blurRows(values, width, height, radius, line);
    blurColumns(values, width, height, radius, kept, sums);
  }
}

function blurRows(values: usize, width: i32, height: i32, radius: i32, line: usize): void {
  const share = 1 / f64(2 * radius + 1);
  const reach = 4 * (2 * radius + 1);
  const end = values + 4 * width * height;
  for (let start = values; start < end; start += 4 * width) {
    const first = load<f32>(start);
    const last = load<f32>(start + 4 * (width - 1));
    for (let i = 0; i < radius; i++) store<f32>(line + 4 * i, first);
    memory.copy(line + 4 * radius, start, 4 * width);
    for (let i = 0; i <= radius; i++) store<f32>(line + 4 * (radius + width + i), last);
    let sum: f64 = 0;
    for (let at = line; at < line + reach; at += 4) sum += f64(load<f32>(at));
    let at = line;
    for (let to = start; to < start + 4 * width; to += 4, at += 4) {
      store<f32>(to, f32(share * sum));
      sum += f64(load<f32>(at + reach)) - f64(load<f32>(at));
    }
  }
}

/**
 * Processes rows with a running sum for each column, because separate columns would read memory with large
 * strides.
 */
function blurColumns(values: usize, width: i32, height: i32, radius: i32, kept: usize, sums: usize): void {
  const share = 1 / f64(2 * radius + 1);
  const count = radius + 1;
  const line = 4 * width;
  memory.fill(sums, 0, 8 * width);
  for (let y = -radius; y <= radius; y++) {
    const from = values + line * max(0, min(height - 1, y));
    for (let x = 0; x < width; x++)
      store<f64>(sums + 8 * x, load<f64>(sums + 8 * x) + f64(load<f32>(from + 4 * x)));
  }
  for (let y = 0; y < height; y++) {
    const at = values + line * y;
    // Saves the old rows that are still needed after their place is overwritten: row y at index y % count.
    memory.copy(kept + line * (y % count), at, line);
    const next = values + line * min(height - 1, y + radius + 1);
    const last = kept + line * (max(0, y - radius) % count);
    let x = 0;
    for (; x < line - 4; x += 8) {
      const sum = v128.load(sums + 2 * x);
      const gained = f64x2.sub(twoFloats(next + x), twoFloats(last + x));
      v128.store64_lane(at + x, f32x4.demote_f64x2_zero(f64x2.mul(f64x2.splat(share), sum)), 0);
      v128.store(sums + 2 * x, f64x2.add(sum, gained));
    }
    if (x === line) continue;
    const sum = load<f64>(sums + 2 * x);
    const gained = f64(load<f32>(next + x)) - f64(load<f32>(last + x));
    store<f32>(at + x, f32(share * sum));
    store<f64>(sums + 2 * x, sum + gained);
  }
}

function twoFloats(from: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(from));
}
