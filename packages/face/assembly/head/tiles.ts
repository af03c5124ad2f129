import { BAND, bandPitch, SAMPLES, TILE } from './layout';

/** Whether the tiles of a box all lie nearer than `nearest`. */
export function hidden(
  coarse: i32,
  width: i32,
  left: i32,
  right: i32,
  first: i32,
  last: i32,
  nearest: f32,
): bool {
  const columns = (width + TILE - 1) / TILE;
  for (let y = first / TILE; y <= last / TILE; y++) {
    for (let x = left / TILE; x <= right / TILE; x++) {
      if (load<f32>(coarse + (y * columns + x) * 4) < nearest) return false;
    }
  }
  return true;
}

/** The farthest sample of each tile that was touched over its whole width. */
export function measureTiles(band: i32, coarse: i32, touched: i32, width: i32): void {
  const columns = width / TILE;
  const pitch = (width + TILE - 1) / TILE;
  for (let y = 0; y < BAND; y += TILE) {
    const left = load<i32>(touched + y * 8);
    const right = load<i32>(touched + y * 8 + 4);
    for (let x = (left + TILE - 1) / TILE; x < min(columns, (right + 1) / TILE); x++) {
      let farthest = f32x4.splat(f32.MAX_VALUE);
      for (let row = y; row < y + TILE; row++) {
        const samples = band + row * bandPitch(width) + x * TILE * SAMPLES;
        for (let i = 0; i < TILE * SAMPLES; i += SAMPLES)
          farthest = f32x4.pmin(farthest, v128.load(samples + i));
        if (v128.any_true(f32x4.eq(farthest, f32x4.splat(0)))) break;
      }
      store<f32>(
        coarse + ((y / TILE) * pitch + x) * 4,
        min(
          min(f32x4.extract_lane(farthest, 0), f32x4.extract_lane(farthest, 1)),
          min(f32x4.extract_lane(farthest, 2), f32x4.extract_lane(farthest, 3)),
        ),
      );
    }
  }
}
