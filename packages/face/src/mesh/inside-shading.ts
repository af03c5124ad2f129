import { shapeIndex } from '../arkit-shapes.js';
import { smoothRamp } from '../smooth-step.js';
import type { Colour, MouthColours } from './mouth-paint.js';
import type { MouthPlace } from './mouth-place.js';
import { JAW_DROP } from './mouth-shapes.js';
import { LOWER_ARCH, type SourceTeeth, type TeethTexture, UPPER_ARCH } from './own-teeth.js';
import { LEFT } from './teeth-rows.js';

/** What is behind the lips of one mouth: all that its pixels share. */
export interface MouthInterior {
  readonly place: MouthPlace;
  /** Pixels to mouth widths: the inverse of the axes. */
  readonly inverse: readonly [number, number, number, number];
  /** Mouth widths over which an edge fades. */
  readonly blur: number;
  /** Middle to middle of the lips, in mouth widths. */
  readonly opening: number;
  readonly jaw: number;
  readonly tongue: number;
  /** Of the light on the lips: what comes in. */
  readonly light: number;
  readonly teeth: Colour;
  readonly flesh: Colour;
  readonly own: SourceTeeth | null;
  /** What own teeth take of their light in the picture they come from. */
  readonly ownLight: number;
}

/** All in widths of the mouth, from the middle of the closed mouth, down. */
const UPPER_EDGE = 0.054;
/** The lower teeth bite behind the upper ones. */
const OVERBITE = 0.044;
/** What the lower teeth move of the jaw's way as the chin shows it: they sit nearer to the joint. */
const LOWER_TEETH_FOLLOW = 0.8;
/** What lips that are pushed forward take from the light. */
const IN_SHADOW = 0.4;
/** Where one tooth ends and the next begins, from the middle outwards (widths of incisors, canine and premolars, foreshortened). */
const TEETH_STEPS = 512;
const UPPER_TEETH = paintRow(
  [0, 0.15, 0.265, 0.36, 0.43, 0.48],
  (fromMiddle, tooth) => 0.006 * fromMiddle ** 6 + (tooth === 1 ? 0.005 : 0),
);
const LOWER_TEETH = paintRow([0, 0.095, 0.2, 0.3, 0.38, 0.44], (fromMiddle) => 0.01 * fromMiddle ** 4);
/** How much redder than the lips the cavity is for its light: what comes back from it has met flesh more than once. */
const CAVITY_RED = 2;
/** Bytes of V above grey: lips that are redder are painted, or the picture is; the inside is not. */
const MAX_RED = 22;
/** Of the flesh's colour, in teeth in full shade. */
const REDDENED = 0.4;
/** Edges fade over this many times the softness of the picture, and at least so far. */
const EDGE_OF_SOFTNESS = 1.1;
const MIN_BLUR = 0.004;

export interface LipsNow {
  /** Pixels from the upper to the lower lip, in the middle. */
  readonly dx: number;
  readonly dy: number;
}

export function describeInside(
  { dx, dy }: LipsNow,
  place: MouthPlace,
  weights: Float32Array,
  colours: MouthColours,
  own: SourceTeeth | null,
): MouthInterior {
  const { right, down } = place;
  const area = right[0] * down[1] - down[0] * right[1];
  const inverse = [down[1] / area, -down[0] / area, -right[1] / area, right[0] / area] as const;
  const opening = Math.max(0, inverse[2] * dx + inverse[3] * dy);
  const protruded = Math.max(weights[shapeIndex.mouthPucker]!, 0.6 * weights[shapeIndex.mouthFunnel]!);
  const pale = Math.min(1, MAX_RED / Math.max(1, colours.flesh[2] - 128));
  const light = lightAt(opening) * (1 - IN_SHADOW * protruded);
  return {
    place,
    inverse,
    blur: (EDGE_OF_SOFTNESS * colours.softness) / Math.sqrt(Math.abs(area)) + MIN_BLUR,
    opening,
    jaw: JAW_DROP * weights[shapeIndex.jawOpen]!,
    tongue: weights[shapeIndex.tongueOut]!,
    light,
    teeth: colours.teeth,
    flesh: [colours.flesh[0], 128 + (colours.flesh[1] - 128) * pale, 128 + (colours.flesh[2] - 128) * pale],
    own,
    ownLight: own ? Math.min(1, light / lightAt(own.opening)) : 1,
  };
}

/** More light falls into a wider mouth. */
function lightAt(opening: number): number {
  return 0.8 + 0.2 * smoothRamp(opening, 0, 0.25);
}

/** Y, U and V of a pixel; `between` is 0 at the upper lip and 1 at the lower. */
export function shadeInside(
  inside: MouthInterior,
  x: number,
  y: number,
  between: number,
  out: Float32Array,
): void {
  const { place, inverse, blur, opening, jaw, tongue, light, teeth, flesh, own } = inside;
  const dx = x - place.x;
  const dy = y - place.y;
  const u = inverse[0] * dx + inverse[1] * dy;
  const v = inverse[2] * dx + inverse[3] * dy;
  const aside = Math.abs(u);
  const across = Math.min(TEETH_STEPS - 1, (aside * TEETH_STEPS) | 0);
  const belowLip = between * opening;

  // The cavity: darkest behind the upper teeth, a warm shade towards floor and cheeks.
  const depth = 0.08 + 0.22 * between + 0.12 * smoothRamp(aside, 0.12, 0.42) * between;
  out[0] = 16 + (flesh[0] - 16) * depth;
  out[1] = 128 + (flesh[1] - 128) * depth * CAVITY_RED;
  out[2] = 128 + (flesh[2] - 128) * depth * CAVITY_RED;

  // The tongue: a hump that rises out of the dark behind the lower teeth and comes up to the upper ones.
  const back = 0.04 + jaw * 0.16 - tongue * (0.04 + 0.16 * jaw);
  const rise = (v - back - 0.6 * u * u) / (0.05 + 0.45 * jaw);
  const tongueShare =
    smoothRamp(rise, -0.3, 0.9) * (1 - smoothRamp(aside, 0.12 + 0.26 * jaw, 0.3 + 0.36 * jaw));
  // Most pixels have only some of what follows: what has no share is not shaded.
  if (tongueShare > 0) {
    const round = 1 - 0.35 * smoothRamp(aside, 0.02, 0.3 + 0.2 * jaw);
    const lit =
      light * (0.33 + 0.16 * tongue + 0.3 * smoothRamp(rise, -0.2, 1.3)) * grooveAt(u, rise) * round;
    mix(out, flesh, lit, 1.5, 1.8, tongueShare);
  }

  // The lower teeth go with the jaw; further back they stand higher in the picture.
  const ownUpper = own?.upper;
  const upperEdge0 = ownUpper ? edgeOf(ownUpper, u) : UPPER_EDGE - UPPER_ARCH * u * u;
  const lowerEdge0 =
    (ownUpper ? ownUpper.edge[ownUpper.columns >> 1]! : UPPER_EDGE) - OVERBITE + LOWER_TEETH_FOLLOW * jaw;
  const lowerEdge = lowerEdge0 - LOWER_ARCH * u * u + LOWER_TEETH.short[across]!;
  const inFront = 1 - smoothRamp(tongue, 0.3, 0.6) * tongueShare;
  const lowerShare = smoothRamp(v - lowerEdge, -blur, blur) * (1 - smoothRamp(aside, 0.32, 0.43)) * inFront;
  if (lowerShare > 0) {
    // The further they go down behind the lip the less light they get.
    const inShade = 0.7 * (1 - 0.3 * smoothRamp(v - lowerEdge, 0.02, 0.1));
    layTeeth(
      out,
      teeth,
      flesh,
      light * inShade * (1 - 0.6 * smoothRamp(aside, 0.05, 0.4)) * LOWER_TEETH.light[across]!,
      lowerShare,
    );
  }
  if (own?.lower) layOwn(out, own.lower, u, v - lowerEdge0, inside.ownLight, inFront);

  // The upper teeth stand still, under the shadow of the lip.
  const upperEdge = ownUpper ? upperEdge0 : upperEdge0 - UPPER_TEETH.short[across]!;
  const upperShare = smoothRamp(upperEdge - v, -blur, blur) * (1 - smoothRamp(aside, 0.4, 0.48));
  const shadow = 0.6 + 0.4 * smoothRamp(belowLip, -0.01, 0.055);
  if (upperShare > 0) {
    const enamel =
      1 - 0.14 * smoothRamp(upperEdge - v, 0.035, 0.1) - 0.08 * smoothRamp(v - upperEdge, -0.02, 0);
    const aroundArch = 1 - 0.66 * smoothRamp(aside, 0.08, 0.44);
    layTeeth(
      out,
      teeth,
      flesh,
      light * shadow * enamel * aroundArch * UPPER_TEETH.light[across]!,
      upperShare,
    );
  }
  // The picture they come from had a lip above them too: half of its shadow is in them.
  if (ownUpper) layOwn(out, ownUpper, u, v, inside.ownLight * (0.5 + 0.5 * shadow), 1);

  // A tongue that comes out lies over the edge of the upper teeth.
  const comesOut = smoothRamp(tongue, 0.15, 0.5);
  if (comesOut === 0) return;
  const tipShare =
    comesOut * smoothRamp(v - upperEdge + 0.036, -blur, blur + 0.008) * (1 - smoothRamp(aside, 0.13, 0.27));
  mix(
    out,
    flesh,
    light * (0.5 + 0.28 * smoothRamp(v - upperEdge, -0.04, 0.03)) * grooveAt(u, rise),
    1.15,
    1.25,
    tipShare,
  );
}

/** What the line along the middle of the tongue leaves of the light. */
function grooveAt(u: number, rise: number): number {
  return 1 - 0.12 * Math.exp(-((u / 0.03) ** 2)) * smoothRamp(rise, 0, 0.6);
}

/** `colour` at `level` of its light, and so much of its U and V, over what is there. */
function mix(
  out: Float32Array,
  colour: Colour,
  level: number,
  ofU: number,
  ofV: number,
  share: number,
): void {
  out[0]! += (16 + (colour[0] - 16) * level - out[0]!) * share;
  out[1]! += (128 + (colour[1] - 128) * level * ofU - out[1]!) * share;
  out[2]! += (128 + (colour[2] - 128) * level * ofV - out[2]!) * share;
}

/** What light teeth lose inside a mouth comes back from lips and gums. */
function layTeeth(out: Float32Array, teeth: Colour, flesh: Colour, level: number, share: number): void {
  const red = REDDENED * (1 - level);
  out[0]! += (16 + (teeth[0] - 16) * level - out[0]!) * share;
  out[1]! += (128 + (teeth[1] - 128) * level + (flesh[1] - 128) * red - out[1]!) * share;
  out[2]! += (128 + (teeth[2] - 128) * level + (flesh[2] - 128) * red - out[2]!) * share;
}

/** The texture where it has seen teeth, bilinear, over what is there. */
function layOwn(
  out: Float32Array,
  { columns, rows, top, y, u, v, cover }: TeethTexture,
  aside: number,
  down: number,
  level: number,
  share: number,
): void {
  const column = (aside - LEFT) * columns - 0.5;
  const row = (down - top) * columns - 0.5;
  if (column < 0 || row >= rows - 1 || column >= columns - 1) return;
  const c = column | 0;
  const r = row < 0 ? 0 : row | 0;
  const tx = column - c;
  const ty = row < 0 ? 0 : row - r;
  const at = r * columns + c;
  const read = (values: Uint8Array): number => {
    const above = values[at]! + tx * (values[at + 1]! - values[at]!);
    const below = values[at + columns]! + tx * (values[at + columns + 1]! - values[at + columns]!);
    return above + ty * (below - above);
  };
  const covered = (share * read(cover)) / 255;
  if (covered === 0) return;
  out[0]! += (16 + (read(y) - 16) * level - out[0]!) * covered;
  out[1]! += (128 + (read(u) - 128) * level - out[1]!) * covered;
  out[2]! += (128 + (read(v) - 128) * level - out[2]!) * covered;
}

function edgeOf({ columns, edge }: TeethTexture, aside: number): number {
  const column = Math.max(0, Math.min(columns - 1.001, (aside - LEFT) * columns - 0.5));
  const before = column | 0;
  return edge[before]! + (column - before) * (edge[before + 1]! - edge[before]!);
}

/** A row of painted teeth, over the way aside in steps of 1 / TEETH_STEPS of a mouth's width. */
interface PaintedRow {
  /** By how much the corners of a tooth are rounded off, and shorter ones end earlier. */
  readonly short: Float32Array;
  /** What the gaps leave of the light. */
  readonly light: Float32Array;
}

/** `edges`: where one tooth ends and the next begins, from the middle outwards. */
function paintRow(
  edges: readonly number[],
  shortAt: (fromMiddle: number, tooth: number) => number,
): PaintedRow {
  const short = new Float32Array(TEETH_STEPS);
  const light = new Float32Array(TEETH_STEPS);
  for (let step = 0; step < TEETH_STEPS; step++) {
    const aside = step / TEETH_STEPS;
    let tooth = 0;
    while (tooth + 2 < edges.length && aside >= edges[tooth + 1]!) tooth++;
    const start = edges[tooth]!;
    const end = edges[tooth + 1]!;
    const fromMiddle = Math.min(1, Math.abs((2 * (aside - start)) / (end - start) - 1));
    short[step] = shortAt(fromMiddle, tooth);
    light[step] = 1 - 0.08 * fromMiddle ** 10;
  }
  return { short, light };
}
