import { type Frame, planesOf } from '../image/frame.js';
import { INNER_LIP, LEFT_EYE, RIGHT_EYE } from '../tracking/face-geometry.js';
import { CHEEKS, LOWER_INNER, LOWER_OUTER, UPPER_INNER, UPPER_OUTER } from './mouth-landmarks.js';
import type { Colour, MouthColours } from './mouth-model.js';

/** Half the side of the analysed squares on the cheeks, in pixels. */
const REACH = 6;
/** Maximum grain in bytes. Larger values come from the texture of the skin (freckles, stubble). */
const MAX_GRAIN = 2.5;
/** Pixels. */
const MIN_SOFTNESS = 0.7;
const MAX_SOFTNESS = 4;

/**
 * Measures the noise of an image in bytes of Y, from the calmer half of the squares on the cheeks. The
 * difference of two Laplacians and the factor: Immerkaer, "Fast Noise Variance Estimation", Computer Vision
 * and Image Understanding 64 (1996).
 */
export function measureGrain(frame: Frame, points: Float32Array): number {
  const { width, height } = frame;
  const { y } = planesOf(frame);
  const noise = CHEEKS.flatMap((point) => {
    const x0 = Math.floor(points[3 * point]!);
    const y0 = Math.floor(points[3 * point + 1]!);
    if (x0 <= REACH || y0 <= REACH || x0 >= width - 1 - REACH || y0 >= height - 1 - REACH) return [];
    let sum = 0;
    for (let row = y0 - REACH; row <= y0 + REACH; row++)
      for (let column = x0 - REACH; column <= x0 + REACH; column++) {
        const at = row * width + column;
        const line = (k: number): number => y[k - 1]! - 2 * y[k]! + y[k + 1]!;
        sum += Math.abs(line(at - width) - 2 * line(at) + line(at + width));
      }
    return [(Math.sqrt(Math.PI / 2) * sum) / 6 / (2 * REACH + 1) ** 2];
  }).sort((a, b) => a - b);
  return Math.min(MAX_GRAIN, noise[noise.length >> 2] ?? 0);
}

/**
 * Measures the softness of an image in pixels, from the eyes, which have the hardest edges of a face: a step
 * of height h, blurred by a Gaussian of deviation s, has the slope h / (s sqrt(2 pi)).
 */
export function measureSoftness(frame: Frame, points: Float32Array): number {
  const soft = [RIGHT_EYE, LEFT_EYE].map((eye) => softnessWithin(frame, points, eye));
  return Math.max(MIN_SOFTNESS, Math.min(MAX_SOFTNESS, ...soft));
}

function softnessWithin(frame: Frame, points: Float32Array, ring: readonly number[]): number {
  const { width, height } = frame;
  const { y } = planesOf(frame);
  const xs = ring.map((point) => points[3 * point]!);
  const ys = ring.map((point) => points[3 * point + 1]!);
  const lights: number[] = [];
  const slopes: number[] = [];
  for (
    let row = Math.max(1, Math.floor(Math.min(...ys)) - 1);
    row < Math.min(height - 1, Math.max(...ys) + 1);
    row++
  )
    for (
      let column = Math.max(1, Math.floor(Math.min(...xs)));
      column < Math.min(width - 1, Math.max(...xs));
      column++
    ) {
      const at = row * width + column;
      lights.push(y[at]!);
      slopes.push(Math.hypot(y[at + 1]! - y[at - 1]!, y[at + width]! - y[at - width]!) / 2);
    }
  if (lights.length === 0) return MIN_SOFTNESS;
  const high = (values: number[], share: number): number =>
    values.sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
  const step = high(lights, 0.95) - high(lights, 0.05);
  return step / Math.max(1, high(slopes, 0.98)) / Math.sqrt(2 * Math.PI);
}

/** Teeth are slightly darker than the white of the eyes. */
const TEETH_OF_EYES = 0.9;
/** Limits as shares of the light of the skin: narrow or made-up eyes mislead. */
const MIN_OF_SKIN = 1.1;
const MAX_OF_SKIN = 1.25;
/**
 * Share of the colour of the white, which is mixed with the colours of lids and iris if few pixels show it.
 */
const TEETH_COLOUR = 0.6;
/** Enamel is slightly yellower than the white: bytes of U and V at full light. */
const ENAMEL_U = -7;
const ENAMEL_V = 4;
/** Minimum number of pixels of teeth. */
const MIN_PIXELS = 12;

/** Measures the colours of a mouth: teeth from the white of the eyes, flesh from the lips of the face. */
export function measureMouthColours(frame: Frame, points: Float32Array): MouthColours {
  const eyes = [...pixelsInside(frame, points, RIGHT_EYE), ...pixelsInside(frame, points, LEFT_EYE)];
  eyes.sort((a, b) => b[0] - a[0]);
  const skin = skinOf(frame, points);
  const white = eyes.length === 0 ? skin : meanOf(eyes.slice(0, Math.max(1, Math.round(eyes.length * 0.12))));
  const lit = skin[0] - 16;
  const luma = Math.max(MIN_OF_SKIN * lit, Math.min(MAX_OF_SKIN * lit, TEETH_OF_EYES * (white[0] - 16)));
  return {
    teeth: [
      16 + luma,
      128 + TEETH_COLOUR * (white[1] - 128) + (ENAMEL_U * luma) / 219,
      128 + TEETH_COLOUR * (white[2] - 128) + (ENAMEL_V * luma) / 219,
    ],
    flesh: lipsOf(frame, points),
    softness: measureSoftness(frame, points),
    grain: measureGrain(frame, points),
  };
}

/**
 * Conditions for visible teeth: minimum share of the opening, minimum light relative to the skin, and maximum
 * redness relative to the lips.
 */
const SHOWN_TEETH = 0.12;
const LIGHT_TEETH = 0.7;
const PALE_TEETH = 0.6;

/** Returns the colour of the visible teeth in an open mouth, or null if no teeth are visible. */
export function measureTeeth(frame: Frame, points: Float32Array): Colour | null {
  const inside = pixelsInside(frame, points, INNER_LIP);
  const least = 16 + LIGHT_TEETH * (skinOf(frame, points)[0] - 16);
  const red = lipsOf(frame, points)[2] - 128;
  const teeth = inside.filter(([y, , v]) => y >= least && v - 128 < PALE_TEETH * red);
  if (teeth.length < MIN_PIXELS || teeth.length < SHOWN_TEETH * inside.length) return null;
  teeth.sort((a, b) => b[0] - a[0]);
  return meanOf(teeth.slice(0, Math.ceil(teeth.length / 2)));
}

function skinOf(frame: Frame, points: Float32Array): Colour {
  return meanOf(CHEEKS.map((point) => colourAt(frame, points[3 * point]!, points[3 * point + 1]!)));
}

/** Reads the colour at the middle of the lips. */
function lipsOf(frame: Frame, points: Float32Array): Colour {
  const between = (inner: readonly number[], outer: readonly number[]): Colour[] =>
    inner.map((point, i) => {
      const other = outer[i]!;
      const x = (points[3 * point]! + points[3 * other]!) / 2;
      const y = (points[3 * point + 1]! + points[3 * other + 1]!) / 2;
      return colourAt(frame, x, y);
    });
  return meanOf([...between(UPPER_INNER, UPPER_OUTER), ...between(LOWER_INNER, LOWER_OUTER)]);
}

function meanOf(colours: readonly Colour[]): Colour {
  const sum: [number, number, number] = [0, 0, 0];
  for (const colour of colours) for (let k = 0; k < 3; k++) sum[k]! += colour[k]! / colours.length;
  return sum;
}

function colourAt(frame: Frame, x: number, y: number): Colour {
  const { y: luma, u, v } = planesOf(frame);
  const column = Math.max(0, Math.min(frame.width - 1, Math.floor(x)));
  const row = Math.max(0, Math.min(frame.height - 1, Math.floor(y)));
  const sample = ((row >> 1) * frame.width) / 2 + (column >> 1);
  return [luma[row * frame.width + column]!, u[sample]!, v[sample]!];
}

/** The pixels inside a ring of landmarks (even-odd rule). */
function pixelsInside(frame: Frame, points: Float32Array, ring: readonly number[]): Colour[] {
  const xs = ring.map((point) => points[3 * point]!);
  const ys = ring.map((point) => points[3 * point + 1]!);
  const found: Colour[] = [];
  for (let y = Math.floor(Math.min(...ys)); y < Math.max(...ys); y++)
    for (let x = Math.floor(Math.min(...xs)); x < Math.max(...xs); x++) {
      let inside = false;
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
        if (
          ys[i]! > y + 0.5 !== ys[j]! > y + 0.5 &&
          x + 0.5 < ((xs[j]! - xs[i]!) * (y + 0.5 - ys[i]!)) / (ys[j]! - ys[i]!) + xs[i]!
        )
          inside = !inside;
      if (inside) found.push(colourAt(frame, x, y));
    }
  return found;
}
