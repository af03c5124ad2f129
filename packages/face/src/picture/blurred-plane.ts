/**
 * Means over (2 radius + 1) x (2 radius + 1) values, in place; beyond the edge the last values are repeated. The running sums
 * cost the same for every radius.
 */
export function blurPlane(values: Float32Array, width: number, height: number, radius: number): void {
  if (radius <= 0) return;
  for (let row = 0; row < height; row++) blurLine(values, row * width, 1, width, radius);
  for (let column = 0; column < width; column++) blurLine(values, column, width, height, radius);
}

function blurLine(values: Float32Array, start: number, step: number, length: number, radius: number): void {
  const line = new Float32Array(length);
  for (let i = 0; i < length; i++) line[i] = values[start + i * step]!;
  const at = (i: number): number => line[Math.min(length - 1, Math.max(0, i))]!;
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += at(i);
  for (let i = 0; i < length; i++) {
    values[start + i * step] = sum / (2 * radius + 1);
    sum += at(i + radius + 1) - at(i - radius);
  }
}
