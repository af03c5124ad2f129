import { BAND, TILE, TILE_FAR, tilesAcross } from './layout';

/**
 * Record of a tile: 1 / distance of its farthest sample (f32) as it was measured last, 1 where it was drawn over since then
 * (i32).
 */
export const TILE_RECORD: i32 = 8;

export function forgetTiles(tiles: i32, width: i32): void {
  memory.fill(tiles, 0, tilesAcross(width) * (BAND / TILE) * TILE_RECORD);
}

/** Notes that a tile is drawn over. */
export function touchTile(record: i32): void {
  store<i32>(record + 4, 1);
}

/** Whether all of a tile lies nearer than `nearest`; `far` are the farthest samples of its pixels. */
export function tileCovers(record: i32, far: i32, nearest: f32): bool {
  if (load<f32>(record) >= nearest) return true;
  if (load<i32>(record + 4) === 0) return false;
  store<i32>(record + 4, 0);
  let farthest = v128.load(far);
  for (let at = far + 16; at < far + TILE_FAR; at += 16) farthest = f32x4.pmin(farthest, v128.load(at));
  farthest = f32x4.pmin(farthest, i32x4.shuffle(farthest, farthest, 2, 3, 0, 1));
  farthest = f32x4.pmin(farthest, i32x4.shuffle(farthest, farthest, 1, 0, 3, 2));
  v128.store32_lane(record, farthest, 0);
  return load<f32>(record) >= nearest;
}

/** Whether the tiles of a box all lie nearer than `nearest`; rows are those of the band, `far` its farthest samples. */
export function isHidden(
  tiles: i32,
  far: i32,
  across: i32,
  left: i32,
  right: i32,
  first: i32,
  last: i32,
  nearest: f32,
): bool {
  for (let y = first / TILE; y <= last / TILE; y++) {
    for (let x = left / TILE; x <= right / TILE; x++) {
      const tile = y * across + x;
      if (!tileCovers(tiles + tile * TILE_RECORD, far + tile * TILE_FAR, nearest)) return false;
    }
  }
  return true;
}
