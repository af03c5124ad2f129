import { toIntegers } from './whole-numbers';

/** Number of iterations for inverting a shift. Each makes the error about ten times smaller. */
const ROUNDS: i32 = 3;

/**
 * Computes for each point of a grid the source position: p = q - shift(p). `shift` and `net` are [rows x
 * columns x 2] f32 in pixels, and points are `step` pixels apart. Shifts are bilinear between points and
 * clamped beyond the last points. `net` gets the format of `warpPicture`: positions relative to the points,
 * and +0 for zero.
 */
export function turnNet(shift: usize, net: usize, columns: i32, rows: i32, step: i32): void {
  const perPixel = f32x4.splat(1 / f32(step));
  const least = f32x4.splat(0);
  const most = f32x4(f32(columns) - 1.001, f32(rows) - 1.001, 0, 0);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = 8 * (row * columns + column);
      let own = v128.load64_zero(shift + at);
      if (v128.any_true(f32x4.ne(own, least))) {
        const point = f32x4.replace_lane(f32x4.splat(f32(column)), 1, f32(row));
        for (let round = 0; round < ROUNDS; round++) {
          const free = f32x4.sub(point, f32x4.mul(own, perPixel));
          const place = f32x4.pmin(most, f32x4.pmax(least, free));
          const floor = f32x4.floor(place);
          const parts = f32x4.sub(place, floor);
          const whole = toIntegers(floor);
          const corner = shift + 8 * (i32x4.extract_lane(whole, 1) * columns + i32x4.extract_lane(whole, 0));
          // x and y of two points of the grid, and of the points below.
          const upper = v128.load(corner);
          const lower = v128.load(corner + 8 * columns);
          const down = f32x4.mul(f32x4.shuffle(parts, parts, 1, 1, 1, 1), f32x4.sub(lower, upper));
          const line = f32x4.add(upper, down);
          const along = f32x4.sub(f32x4.shuffle(line, line, 2, 3, 2, 3), line);
          own = f32x4.add(line, f32x4.mul(f32x4.shuffle(parts, parts, 0, 0, 0, 0), along));
        }
      }
      v128.store64_lane(net + at, f32x4.sub(least, own), 0);
    }
}
