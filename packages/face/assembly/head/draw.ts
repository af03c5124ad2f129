import { coverInside, coverPixels, mostOf, seenInHalf, seenPixels } from './cover';
import { BAND, bandPlane, TILE, TILE_FAR, TILE_SAMPLES, tilesAcross, VISIBLE } from './layout';
import { INSIDE, SETUP, setUpAttributes, setUpTriangle } from './setup';
import { shadePixels } from './shade';
import { forgetTiles, isHidden, TILE_RECORD, tileCovers, touchTile } from './tiles';

/**
 * Forgets what the last band left: depths of the tiles that were touched. For each row of tiles `touched` has their first and last
 * column of pixels (i32 x 2).
 */
export function clearBand(band: i32, touched: i32, width: i32): void {
  const far = band + 2 * bandPlane(width);
  for (let y = 0; y < BAND / TILE; y++) {
    const left = load<i32>(touched + y * 8) / TILE;
    const tiles = (load<i32>(touched + y * 8 + 4) + 1) / TILE - left;
    const first = y * tilesAcross(width) + left;
    if (tiles > 0) {
      memory.fill(band + first * TILE_SAMPLES, 0, tiles * TILE_SAMPLES);
      memory.fill(far + first * TILE_FAR, 0, tiles * TILE_FAR);
    }
    store<i32>(touched + y * 8, width);
    store<i32>(touched + y * 8 + 4, -1);
  }
}

/**
 * Draws the triangles of the list that reach the band from row `top` on, tile by tile. `tiles` has a record of each tile of the
 * band (tiles.ts): what lies behind all of a tile is not looked at.
 */
export function drawBand(
  visible: i32,
  firstBands: i32,
  lastBands: i32,
  count: i32,
  screen: i32,
  coordinates: i32,
  points: i32,
  band: i32,
  touched: i32,
  tiles: i32,
  background: i32,
  width: i32,
  height: i32,
  top: i32,
): void {
  const bottom = min(top + BAND, height) - 1;
  forgetTiles(tiles, width);
  const bands = i8x16.splat(i8(top / BAND));
  for (let i = 0; i < count; i += 16) {
    const before = i8x16.le_u(v128.load(firstBands + i), bands);
    let reaching = i8x16.bitmask(v128.and(before, i8x16.ge_u(v128.load(lastBands + i), bands)));
    for (; reaching !== 0; reaching &= reaching - 1) {
      const item = visible + (i + ctz(reaching)) * VISIBLE;
      drawTriangle(item, screen, coordinates, points, band, touched, tiles, background, width, top, bottom);
    }
  }
}

/** Draws the triangle `item` of the list of visible ones in the rows `top` to `bottom`, those of the band. */
function drawTriangle(
  item: i32,
  screen: i32,
  coordinates: i32,
  points: i32,
  band: i32,
  touched: i32,
  tiles: i32,
  background: i32,
  width: i32,
  top: i32,
  bottom: i32,
): void {
  const plane = bandPlane(width);
  const far = band + 2 * plane;
  const across = tilesAcross(width);
  const left = load<i32>(item + 8);
  const first = max(load<i32>(item + 12), top);
  const right = load<i32>(item + 16);
  const last = min(load<i32>(item + 20), bottom);
  const nearest = load<f32>(item + 24);
  if (isHidden(tiles, far, across, left, right, first - top, last - top, nearest)) return;
  const triangle = load<i32>(item);
  const part = load<i32>(item + 4);
  setUpTriangle(triangle, part, screen);
  let hasAttributes = false;
  const level = load<i32>(triangle + 12);
  const isInside = load<i32>(SETUP + INSIDE) !== 0;
  for (let y = first & ~(TILE - 1); y <= last; y += TILE) {
    const upper = max(first, y);
    const lower = min(last, y + TILE - 1);
    const range = touched + ((y - top) / TILE) * 8;
    for (let x = left & ~(TILE - 1); x <= right; x += TILE) {
      const most = mostOf(max(left, x), min(right, x + TILE - 1), upper, lower);
      if ((i32x4.bitmask(most) & 7) !== 0) continue;
      const tile = ((y - top) / TILE) * across + x / TILE;
      const record = tiles + tile * TILE_RECORD;
      const farHere = far + tile * TILE_FAR;
      const nearestHere = f32x4.extract_lane(f32x4.pmin(most, f32x4.splat(nearest)), 3);
      if (tileCovers(record, farHere, nearestHere)) continue;
      const seen =
        right < x + TILE / 2
          ? seenInHalf(farHere, 0, x, y, upper, lower)
          : left >= x + TILE / 2
            ? seenInHalf(farHere, TILE / 2, x, y, upper, lower)
            : seenPixels(farHere, x, y, upper, lower);
      if (seen === 0) continue;
      if (!hasAttributes) setUpAttributes(triangle, part, screen, coordinates, points);
      hasAttributes = true;
      touchTile(record);
      if (x < load<i32>(range)) store<i32>(range, x);
      if (x + TILE - 1 > load<i32>(range + 4)) store<i32>(range + 4, x + TILE - 1);
      const samples = band + tile * TILE_SAMPLES;
      const fragments = isInside
        ? coverInside(seen, level, samples, x, y)
        : coverPixels(seen, level, samples, x, y);
      const behind = background + (y * width + x) * 4;
      shadePixels(fragments, level, part, samples, plane, farHere, behind, width, x, y);
    }
  }
}
