import { coverInside, coverPixels, mostOf, seenOfFour, seenPixels, setOffsets } from './cover';
import { BAND, bandPlane, FAR, pitchOf, SAMPLES, TILE, tilesAcross, VISIBLE } from './layout';
import { INSIDE, SETUP, setUpAttributes, setUpTriangle } from './setup';
import { shadePixels } from './shade';
import { forgetTiles, isHidden, touchTiles } from './tiles';

/**
 * Clears the depths of the pixels that the last band drew. `touched` has the first and last drawn column of
 * each row of tiles (i32 x 2).
 */
export function clearBand(band: i32, touched: i32, width: i32): void {
  const far = band + 2 * bandPlane(width);
  const pitch = pitchOf(width);
  for (let y = 0; y < BAND; y++) {
    const range = touched + (y / TILE) * 8;
    const left = load<i32>(range);
    const pixels = load<i32>(range + 4) + 1 - left;
    if (pixels <= 0) continue;
    memory.fill(band + (y * pitch + left) * SAMPLES, 0, pixels * SAMPLES);
    memory.fill(far + (y * pitch + left) * FAR, 0, pixels * FAR);
  }
  for (let y = 0; y < BAND / TILE; y++) {
    store<i32>(touched + y * 8, width);
    store<i32>(touched + y * 8 + 4, -1);
  }
}

/**
 * Draws the listed triangles that reach the band from row `top` on. `tiles` has a record for each tile of the
 * band (tiles.ts): tiles in front of a triangle are skipped.
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
  setOffsets(pitchOf(width));
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

/**
 * Draws the triangle `item` of the visible list in rows `top` to `bottom` of the band, in blocks of eight by
 * eight pixels.
 */
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
  const pitch = pitchOf(width);
  const across = tilesAcross(width);
  const left = load<i32>(item + 8);
  const first = max(load<i32>(item + 12), top);
  const right = load<i32>(item + 16);
  const last = min(load<i32>(item + 20), bottom);
  const nearest = load<f32>(item + 24);
  if (isHidden(tiles, far, pitch, across, left, right, first - top, last - top, nearest)) return;
  const triangle = load<i32>(item);
  const part = load<i32>(item + 4);
  setUpTriangle(triangle, part, screen);
  let hasAttributes = false;
  const level = load<i32>(triangle + 12);
  const isInside = load<i32>(SETUP + INSIDE) !== 0;
  const isLarge = right - left >= TILE || last - first >= TILE;
  for (let y = first; y <= last; y += TILE) {
    const lower = min(last, y + TILE - 1);
    for (let x = left; x <= right; x += TILE) {
      const end = min(right, x + TILE - 1);
      if (isLarge) {
        const most = mostOf(x, end, y, lower);
        if ((i32x4.bitmask(most) & 7) !== 0) continue;
        const here = f32x4.extract_lane(f32x4.pmin(most, f32x4.splat(nearest)), 3);
        if (isHidden(tiles, far, pitch, across, x, end, y - top, lower - top, here)) continue;
      }
      const at = (y - top) * pitch + x;
      const farHere = far + at * FAR;
      const seen =
        right < x + TILE / 2
          ? seenOfFour(farHere, pitch, x, y, lower)
          : seenPixels(farHere, pitch, x, y, lower);
      if (seen === 0) continue;
      if (!hasAttributes) setUpAttributes(triangle, part, screen, coordinates, points);
      hasAttributes = true;
      touchTiles(tiles, across, x, end, y - top, lower - top);
      touchColumns(touched, x, end, y - top);
      touchColumns(touched, x, end, lower - top);
      const samples = band + at * SAMPLES;
      const fragments = isInside
        ? coverInside(seen, level, samples, x, y)
        : coverPixels(seen, level, samples, x, y);
      const behind = background + (y * width + x) * 4;
      shadePixels(fragments, level, part, samples, plane, farHere, behind, width, x, y);
    }
  }
}

/**
 * Extends the touched range of row `y` of the band by the columns `left` to `right`, in pairs of columns,
 * which share a chroma sample.
 */
function touchColumns(touched: i32, left: i32, right: i32, y: i32): void {
  const range = touched + (y / TILE) * 8;
  const from = left & ~1;
  const to = right | 1;
  if (from < load<i32>(range)) store<i32>(range, from);
  if (to > load<i32>(range + 4)) store<i32>(range + 4, to);
}
