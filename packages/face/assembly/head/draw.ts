import {
  BAND,
  BLENDED,
  bandPlane,
  LIT,
  MASKED,
  PART_COLOUR,
  PART_CUTOFF,
  PART_FACTOR,
  PART_FLAGS,
  PART_GAIN,
  SAMPLES,
  TILE,
  TILE_FAR,
  TILE_SAMPLES,
  tilesAcross,
  VISIBLE,
} from './layout';
import { mix } from './mix';
import {
  ATTRIBUTES,
  ATTRIBUTES_X,
  ATTRIBUTES_Y,
  CORNER,
  EDGE,
  NEAR,
  NEAR_SAMPLES,
  NEAR_Y,
  PERSPECTIVE,
  PLANES_MOST,
  PLANES_ORIGIN,
  PLANES_X,
  PLANES_Y,
  SETUP,
  setUpTriangle,
} from './setup';
import { findTexel, sampleTexture } from './texture';
import { forgetTiles, hidden, TILE_RECORD, tileCovers, touchTile } from './tiles';

/** From this alpha on a sample of a masked texture is drawn: coverage follows alpha in four steps. */
const THRESHOLDS: i32 = i32(memory.data<i32>([160, 96, 32, 224], 16));
/** 1 / distance of what was blended over the background. */
const FARTHEST: f32 = 1e-20;
/** Mean position of the samples of each of the sixteen coverages, x then y. */
const CENTRES: i32 = i32(
  memory.data<f32>([
    0.5, 0.5, 0.375, 0.125, 0.875, 0.375, 0.625, 0.25, 0.125, 0.625, 0.25, 0.375, 0.5, 0.5, 0.4583333, 0.375,
    0.625, 0.875, 0.5, 0.5, 0.75, 0.625, 0.625, 0.4583333, 0.375, 0.75, 0.375, 0.5416667, 0.5416667, 0.625,
    0.5, 0.5,
  ]),
);

/** Columns and rows of the pixels of a tile: x, y, x, y (f32 x 4). */
const PLACES: i32 = i32(memory.data(16 * TILE * TILE, 16));

/** Writes PLACES. */
export function listPlaces(): void {
  for (let pixel = 0; pixel < TILE * TILE; pixel++) {
    const x = f32(pixel & (TILE - 1));
    const y = f32(pixel / TILE);
    v128.store(PLACES + pixel * 16, f32x4(x, y, x, y));
  }
}

/** Forgets what the last band left: depths of the tiles that were touched, whose columns `touched` has for each row of tiles. */
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
  count: i32,
  screen: i32,
  coordinates: i32,
  band: i32,
  touched: i32,
  tiles: i32,
  background: i32,
  width: i32,
  height: i32,
  top: i32,
): void {
  const bottom = min(top + BAND, height) - 1;
  const end = visible + count * VISIBLE;
  const plane = bandPlane(width);
  const far = band + 2 * plane;
  const across = tilesAcross(width);
  forgetTiles(tiles, width);
  for (let item = visible; item < end; item += VISIBLE) {
    const first = max(load<i32>(item + 12), top);
    const last = min(load<i32>(item + 20), bottom);
    if (first > last) continue;
    const left = load<i32>(item + 8);
    const right = load<i32>(item + 16);
    const nearest = load<f32>(item + 24);
    if (hidden(tiles, far, across, left, right, first - top, last - top, nearest)) continue;
    const triangle = load<i32>(item);
    const part = load<i32>(item + 4);
    setUpTriangle(triangle, part, screen, coordinates);
    const level = load<i32>(triangle + 12);
    for (let y = first & ~(TILE - 1); y <= last; y += TILE) {
      const upper = max(first, y);
      const lower = min(last, y + TILE - 1);
      const range = touched + (y - top);
      for (let x = left & ~(TILE - 1); x <= right; x += TILE) {
        const most = mostOf(max(left, x), min(right, x + TILE - 1), upper, lower);
        if ((i32x4.bitmask(most) & 7) !== 0) continue;
        const tile = ((y - top) / TILE) * across + x / TILE;
        const record = tiles + tile * TILE_RECORD;
        const farHere = far + tile * TILE_FAR;
        const nearestHere = f32x4.extract_lane(f32x4.pmin(most, f32x4.splat(nearest)), 3);
        if (tileCovers(record, farHere, nearestHere)) continue;
        const seen = seenPixels(farHere, x, y, upper, lower);
        if (seen === 0) continue;
        touchTile(record);
        if (x < load<i32>(range)) store<i32>(range, x);
        if (x + TILE - 1 > load<i32>(range + 4)) store<i32>(range + 4, x + TILE - 1);
        const samples = band + tile * TILE_SAMPLES;
        const fragments = coverPixels(seen, level, samples, x, y);
        shadePixels(fragments, level, part, samples, plane, farHere, background + (y * width + x) * 4, width);
      }
    }
  }
}

/** The most that the edges and 1 / distance of the triangle that was set up are at the samples of a box of pixels. */
function mostOf(left: i32, right: i32, upper: i32, lower: i32): v128 {
  const slopesX = v128.load(SETUP, PLANES_X);
  const slopesY = v128.load(SETUP, PLANES_Y);
  const nought = f32x4.splat(0);
  const x = v128.bitselect(i32x4.splat(right), i32x4.splat(left), f32x4.gt(slopesX, nought));
  const y = v128.bitselect(i32x4.splat(lower), i32x4.splat(upper), f32x4.gt(slopesY, nought));
  const rows = f32x4.sub(f32x4.mul(slopesY, f32x4.convert_i32x4_s(y)), v128.load(SETUP, PLANES_ORIGIN));
  return f32x4.add(
    f32x4.mul(slopesX, f32x4.convert_i32x4_s(x)),
    f32x4.add(rows, v128.load(SETUP, PLANES_MOST)),
  );
}

/** Columns of four neighbours. */
const NEIGHBOURS: v128 = f32x4(0, 1, 2, 3);

/** Bytes a row of the farthest samples of a tile. */
const FAR_ROW: i32 = TILE_FAR / TILE;

/**
 * The pixels of the tile at x, y, a bit each and a byte a row, of which a sample may lie inside the triangle that was set up and
 * before what is there; `far` are the farthest samples of the tile.
 */
function seenPixels(far: i32, x: i32, y: i32, upper: i32, lower: i32): u64 {
  const columns = f32x4.add(f32x4.convert_i32x4_s(i32x4.splat(x)), NEIGHBOURS);
  const right = f32x4.add(columns, f32x4.splat(4));
  const left0 = f32x4.mul(v128.load(SETUP), columns);
  const left1 = f32x4.mul(v128.load(SETUP, EDGE), columns);
  const left2 = f32x4.mul(v128.load(SETUP, 2 * EDGE), columns);
  const leftNear = f32x4.mul(v128.load(SETUP, NEAR), columns);
  const right0 = f32x4.mul(v128.load(SETUP), right);
  const right1 = f32x4.mul(v128.load(SETUP, EDGE), right);
  const right2 = f32x4.mul(v128.load(SETUP, 2 * EDGE), right);
  const rightNear = f32x4.mul(v128.load(SETUP, NEAR), right);
  let seen: u64 = 0;
  far += (upper - y) * FAR_ROW;
  for (let row = upper; row <= lower; row++, far += FAR_ROW) {
    const most = f32x4.add(
      f32x4.sub(
        f32x4.mul(v128.load(SETUP, PLANES_Y), f32x4.convert_i32x4_s(i32x4.splat(row))),
        v128.load(SETUP, PLANES_ORIGIN),
      ),
      v128.load(SETUP, PLANES_MOST),
    );
    const most0 = i32x4.shuffle(most, most, 0, 0, 0, 0);
    const most1 = i32x4.shuffle(most, most, 1, 1, 1, 1);
    const most2 = i32x4.shuffle(most, most, 2, 2, 2, 2);
    const near = i32x4.shuffle(most, most, 3, 3, 3, 3);
    const leftOutside = v128.or(
      v128.or(f32x4.add(left0, most0), f32x4.add(left1, most1)),
      f32x4.add(left2, most2),
    );
    const rightOutside = v128.or(
      v128.or(f32x4.add(right0, most0), f32x4.add(right1, most1)),
      f32x4.add(right2, most2),
    );
    const leftHidden = f32x4.le(f32x4.add(leftNear, near), v128.load(far));
    const rightHidden = f32x4.le(f32x4.add(rightNear, near), v128.load(far, 16));
    const bits =
      i32x4.bitmask(v128.or(leftOutside, leftHidden)) |
      (i32x4.bitmask(v128.or(rightOutside, rightHidden)) << 4);
    seen |= u64(bits ^ 255) << u64((row - y) * 8);
  }
  return seen;
}

/**
 * A pixel that is to be drawn: 1 / distance of its samples (f32 x 4), which of them (masks), place in the texture as texture.ts has
 * it (48 bytes), light four times over (f32 x 4), its number in the tile (i32, padded).
 */
const FRAGMENT: i32 = 80;
const FRAGMENTS: i32 = i32(memory.data(80 * 64, 16));
const DRAWN: i32 = 16;
const TEXEL: i32 = 32;
const LIGHT: i32 = 48;
const PIXEL: i32 = 64;

/**
 * Of the pixels that `seen` has of the tile at x, y those of which a sample is drawn, as fragments; returns the end of them.
 * `samples` are those of the tile. Two loops, this one and that of shadePixels, are faster than one: what a pixel waits for is
 * shorter than what the processor looks ahead.
 */
function coverPixels(seen: u64, level: i32, samples: i32, x: i32, y: i32): i32 {
  let to = FRAGMENTS;
  const size = v128.load(level);
  // x, y, x, y
  const corner = f32x4.convert_i32x4_s(i32x4(x, y, x, y));
  for (; seen !== 0; seen &= seen - 1) {
    const pixel = i32(ctz(seen));
    const place = f32x4.add(corner, v128.load(PLACES + pixel * 16));
    const xs = i32x4.shuffle(place, place, 0, 0, 0, 0);
    const ys = i32x4.shuffle(place, place, 1, 1, 1, 1);
    const values = f32x4.sub(f32x4.mul(v128.load(SETUP, PLANES_Y), ys), v128.load(SETUP, PLANES_ORIGIN));
    const e0 = f32x4.add(i32x4.shuffle(values, values, 0, 0, 0, 0), v128.load(SETUP, 16));
    const e1 = f32x4.add(i32x4.shuffle(values, values, 1, 1, 1, 1), v128.load(SETUP, EDGE + 16));
    const e2 = f32x4.add(i32x4.shuffle(values, values, 2, 2, 2, 2), v128.load(SETUP, 2 * EDGE + 16));
    const nears = f32x4.add(v128.load(SETUP, NEAR_SAMPLES), f32x4.mul(v128.load(SETUP, NEAR_Y), ys));
    const near = f32x4.add(f32x4.mul(v128.load(SETUP, NEAR), xs), nears);
    const outside = v128.or(
      v128.or(
        f32x4.add(f32x4.mul(v128.load(SETUP), xs), e0),
        f32x4.add(f32x4.mul(v128.load(SETUP, EDGE), xs), e1),
      ),
      f32x4.add(f32x4.mul(v128.load(SETUP, 2 * EDGE), xs), e2),
    );
    const drawn = v128.andnot(f32x4.gt(near, v128.load(samples + pixel * SAMPLES)), i32x4.shr_s(outside, 31));
    const bits = i32x4.bitmask(drawn);
    if (bits === 0) continue;
    // One colour a pixel, from the middle of what is covered.
    const centre = f32x4.sub(
      f32x4.add(place, v128.load64_zero(CENTRES + bits * 8)),
      v128.load(SETUP, CORNER),
    );
    let attributes = f32x4.add(
      f32x4.add(
        v128.load(SETUP, ATTRIBUTES),
        f32x4.mul(v128.load(SETUP, ATTRIBUTES_X), i32x4.shuffle(centre, centre, 0, 0, 0, 0)),
      ),
      f32x4.mul(v128.load(SETUP, ATTRIBUTES_Y), i32x4.shuffle(centre, centre, 1, 1, 1, 1)),
    );
    if (load<i32>(SETUP + PERSPECTIVE) !== 0)
      attributes = f32x4.div(attributes, i32x4.shuffle(attributes, attributes, 0, 0, 0, 0));
    v128.store(to, near);
    v128.store(to, drawn, DRAWN);
    v128.store(to, findTexel(level, size, attributes), TEXEL);
    v128.store(to, i32x4.shuffle(attributes, attributes, 3, 3, 3, 3), LIGHT);
    store<i32>(to + PIXEL, pixel);
    to += FRAGMENT;
  }
  return to;
}

/**
 * Draws the fragments up to `end` into a tile: `samples`, `far` and `behind` are of its first pixel.
 */
function shadePixels(
  end: i32,
  level: i32,
  part: i32,
  samples: i32,
  plane: i32,
  far: i32,
  behind: i32,
  width: i32,
): void {
  const flags = load<i32>(part + PART_FLAGS);
  const texels = load<i32>(level + 16);
  const columnBytes = load<i32>(level + 20);
  for (let from = FRAGMENTS; from < end; from += FRAGMENT) {
    const lanes = sampleTexture(texels, columnBytes, from + TEXEL);
    let colour = lanes;
    if (flags & LIT) {
      const light = f32x4.mul(v128.load(from, LIGHT), v128.load(part, PART_FACTOR));
      const bright = f32x4.mul(f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(lanes)), light);
      colour = i32x4.trunc_sat_f32x4_u(f32x4.add(bright, v128.load(part, PART_COLOUR)));
      colour = i16x8.narrow_i32x4_u(colour, colour);
    }
    const packed = i8x16.narrow_i16x8_u(colour, colour);
    const texel = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
    const pixel = load<i32>(from + PIXEL);
    const at = samples + pixel * SAMPLES;
    const depths = v128.load(at);
    const old = v128.load(at + plane);
    let drawn = v128.load(from, DRAWN);
    if (flags & BLENDED) {
      const alpha = f32(i16x8.extract_lane_u(lanes, 3)) * load<f32>(part + PART_GAIN);
      const opacity = i16x8.splat(i16(min(alpha, 255)));
      // Over the background, which no sample holds yet; from now on this one does, behind everything.
      const empty = f32x4.eq(depths, f32x4.splat(0));
      const background = v128.load32_splat(behind + ((pixel / TILE) * width + (pixel & (TILE - 1))) * 4);
      const under = v128.bitselect(background, old, empty);
      v128.store(at + plane, v128.bitselect(mix(texel, under, opacity), old, drawn));
      v128.store(at, v128.bitselect(f32x4.splat(FARTHEST), depths, v128.and(drawn, empty)));
      continue;
    }
    if (flags & MASKED) {
      const alpha = i32(i16x8.extract_lane_u(lanes, 3)) + load<i32>(part + PART_CUTOFF);
      drawn = v128.and(drawn, i32x4.ge_s(i32x4.splat(alpha), v128.load(THRESHOLDS)));
    }
    const kept = v128.bitselect(v128.load(from), depths, drawn);
    v128.store(at, kept);
    v128.store(at + plane, v128.bitselect(texel, old, drawn));
    const pairs = f32x4.pmin(kept, i32x4.shuffle(kept, kept, 2, 3, 0, 1));
    v128.store32_lane(far + pixel * 4, f32x4.pmin(pairs, i32x4.shuffle(pairs, pairs, 1, 0, 3, 2)), 0);
  }
}
