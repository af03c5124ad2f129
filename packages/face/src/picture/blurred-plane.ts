/**
 * Means over (2 radius + 1) x (2 radius + 1) values, in place; beyond the edge the last values are repeated. The running sums
 * cost the same for every radius.
 */
export function blurPlane(values: Float32Array, width: number, height: number, radius: number): void {
  if (radius <= 0) return;
  blurRows(values, width, height, radius);
  blurColumns(values, width, height, radius);
}

function blurRows(values: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const line = new Float32Array(width + 2 * radius + 1);
  for (let start = 0; start < width * height; start += width) {
    line.fill(values[start]!, 0, radius);
    line.set(values.subarray(start, start + width), radius);
    line.fill(values[start + width - 1]!, radius + width);
    let sum = 0;
    for (let i = 0; i <= 2 * radius; i++) sum += line[i]!;
    for (let x = 0; x < width; x++) {
      values[start + x] = share * sum;
      sum += line[x + 2 * radius + 1]! - line[x]!;
    }
  }
}

/** Row by row, with a running sum for each column: columns one by one would read memory crosswise. */
function blurColumns(values: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  /** The rows that were, which are still needed when their place holds means: of row `y` in place y % count. */
  const count = radius + 1;
  const kept = new Float32Array(count * width);
  const sums = new Float64Array(width);
  const rowAt = (y: number): number => Math.max(0, Math.min(height - 1, y)) * width;
  for (let y = -radius; y <= radius; y++) {
    const from = rowAt(y);
    for (let x = 0; x < width; x++) sums[x]! += values[from + x]!;
  }
  for (let y = 0; y < height; y++) {
    const at = y * width;
    kept.set(values.subarray(at, at + width), (y % count) * width);
    const next = rowAt(y + radius + 1);
    const last = (Math.max(0, y - radius) % count) * width;
    for (let x = 0; x < width; x++) {
      values[at + x] = share * sums[x]!;
      sums[x]! += values[next + x]! - kept[last + x]!;
    }
  }
}
