import {
  FRAGMENT,
  FRAGMENT_DRAWN,
  FRAGMENT_LIGHT,
  FRAGMENT_PIXEL,
  FRAGMENT_SHINE,
  FRAGMENT_TEXEL,
  FRAGMENTS,
  OFFSETS,
} from './cover';
import { addHighlights } from './highlight';
import {
  BLENDED,
  LIT,
  MASKED,
  PART_COLOUR,
  PART_CUTOFF,
  PART_FACTOR,
  PART_FLAGS,
  PART_GAIN,
  PART_SHINE,
  PART_TINT,
  TILE,
} from './layout';
import { mix } from './mix';
import { IN_HIGHLIGHT, SETUP } from './setup';
import { sampleTexture } from './texture';

/** Alpha from which a sample of a masked texture is drawn: coverage follows alpha in four steps. */
const THRESHOLDS: i32 = i32(memory.data<i32>([160, 96, 32, 224], 16));
const MIN_THRESHOLD: i32 = 32;
/** 1 / distance of pixels that were blended over the background. */
const FARTHEST: f32 = 1e-20;

/** Draws the fragments up to `end` from pixel x, y on. `samples`, `far`, `behind` are those of that pixel. */
export function shadePixels(
  end: i32,
  level: i32,
  part: i32,
  samples: i32,
  plane: i32,
  far: i32,
  behind: i32,
  width: i32,
  x: i32,
  y: i32,
): void {
  const flags = load<i32>(part + PART_FLAGS);
  const shines = load<i32>(SETUP + IN_HIGHLIGHT) !== 0;
  const texels = load<i32>(level + 16);
  const columnBytes = load<i32>(level + 20);
  // Large areas of hair are transparent: skips fragments without a visible sample.
  const leastCover = flags & BLENDED ? 1 : flags & MASKED ? MIN_THRESHOLD - load<i32>(part + PART_CUTOFF) : 0;
  if (shines) addHighlights(end, texels, columnBytes, part, x, y);
  for (let from = FRAGMENTS; from < end; from += FRAGMENT) {
    const lanes = shines
      ? v128.load(from, FRAGMENT_TEXEL)
      : sampleTexture(texels, columnBytes, from + FRAGMENT_TEXEL);
    const cover = i32(i16x8.extract_lane_u(lanes, 3));
    if (cover < leastCover) continue;
    let colour = lanes;
    const shine: f32 = shines ? load<f32>(from + FRAGMENT_SHINE) : 0;
    if (flags & LIT || shine > 0) {
      const texel = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(lanes));
      const light = f32x4.mul(v128.load(from, FRAGMENT_LIGHT), v128.load(part, PART_FACTOR));
      const more = f32x4.add(v128.load(part, PART_SHINE), f32x4.mul(texel, v128.load(part, PART_TINT)));
      const bright = f32x4.add(f32x4.mul(texel, light), f32x4.mul(more, f32x4.splat(shine)));
      colour = i32x4.trunc_sat_f32x4_s(f32x4.add(bright, v128.load(part, PART_COLOUR)));
      colour = i16x8.narrow_i32x4_u(colour, colour);
    }
    const packed = i8x16.narrow_i16x8_u(colour, colour);
    const texel = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
    const pixel = load<i32>(from + FRAGMENT_PIXEL);
    const offset = load<i32>(OFFSETS + pixel * 4);
    const at = samples + offset;
    const depths = v128.load(at);
    const old = v128.load(at + plane);
    let drawn = v128.load(from, FRAGMENT_DRAWN);
    if (flags & BLENDED) {
      const alpha = f32(cover) * load<f32>(part + PART_GAIN);
      const opacity = i16x8.splat(i16(min(alpha, 255)));
      // Blends over the background, which no sample contains yet. From now on this sample contains it, behind
      // everything.
      const empty = f32x4.eq(depths, f32x4.splat(0));
      const background = v128.load32_splat(behind + ((pixel / TILE) * width + (pixel & (TILE - 1))) * 4);
      const under = v128.bitselect(background, old, empty);
      v128.store(at + plane, v128.bitselect(mix(texel, under, opacity), old, drawn));
      v128.store(at, v128.bitselect(f32x4.splat(FARTHEST), depths, v128.and(drawn, empty)));
      continue;
    }
    if (flags & MASKED) {
      const alpha = cover + load<i32>(part + PART_CUTOFF);
      drawn = v128.and(drawn, i32x4.ge_s(i32x4.splat(alpha), v128.load(THRESHOLDS)));
    }
    const kept = v128.bitselect(v128.load(from), depths, drawn);
    v128.store(at, kept);
    v128.store(at + plane, v128.bitselect(texel, old, drawn));
    const pairs = f32x4.pmin(kept, i32x4.shuffle(kept, kept, 2, 3, 0, 1));
    v128.store32_lane(far + (offset >> 2), f32x4.pmin(pairs, i32x4.shuffle(pairs, pairs, 1, 0, 3, 2)), 0);
  }
}
