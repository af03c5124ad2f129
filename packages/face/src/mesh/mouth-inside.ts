import { shapeIndex } from '../arkit-shapes.js';
import { type Frame, planesOf } from '../picture/frame.js';
import { JAW_DROP } from './mouth-shapes.js';
import { COLUMNS } from './mouth-sheet.js';
import type { MouthDrawn } from './mouth-warp.js';
import { clearMap, createPixelMap, createSheet, drawSheet } from './pixel-map.js';

/** Bytes of Y, U and V. */
export type Colour = readonly [y: number, u: number, v: number];

/** What the inside of a mouth is painted with. */
export interface MouthColours {
  readonly teeth: Colour;
  /** Of the lips: tongue and gums take after it. */
  readonly flesh: Colour;
}

/** Where the inside lies in the picture: the middle of the closed mouth, and the axes of the head, in pixels a mouth's width. */
export interface MouthPlace {
  readonly x: number;
  readonly y: number;
  readonly right: readonly [number, number];
  readonly down: readonly [number, number];
}

export interface MouthPainter {
  /** Paints what shows between the lips; nothing where they touch. */
  paint(
    mouth: MouthDrawn,
    place: MouthPlace,
    weights: Float32Array,
    colours: MouthColours,
    into: Frame,
  ): void;
}

/** All in widths of the mouth, from the middle of the closed mouth, down. */
const UPPER_EDGE = 0.054;
const LOWER_EDGE = 0.01;
/** What the lower teeth move of the jaw's way as the chin shows it: they sit nearer to the joint. */
const LOWER_TEETH_FOLLOW = 0.88;
/** What lips that are pushed forward take from the light. */
const IN_SHADOW = 0.4;
/** Where one tooth ends and the next begins, from the middle outwards (widths of incisors, canine and premolars, foreshortened). */
const UPPER_TEETH = [0, 0.15, 0.265, 0.36, 0.43, 0.48];
const LOWER_TEETH = [0, 0.095, 0.2, 0.3, 0.38, 0.44];

export function createMouthPainter(): MouthPainter {
  const strip = createSheet(COLUMNS, 2, 1);
  const map = createPixelMap();
  // In the strip x runs from corner to corner, y from the upper lip to the lower.
  for (let column = 0; column < COLUMNS; column++)
    for (let ring = 0; ring < 2; ring++) {
      strip.from[2 * (ring * COLUMNS + column)] = (2 * column) / (COLUMNS - 1) - 1;
      strip.from[2 * (ring * COLUMNS + column) + 1] = ring;
    }
  const pixel = new Float32Array(3);

  return {
    paint: ({ upper, lower }, place, weights, colours, into) => {
      strip.to.set(upper.to.subarray(2 * COLUMNS, 4 * COLUMNS), 0);
      strip.to.set(lower.to.subarray(2 * COLUMNS, 4 * COLUMNS), 2 * COLUMNS);
      clearMap(map, strip, into.width, into.height);
      drawSheet(map, strip);
      const inside = describeInside(upper.to, lower.to, place, weights, colours);
      const { y: luma, u, v } = planesOf(into);
      const { left, top, right, bottom } = map;
      const line = right - left;
      const sums = new Float32Array(3 * (line / 2));
      for (let row = top; row < bottom; row++) {
        if ((row & 1) === 0) sums.fill(0);
        for (let column = left; column < right; column++) {
          const at = (row - top) * line + column - left;
          if (map.cover[at] === 0) continue;
          shadeInside(inside, column + 0.5, row + 0.5, map.y[at]!, pixel);
          luma[row * into.width + column] = pixel[0]! + 0.5;
          const sample = 3 * ((column - left) >> 1);
          sums[sample]! += pixel[1]!;
          sums[sample + 1]! += pixel[2]!;
          sums[sample + 2]!++;
        }
        if ((row & 1) === 1)
          for (let sample = 0; sample < sums.length; sample += 3) {
            const count = sums[sample + 2]!;
            if (count === 0) continue;
            const at = ((row >> 1) * into.width) / 2 + left / 2 + sample / 3;
            u[at] = sums[sample]! / count + 0.5;
            v[at] = sums[sample + 1]! / count + 0.5;
          }
      }
    },
  };
}

/** All that the pixels of one mouth share. */
interface Inside {
  readonly place: MouthPlace;
  /** Pixels to mouth widths: the inverse of the axes. */
  readonly inverse: readonly [number, number, number, number];
  /** Mouth widths a pixel. */
  readonly step: number;
  readonly opening: number;
  readonly jaw: number;
  readonly tongue: number;
  readonly light: number;
  readonly colours: MouthColours;
}

function describeInside(
  upper: Float32Array,
  lower: Float32Array,
  place: MouthPlace,
  weights: Float32Array,
  colours: MouthColours,
): Inside {
  const { right, down } = place;
  const area = right[0] * down[1] - down[0] * right[1];
  const inverse = [down[1] / area, -down[0] / area, -right[1] / area, right[0] / area] as const;
  const middle = 2 * (COLUMNS + (COLUMNS - 1) / 2);
  const dx = lower[middle]! - upper[middle]!;
  const dy = lower[middle + 1]! - upper[middle + 1]!;
  const opening = Math.max(0, inverse[2] * dx + inverse[3] * dy);
  const pucker = weights[shapeIndex.mouthPucker]!;
  const funnel = weights[shapeIndex.mouthFunnel]!;
  return {
    place,
    inverse,
    step: 1 / Math.sqrt(Math.abs(area)),
    opening,
    jaw: JAW_DROP * weights[shapeIndex.jawOpen]!,
    tongue: weights[shapeIndex.tongueOut]!,
    light: (0.74 + 0.26 * ramp(opening, 0, 0.25)) * (1 - IN_SHADOW * Math.max(pucker, 0.6 * funnel)),
    colours,
  };
}

/** Y, U and V of a pixel; `between` is 0 at the upper lip and 1 at the lower. */
function shadeInside(inside: Inside, x: number, y: number, between: number, out: Float32Array): void {
  const { place, inverse, step, opening, jaw, tongue, light, colours } = inside;
  const dx = x - place.x;
  const dy = y - place.y;
  const u = inverse[0] * dx + inverse[1] * dy;
  const v = inverse[2] * dx + inverse[3] * dy;
  const aside = Math.abs(u);
  const belowLip = between * opening;
  const blur = 0.9 * step + 0.004;

  // The cavity: nearly black behind the teeth, a little warmer towards the lower lip.
  let level = 0.1 + 0.14 * between * between;
  let y0 = 16 + (colours.flesh[0] - 16) * level;
  let u0 = 128 + (colours.flesh[1] - 128) * level * 1.7;
  let v0 = 128 + (colours.flesh[2] - 128) * level * 1.7;

  // The tongue lies behind the lower teeth and comes up to the upper ones.
  const tip = jaw * 0.42 + 0.07 - tongue * (0.05 + 0.3 * jaw);
  const dome = (v - tip - 0.5 * u * u) / 0.1;
  const tongueShare = ramp(dome, -0.7, 0.6) * (1 - ramp(aside, 0.16 + 0.2 * jaw, 0.38));
  const lit = light * (0.42 + 0.25 * tongue + 0.3 * ramp(dome, -0.4, 1.4));
  const groove = 1 - 0.14 * Math.exp(-((u / 0.03) ** 2));
  level = lit * groove;
  y0 = mix(y0, 16 + (colours.flesh[0] - 16) * level, tongueShare);
  u0 = mix(u0, 128 + (colours.flesh[1] - 128) * level * 1.15, tongueShare);
  v0 = mix(v0, 128 + (colours.flesh[2] - 128) * level * 1.25, tongueShare);

  // The lower teeth go with the jaw; further back they stand higher in the picture.
  const lower = toothAt(LOWER_TEETH, aside);
  const lowerEdge = LOWER_EDGE + LOWER_TEETH_FOLLOW * jaw - 0.22 * u * u + 0.01 * lower.fromMiddle ** 4;
  const inFront = tongue > 0.5 ? 1 - ramp(tongue, 0.5, 0.9) * tongueShare : 1;
  const lowerShare = ramp(v - lowerEdge, -blur, blur) * (1 - ramp(aside, 0.3, 0.42)) * inFront;
  level = light * 0.72 * (1 - 0.75 * ramp(aside, 0.05, 0.4)) * lower.light;
  y0 = mix(y0, 16 + (colours.teeth[0] - 16) * level, lowerShare);
  u0 = mix(u0, 128 + (colours.teeth[1] - 128) * level, lowerShare);
  v0 = mix(v0, 128 + (colours.teeth[2] - 128) * level, lowerShare);

  // The upper teeth stand still, under the shadow of the lip.
  const upper = toothAt(UPPER_TEETH, aside);
  const upperEdge =
    UPPER_EDGE - 0.2 * u * u - 0.006 * upper.fromMiddle ** 6 - (upper.index === 1 ? 0.005 : 0);
  const upperShare = ramp(upperEdge - v, -blur, blur) * (1 - ramp(aside, 0.4, 0.48));
  const shadow = 0.55 + 0.45 * ramp(belowLip, -0.01, 0.055);
  const enamel = 1 - 0.14 * ramp(upperEdge - v, 0.035, 0.1) - 0.08 * ramp(v - upperEdge, -0.02, 0);
  level = light * shadow * enamel * (1 - 0.66 * ramp(aside, 0.08, 0.44)) * upper.light;
  y0 = mix(y0, 16 + (colours.teeth[0] - 16) * level, upperShare);
  u0 = mix(u0, 128 + (colours.teeth[1] - 128) * level, upperShare);
  v0 = mix(v0, 128 + (colours.teeth[2] - 128) * level, upperShare);

  // A tongue that comes out lies over the edge of the upper teeth.
  const comesOut = ramp(tongue, 0.15, 0.5);
  const tipShare =
    comesOut * ramp(v - upperEdge + 0.036, -blur, blur + 0.008) * (1 - ramp(aside, 0.13, 0.27));
  level = light * (0.5 + 0.28 * ramp(v - upperEdge, -0.04, 0.03)) * groove;
  y0 = mix(y0, 16 + (colours.flesh[0] - 16) * level, tipShare);
  u0 = mix(u0, 128 + (colours.flesh[1] - 128) * level * 1.15, tipShare);
  v0 = mix(v0, 128 + (colours.flesh[2] - 128) * level * 1.25, tipShare);

  out[0] = y0;
  out[1] = u0;
  out[2] = v0;
}

/** Which tooth stands at this distance from the middle, how far from its own middle (0 to 1), and how the gap beside it darkens. */
function toothAt(
  edges: readonly number[],
  aside: number,
): { index: number; fromMiddle: number; light: number } {
  let index = 0;
  while (index + 2 < edges.length && aside >= edges[index + 1]!) index++;
  const start = edges[index]!;
  const end = edges[index + 1]!;
  const fromMiddle = Math.min(1, Math.abs((2 * (aside - start)) / (end - start) - 1));
  return { index, fromMiddle, light: 1 - 0.08 * fromMiddle ** 10 };
}

/** 0 below `from`, 1 above `to`, smooth between. */
function ramp(value: number, from: number, to: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
