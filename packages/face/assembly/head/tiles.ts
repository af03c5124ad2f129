import { BAND, FAR, TILE, tilesAcross } from './layout';

/**
 * Record of a tile: 1 / distance of its farthest sample (f32) at the last measurement, 1 if it was drawn
 * since then (i32).
 */
export const TILE_RECORD: i32 = 8;

export function forgetTiles(tiles: i32, width: i32): void {
  memory.fill(tiles, 0, tilesAcross(width) * (BAND / TILE) * TILE_RECORD);
}

/** Marks the tiles of up to TILE x TILE pixels as drawn. */
export function touchTiles(tiles: i32, across: i32, left: i32, right: i32, first: i32, last: i32): void {
  const upper = tiles + (first / TILE) * across * TILE_RECORD + 4;
  const lower = tiles + (last / TILE) * across * TILE_RECORD + 4;
  store<i32>(upper + (left / TILE) * TILE_RECORD, 1);
  store<i32>(upper + (right / TILE) * TILE_RECORD, 1);
  store<i32>(lower + (left / TILE) * TILE_RECORD, 1);
  store<i32>(lower + (right / TILE) * TILE_RECORD, 1);
}

/**
 * Returns whether all of a tile is nearer than `nearest`. `far` are the farthest samples of its pixels, `row`
 * is in bytes.
 */
function tileCovers(record: i32, far: i32, row: i32, nearest: f32): bool {
  if (load<f32>(record) >= nearest) return true;
  if (load<i32>(record + 4) === 0) return false;
  store<i32>(record + 4, 0);
  let farthest = f32x4.pmin(v128.load(far), v128.load(far, 16));
  for (let at = far + row; at < far + TILE * row; at += row)
    farthest = f32x4.pmin(farthest, f32x4.pmin(v128.load(at), v128.load(at, 16)));
  farthest = f32x4.pmin(farthest, i32x4.shuffle(farthest, farthest, 2, 3, 0, 1));
  farthest = f32x4.pmin(farthest, i32x4.shuffle(farthest, farthest, 1, 0, 3, 2));
  v128.store32_lane(record, farthest, 0);
  return load<f32>(record) >= nearest;
}

/**
 * Returns whether all tiles of a box are nearer than `nearest`. Rows are those of the band, `far` has its
 * farthest samples, `pitch` is in pixels.
 */
export function isHidden(
  tiles: i32,
  far: i32,
  pitch: i32,
  across: i32,
  left: i32,
  right: i32,
  first: i32,
  last: i32,
  nearest: f32,
): bool {
  for (let y = first / TILE; y <= last / TILE; y++) {
    for (let x = left / TILE; x <= right / TILE; x++) {
      const here = far + (y * pitch + x) * TILE * FAR;
      if (!tileCovers(tiles + (y * across + x) * TILE_RECORD, here, pitch * FAR, nearest)) return false;
    }
  }
  return true;
}
