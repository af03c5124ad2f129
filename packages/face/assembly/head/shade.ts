import {
  CENTRES,
  FRAGMENT,
  FRAGMENT_DRAWN,
  FRAGMENT_LIGHT,
  FRAGMENT_PIXEL,
  FRAGMENT_TEXEL,
  FRAGMENTS,
  PLACES,
} from './cover';
import {
  BLENDED,
  LIT,
  MASKED,
  PART_COLOUR,
  PART_CUTOFF,
  PART_FACTOR,
  PART_FLAGS,
  PART_GAIN,
  PART_SHARPNESS,
  PART_SHIFT,
  PART_SHINE,
  PART_TINT,
  SAMPLES,
  SHINES,
  SHINES_BY_ALPHA,
  TILE,
} from './layout';
import { mix } from './mix';
import { CORNER, SETUP, SHINE, SHINE_X, SHINE_Y } from './setup';
import { sampleTexture } from './texture';

/** From this alpha on a sample of a masked texture is drawn: coverage follows alpha in four steps. */
const THRESHOLDS: i32 = i32(memory.data<i32>([160, 96, 32, 224], 16));
/** 1 / distance of what was blended over the background. */
const FARTHEST: f32 = 1e-20;

/** Alpha from which a surface is moist, the power of its second lobe, and how strong it is (src/head/shine.ts). */
const MOIST: f32 = 0.6;
const MOIST_POWER: f32 = 4;
const MOIST_STRENGTH: f32 = 0.8;
/** A lobe's eighth root below which it adds no level. */
const LEAST_LOBE: f32 = 0.48;

/** Where in a highlight the middle of the first pixel of a tile lies: x, y (f32 x 4). */
const START: i32 = i32(memory.data(16, 16));

export function startShine(x: i32, y: i32): void {
  const corner = v128.load(SETUP, CORNER);
  const across = f32x4.sub(f32x4.splat(f32(x) + 0.5), i32x4.shuffle(corner, corner, 0, 0, 0, 0));
  const down = f32x4.sub(f32x4.splat(f32(y) + 0.5), i32x4.shuffle(corner, corner, 1, 1, 1, 1));
  const point = f32x4.add(
    f32x4.add(v128.load(SETUP, SHINE), f32x4.mul(v128.load(SETUP, SHINE_X), across)),
    f32x4.mul(v128.load(SETUP, SHINE_Y), down),
  );
  v128.store(START, point);
}

/** How bright the highlight is in a pixel of the tile, 0 to about 2, from its texel. */
function shineAt(fragment: i32, texel: v128, part: i32, flags: i32): f32 {
  // The middle of what is covered; START has half a pixel already.
  const centre = v128.load64_zero(CENTRES + i32x4.bitmask(v128.load(fragment, FRAGMENT_DRAWN)) * 8);
  const place = f32x4.sub(
    f32x4.add(v128.load(PLACES + load<i32>(fragment + FRAGMENT_PIXEL) * 16), centre),
    f32x4.splat(0.5),
  );
  const point = f32x4.add(
    f32x4.add(
      v128.load(START),
      f32x4.mul(v128.load(SETUP, SHINE_X), i32x4.shuffle(place, place, 0, 0, 0, 0)),
    ),
    f32x4.mul(v128.load(SETUP, SHINE_Y), i32x4.shuffle(place, place, 1, 1, 1, 1)),
  );
  const green = f32(i16x8.extract_lane_u(texel, 1)) / 255 - 0.5;
  const x = f32x4.extract_lane(point, 0) + load<f32>(part + PART_SHIFT) * green;
  const y = f32x4.extract_lane(point, 1);
  const square = (x * x + y * y) * load<f32>(part + PART_SHARPNESS);
  const wide: f32 = 1 - square;
  if (wide < LEAST_LOBE) return 0;
  if (!(flags & SHINES_BY_ALPHA)) return eighth(wide);
  const alpha = f32(i16x8.extract_lane_u(texel, 3)) / 255;
  const shine = alpha * eighth(wide);
  const narrow: f32 = 1 - MOIST_POWER * square;
  if (alpha <= MOIST || narrow <= 0) return shine;
  return shine + ((alpha - MOIST) / (1 - MOIST)) * MOIST_STRENGTH * eighth(narrow);
}

/** The eighth power. */
function eighth(value: f32): f32 {
  const square = value * value;
  return square * square * square * square;
}

/** Draws the fragments up to `end` into a tile: `samples`, `far` and `behind` are those of its first pixel. */
export function shadePixels(
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
    const lanes = sampleTexture(texels, columnBytes, from + FRAGMENT_TEXEL);
    let colour = lanes;
    const shine: f32 = flags & SHINES ? shineAt(from, lanes, part, flags) : 0;
    if (flags & LIT || shine > 0) {
      const texel = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(lanes));
      const light = f32x4.mul(v128.load(from, FRAGMENT_LIGHT), v128.load(part, PART_FACTOR));
      const more = f32x4.add(v128.load(part, PART_SHINE), f32x4.mul(texel, v128.load(part, PART_TINT)));
      const bright = f32x4.add(f32x4.mul(texel, light), f32x4.mul(more, f32x4.splat(shine)));
      colour = i32x4.trunc_sat_f32x4_u(f32x4.add(bright, v128.load(part, PART_COLOUR)));
      colour = i16x8.narrow_i32x4_u(colour, colour);
    }
    const packed = i8x16.narrow_i16x8_u(colour, colour);
    const texel = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
    const pixel = load<i32>(from + FRAGMENT_PIXEL);
    const at = samples + pixel * SAMPLES;
    const depths = v128.load(at);
    const old = v128.load(at + plane);
    let drawn = v128.load(from, FRAGMENT_DRAWN);
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
