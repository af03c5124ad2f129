import {
  CENTRES,
  FRAGMENT,
  FRAGMENT_DRAWN,
  FRAGMENT_PIXEL,
  FRAGMENT_POINT,
  FRAGMENT_SHINE,
  FRAGMENT_TEXEL,
  FRAGMENTS,
  PLACES,
} from './cover';
import { PART_FLAGS, PART_SHARPNESS, PART_SHIFT, SHINES_BY_ALPHA } from './layout';
import { CORNER, MIN_LOBE, SETUP, SHINE, SHINE_X, SHINE_Y } from './setup';
import { sampleTexture } from './texture';

/** Alpha from which a surface is moist, the power of its second lobe, and how strong it is (src/head/shine.ts). */
const MOIST: f32 = 0.6;
const MOIST_POWER: f32 = 4;
const MOIST_STRENGTH: f32 = 0.8;
const BYTE: f32 = 1 / 255;

/**
 * Replaces the positions of the fragments up to `end`, from pixel x, y on, by their texels (RGBA as u16), and
 * writes the brightness of the highlight, 0 to about 2. Texels and points are computed one by one, lobes four
 * by four.
 */
export function addHighlights(end: i32, texels: i32, columnBytes: i32, part: i32, x: i32, y: i32): void {
  findPoints(end, texels, columnBytes, x, y);
  const byAlpha = (load<i32>(part + PART_FLAGS) & SHINES_BY_ALPHA) !== 0;
  const shift = f32x4.splat(load<f32>(part + PART_SHIFT));
  const sharpness = f32x4.splat(load<f32>(part + PART_SHARPNESS));
  const nought = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let at = FRAGMENTS; at < end; at += 4 * FRAGMENT) {
    const low = v128.load64_lane(at + FRAGMENT, v128.load64_zero(at, FRAGMENT_POINT), 1, FRAGMENT_POINT);
    const high = v128.load64_lane(
      at + 3 * FRAGMENT,
      v128.load64_zero(at + 2 * FRAGMENT, FRAGMENT_POINT),
      1,
      FRAGMENT_POINT,
    );
    // Green and alpha as bytes in u16, four of each.
    const lowTexels = v128.load64_lane(
      at + FRAGMENT,
      v128.load64_zero(at, FRAGMENT_TEXEL),
      1,
      FRAGMENT_TEXEL,
    );
    const highTexels = v128.load64_lane(
      at + 3 * FRAGMENT,
      v128.load64_zero(at + 2 * FRAGMENT, FRAGMENT_TEXEL),
      1,
      FRAGMENT_TEXEL,
    );
    const values = i16x8.shuffle(lowTexels, highTexels, 1, 5, 9, 13, 3, 7, 11, 15);
    const greens = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(values));
    const green = f32x4.sub(f32x4.mul(greens, f32x4.splat(BYTE)), f32x4.splat(0.5));
    const x = f32x4.add(i32x4.shuffle(low, high, 0, 2, 4, 6), f32x4.mul(shift, green));
    const y = i32x4.shuffle(low, high, 1, 3, 5, 7);
    const square = f32x4.mul(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), sharpness);
    const wide = f32x4.sub(one, square);
    const bright = f32x4.ge(wide, f32x4.splat(MIN_LOBE));
    let shine = nought;
    if (v128.any_true(bright)) {
      shine = eighth(wide);
      if (byAlpha) {
        const alphas = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(values));
        const alpha = f32x4.mul(alphas, f32x4.splat(BYTE));
        const narrow = f32x4.pmax(nought, f32x4.sub(one, f32x4.mul(f32x4.splat(MOIST_POWER), square)));
        const moist = f32x4.mul(
          f32x4.pmax(nought, f32x4.sub(alpha, f32x4.splat(MOIST))),
          f32x4.splat(MOIST_STRENGTH / (1 - MOIST)),
        );
        shine = f32x4.add(f32x4.mul(alpha, shine), f32x4.mul(moist, eighth(narrow)));
      }
      shine = v128.and(shine, bright);
    }
    v128.store32_lane(at, shine, 0, FRAGMENT_SHINE);
    v128.store32_lane(at + FRAGMENT, shine, 1, FRAGMENT_SHINE);
    v128.store32_lane(at + 2 * FRAGMENT, shine, 2, FRAGMENT_SHINE);
    v128.store32_lane(at + 3 * FRAGMENT, shine, 3, FRAGMENT_SHINE);
  }
}

/** Writes the texel of each fragment, and the position x, y of its covered samples in the highlight. */
function findPoints(end: i32, texels: i32, columnBytes: i32, x: i32, y: i32): void {
  const corner = f32x4.sub(f32x4.convert_i32x4_s(i32x4(x, y, x, y)), v128.load(SETUP, CORNER));
  const start = v128.load(SETUP, SHINE);
  for (let at = FRAGMENTS; at < end; at += FRAGMENT) {
    v128.store(at, sampleTexture(texels, columnBytes, at + FRAGMENT_TEXEL), FRAGMENT_TEXEL);
    const centre = v128.load64_zero(CENTRES + i32x4.bitmask(v128.load(at, FRAGMENT_DRAWN)) * 8);
    const pixel = v128.load(PLACES + load<i32>(at + FRAGMENT_PIXEL) * 16);
    const place = f32x4.add(f32x4.add(pixel, centre), corner);
    const point = f32x4.add(
      f32x4.add(start, f32x4.mul(v128.load(SETUP, SHINE_X), i32x4.shuffle(place, place, 0, 0, 0, 0))),
      f32x4.mul(v128.load(SETUP, SHINE_Y), i32x4.shuffle(place, place, 1, 1, 1, 1)),
    );
    v128.store64_lane(at, point, 0, FRAGMENT_POINT);
  }
}

/** The eighth power. */
function eighth(value: v128): v128 {
  const square = f32x4.mul(value, value);
  const fourth = f32x4.mul(square, square);
  return f32x4.mul(fourth, fourth);
}
