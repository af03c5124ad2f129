import { shapeIndex } from '../arkit-shapes.js';
import type { HeadPart, HeadTexture, PartRole } from './head.js';
import { mouthLight, tongueBias } from './mouth-light.js';

/** How a part is drawn in a pose: texel x light x factor + colour, in coded sRGB levels. */
export interface PartLook {
  readonly factor: readonly [number, number, number];
  readonly colour: readonly [number, number, number];
  /** 1 / distance counts for so much more: above 1 it lies before what is as far. */
  readonly bias: number;
  /** What opacity is multiplied by. */
  readonly gain: number;
}

/** Brows and lashes lie on the skin: what is blended may lie a little behind it. */
const BLEND_BIAS = 1.0004;
/** Opacity, 0 to 255, that a line of lashes has at least when lids are closed. */
const LASH_LINE = 215;
const INSIDE_MOUTH: ReadonlySet<PartRole> = new Set(['mouth', 'teeth', 'tongue']);
const PLAIN = [1, 1, 1] as const;
const NOTHING = [0, 0, 0] as const;

export function isInsideMouth({ role }: HeadPart): boolean {
  return INSIDE_MOUTH.has(role);
}

/** The looks of these parts by the 52 weights of a pose. */
export function createPartLooks(
  parts: readonly HeadPart[],
  textures: readonly HeadTexture[],
): (weights: Float32Array) => PartLook[] {
  const gains = parts.map(({ role, texture }) => (role === 'lashes' ? lashGain(textures[texture]!) : 0));
  return (weights) => {
    const { factor, colour } = mouthLight(weights);
    const blink = (weights[shapeIndex.eyeBlinkLeft]! + weights[shapeIndex.eyeBlinkRight]!) / 2;
    return parts.map((part, i) => ({
      factor: isInsideMouth(part) ? factor : PLAIN,
      colour: isInsideMouth(part) ? colour : NOTHING,
      bias: part.role === 'tongue' ? tongueBias(weights) : part.alpha === 'blend' ? BLEND_BIAS : 1,
      gain: 1 + gains[i]! * blink,
    }));
  };
}

/** The front first, for what it hides need not be drawn; what is blended last, lashes over the rest of it. */
export function drawingOrder({ role, alpha }: HeadPart): number {
  if (alpha !== 'blend') return role === 'hair' ? 0 : 1;
  return role === 'eye' ? 2 : role === 'lashes' ? 4 : 3;
}

/** What the opacity of faint lashes gains in a blink, as a share of itself. */
function lashGain({ pixels }: HeadTexture): number {
  let sum = 0;
  let count = 0;
  for (let i = 3; i < pixels.length; i += 4) {
    if (pixels[i]! < 64) continue;
    sum += pixels[i]!;
    count++;
  }
  return Math.max(0, (LASH_LINE * count) / Math.max(1, sum) - 1);
}
