import { type ArkitShape, shapeIndex } from '../../arkit-shapes.js';

/** The ARKit shapes that speech moves; those with two sides by the name they share. */
export const MOUTH_SHAPES = [
  'jawOpen',
  'mouthClose',
  'mouthUpperUp',
  'mouthLowerDown',
  'mouthStretch',
  'mouthSmile',
  'mouthDimple',
  'mouthFunnel',
  'mouthPucker',
  'mouthPress',
  'mouthRollLower',
  'mouthRollUpper',
  'mouthShrugLower',
  'tongueOut',
] as const;
export type MouthShape = (typeof MOUTH_SHAPES)[number];

/** Where the weight of each shape stands in a `Mouth`. */
export const mouthIndex = Object.fromEntries(MOUTH_SHAPES.map((name, i) => [name, i])) as Record<
  MouthShape,
  number
>;

/** What the mouth does at one moment: a weight, 0 to 1, for each of MOUTH_SHAPES. */
export type Mouth = Float32Array;

export function mouthOf(weights: Partial<Record<MouthShape, number>>): Mouth {
  return Float32Array.from(MOUTH_SHAPES, (name) => weights[name] ?? 0);
}

/** The ARKit shapes behind a mouth shape: one, or its left and right side. */
export function arkitShapesOf(shape: MouthShape): ArkitShape[] {
  return shape in shapeIndex
    ? [shape as ArkitShape]
    : [`${shape}Left` as ArkitShape, `${shape}Right` as ArkitShape];
}

const PLACES = MOUTH_SHAPES.map((shape) => arkitShapesOf(shape).map((name) => shapeIndex[name]));

/** Adds a mouth to the weights of a pose. */
export function addMouth(mouth: Mouth, weights: Float32Array): void {
  for (let i = 0; i < PLACES.length; i++) {
    for (const place of PLACES[i]!) weights[place] = Math.min(1, weights[place]! + mouth[i]!);
  }
}
