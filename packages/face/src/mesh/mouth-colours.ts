import { type Frame, planesOf } from '../picture/frame.js';
import { INNER_LIP, LEFT_EYE, RIGHT_EYE } from '../tracking/face-geometry.js';
import { CHEEKS, LOWER_INNER, LOWER_OUTER, UPPER_INNER, UPPER_OUTER } from './mouth-landmarks.js';
import type { Colour, MouthColours } from './mouth-paint.js';
import { measureGrain, measureSoftness } from './picture-grain.js';

/** Teeth are a little darker than the white of the eyes. */
const TEETH_OF_EYES = 0.9;
/** Bounds, as shares of the light of the skin: narrow or made-up eyes mislead. */
const MIN_OF_SKIN = 1.1;
const MAX_OF_SKIN = 1.25;
/** Of the white's colour: it is mixed with that of lids and iris when few pixels show it. */
const TEETH_COLOUR = 0.6;
/** Enamel is a little yellower than the white: bytes of U and V at full light. */
const ENAMEL_U = -7;
const ENAMEL_V = 4;
/** Fewer pixels of teeth say nothing. */
const MIN_PIXELS = 12;

/** Teeth from the white of the eyes, flesh from the lips, of the face in this picture. */
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

/** Teeth that show: at least this share of the opening, this light next to the skin, and this pale next to the lips. */
const SHOWN_TEETH = 0.12;
const LIGHT_TEETH = 0.7;
const PALE_TEETH = 0.6;

/** The colour of the teeth themselves, where the mouth is open in this picture and they show; else null. */
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

/** From the middle of the lips. */
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
