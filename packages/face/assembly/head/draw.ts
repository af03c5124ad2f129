import {
  BAND,
  BLENDED,
  bandPitch,
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
  VISIBLE,
} from './layout';
import { mix } from './mix';
import {
  ATTRIBUTES,
  ATTRIBUTES_X,
  ATTRIBUTES_Y,
  CORNER_X,
  CORNER_Y,
  EDGE,
  EDGES_INVERSE,
  EDGES_MOST,
  EDGES_ORIGIN,
  EDGES_RISE,
  EDGES_Y,
  NEAR,
  NEAR_SAMPLES,
  NEAR_Y,
  PERSPECTIVE,
  SETUP,
  setUpTriangle,
} from './setup';
import { sampleTexture } from './texture';
import { hidden, measureTiles } from './tiles';

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

/** Forgets what the last band left: depths of the columns that were touched. */
export function clearBand(band: i32, touched: i32, width: i32): void {
  for (let row = 0; row < BAND; row++) {
    const left = load<i32>(touched + row * 8);
    const right = load<i32>(touched + row * 8 + 4);
    if (left <= right)
      memory.fill(band + row * bandPitch(width) + left * SAMPLES, 0, (right - left + 1) * SAMPLES);
    store<i32>(touched + row * 8, width);
    store<i32>(touched + row * 8 + 4, -1);
  }
}

/** Triangles after which the coarse tiles are measured again. */
const MEASURE_EVERY: i32 = 160;

/**
 * Draws the triangles of the list that reach the band from row `top` on. `coarse` has the farthest sample of each tile, as it
 * was when it was measured last: a triangle behind it in all its tiles is not looked at.
 */
export function drawBand(
  visible: i32,
  count: i32,
  screen: i32,
  coordinates: i32,
  band: i32,
  touched: i32,
  coarse: i32,
  background: i32,
  width: i32,
  height: i32,
  top: i32,
): void {
  const bottom = min(top + BAND, height) - 1;
  const end = visible + count * VISIBLE;
  const pitch = bandPitch(width);
  const plane = bandPlane(width);
  let drawn = 0;
  memory.fill(coarse, 0, ((width + TILE - 1) / TILE) * (BAND / TILE) * 4);
  for (let item = visible; item < end; item += VISIBLE) {
    const first = max(load<i32>(item + 8), top);
    const last = min(load<i32>(item + 12), bottom);
    if (first > last) continue;
    const left = load<i32>(item + 16);
    const right = load<i32>(item + 20);
    const nearest = load<f32>(item + 24);
    if (hidden(coarse, width, left, right, first - top, last - top, nearest)) continue;
    if (++drawn % MEASURE_EVERY === 0) measureTiles(band, coarse, touched, width);
    const triangle = load<i32>(item);
    const part = load<i32>(item + 4);
    setUpTriangle(triangle, part, screen, coordinates);
    const level = load<i32>(triangle + 12);
    const flags = load<i32>(part + PART_FLAGS);
    for (let row = first; row <= last; row++) {
      drawRow(
        level,
        flags,
        part,
        plane,
        background + row * width * 4,
        row,
        left,
        right,
        band + (row - top) * pitch,
        touched + (row - top) * 8,
      );
    }
  }
}

/** The largest, or the smallest, of the first three lanes. */
function most(columns: v128): i32 {
  return max(
    i32x4.extract_lane(columns, 0),
    max(i32x4.extract_lane(columns, 1), i32x4.extract_lane(columns, 2)),
  );
}
function least(columns: v128): i32 {
  return min(
    i32x4.extract_lane(columns, 0),
    min(i32x4.extract_lane(columns, 1), i32x4.extract_lane(columns, 2)),
  );
}

/** A row of the triangle that was set up, from column `first` to `last`; `samples` are those of column 0. */
function drawRow(
  level: i32,
  flags: i32,
  part: i32,
  plane: i32,
  behind: i32,
  row: i32,
  first: i32,
  last: i32,
  samples: i32,
  range: i32,
): void {
  const y = f32(row);
  // Where each edge cuts the row: a bound from the left where it rises, from the right where it falls.
  const values = f32x4.sub(
    f32x4.mul(v128.load(SETUP, EDGES_Y), f32x4.splat(y)),
    v128.load(SETUP, EDGES_ORIGIN),
  );
  const inverse = v128.load(SETUP, EDGES_INVERSE);
  const rise = v128.load(SETUP, EDGES_RISE);
  const columns = i32x4.trunc_sat_f32x4_s(
    f32x4.mul(f32x4.add(values, v128.load(SETUP, EDGES_MOST)), inverse),
  );
  const left = max(first, most(v128.and(columns, rise)));
  const right = min(
    last,
    least(v128.or(v128.andnot(columns, rise), v128.and(i32x4.splat(i32.MAX_VALUE), rise))),
  );
  if (left > right) return;
  if (left < load<i32>(range)) store<i32>(range, left);
  if (right > load<i32>(range + 4)) store<i32>(range + 4, right);

  const e0 = f32x4.add(i32x4.shuffle(values, values, 0, 0, 0, 0), v128.load(SETUP, 16));
  const e1 = f32x4.add(i32x4.shuffle(values, values, 1, 1, 1, 1), v128.load(SETUP, EDGE + 16));
  const e2 = f32x4.add(i32x4.shuffle(values, values, 2, 2, 2, 2), v128.load(SETUP, 2 * EDGE + 16));
  const nearX = v128.load(SETUP, NEAR);
  const nears = f32x4.add(v128.load(SETUP, NEAR_SAMPLES), f32x4.splat(load<f32>(SETUP + NEAR_Y) * y));
  drawRun(
    level,
    flags,
    part,
    plane,
    behind,
    samples + left * SAMPLES,
    samples + right * SAMPLES,
    f32(left),
    y,
    e0,
    e1,
    e2,
    nearX,
    nears,
  );
}

/**
 * The pixels from `at` to `end`. A function of its own: what it is given is computed once, where an expression would be computed
 * anew for each pixel.
 */
function drawRun(
  level: i32,
  flags: i32,
  part: i32,
  plane: i32,
  behind: i32,
  at: i32,
  end: i32,
  x: f32,
  y: f32,
  e0: v128,
  e1: v128,
  e2: v128,
  nearX: v128,
  nears: v128,
): void {
  for (; at <= end; at += SAMPLES, x += 1) {
    const near = f32x4.add(f32x4.mul(nearX, f32x4.splat(x)), nears);
    const depths = v128.load(at);
    const splat = f32x4.splat(x);
    const outside = v128.or(
      v128.or(
        f32x4.add(f32x4.mul(v128.load(SETUP), splat), e0),
        f32x4.add(f32x4.mul(v128.load(SETUP, EDGE), splat), e1),
      ),
      f32x4.add(f32x4.mul(v128.load(SETUP, 2 * EDGE), splat), e2),
    );
    let drawn = v128.andnot(f32x4.gt(near, depths), i32x4.shr_s(outside, 31));
    const bits = i32x4.bitmask(drawn);
    if (bits === 0) continue;

    // One colour a pixel, from the middle of what is covered.
    const centre = CENTRES + bits * 8;
    let place = f32x4.add(
      f32x4.add(
        v128.load(SETUP, ATTRIBUTES),
        f32x4.mul(
          v128.load(SETUP, ATTRIBUTES_X),
          f32x4.splat(x + load<f32>(centre) - load<f32>(SETUP + CORNER_X)),
        ),
      ),
      f32x4.mul(
        v128.load(SETUP, ATTRIBUTES_Y),
        f32x4.splat(y + load<f32>(centre + 4) - load<f32>(SETUP + CORNER_Y)),
      ),
    );
    if (load<i32>(SETUP + PERSPECTIVE) !== 0)
      place = f32x4.div(place, i32x4.shuffle(place, place, 0, 0, 0, 0));
    const lanes = sampleTexture(level, place);
    let colour = lanes;
    if (flags & LIT) {
      const light = f32x4.mul(i32x4.shuffle(place, place, 3, 3, 3, 3), v128.load(part, PART_FACTOR));
      const bright = f32x4.mul(f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(lanes)), light);
      colour = i32x4.trunc_sat_f32x4_u(f32x4.add(bright, v128.load(part, PART_COLOUR)));
      colour = i16x8.narrow_i32x4_u(colour, colour);
    }
    const packed = i8x16.narrow_i16x8_u(colour, colour);
    const texel = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
    const old = v128.load(at + plane);
    if (flags & BLENDED) {
      const alpha = f32(i16x8.extract_lane_u(lanes, 3)) * load<f32>(part + PART_GAIN);
      const opacity = i16x8.splat(i16(min(alpha, 255)));
      // Over the background, which no sample holds yet; from now on this one does, behind everything.
      const empty = f32x4.eq(depths, f32x4.splat(0));
      const under = v128.bitselect(v128.load32_splat(behind + i32(x) * 4), old, empty);
      v128.store(at + plane, v128.bitselect(mix(texel, under, opacity), old, drawn));
      v128.store(at, v128.bitselect(f32x4.splat(FARTHEST), depths, v128.and(drawn, empty)));
      continue;
    }
    if (flags & MASKED) {
      const alpha = i32(i16x8.extract_lane_u(lanes, 3)) + load<i32>(part + PART_CUTOFF);
      drawn = v128.and(drawn, i32x4.ge_s(i32x4.splat(alpha), v128.load(THRESHOLDS)));
    }
    v128.store(at, v128.bitselect(near, depths, drawn));
    v128.store(at + plane, v128.bitselect(texel, old, drawn));
  }
}
