/**
 * Interpolates between the centres of four pixels at whole numbers. Beyond the edge the last pixels are
 * repeated.
 */
export function bilinear(values: usize, width: i32, height: i32, x: f64, y: f64): f64 {
  const heldX = max<f64>(0, min<f64>(f64(width - 1), x));
  const heldY = max<f64>(0, min<f64>(f64(height - 1), y));
  const column = i32(heldX);
  const row = i32(heldY);
  const right = column < width - 1 ? 1 : 0;
  const below = row < height - 1 ? width : 0;
  const at = values + row * width + column;
  const tx = heldX - f64(column);
  const a = f64(load<u8>(at));
  const b = f64(load<u8>(at + right));
  const c = f64(load<u8>(at + below));
  const d = f64(load<u8>(at + below + right));
  const upper = a + tx * (b - a);
  return upper + (heldY - f64(row)) * (c + tx * (d - c) - upper);
}
