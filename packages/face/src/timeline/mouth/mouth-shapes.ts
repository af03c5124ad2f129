import { type ArkitShape, shapeIndex } from '../../arkit-shapes.js';

/** The ARKit shapes that speech moves. Shapes with two sides have their common name. */
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

/** Index of each shape in a `Mouth`. */
export const mouthIndex = Object.fromEntries(MOUTH_SHAPES.map((name, i) => [name, i])) as Record<
  MouthShape,
  number
>;

/** Mouth at one moment: a weight, 0 to 1, for each of MOUTH_SHAPES. */
export type Mouth = Float32Array;

export function mouthOf(weights: Partial<Record<MouthShape, number>>): Mouth {
  return Float32Array.from(MOUTH_SHAPES, (name) => weights[name] ?? 0);
}

/** Returns the ARKit shapes of a mouth shape: one, or its left and right side. */
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

/** The fifteen mouth shapes of the OVR lip sync set (Oculus, "Viseme reference"), as packages/speech names them. */
export const VISEMES = [
  'sil',
  'PP',
  'FF',
  'TH',
  'DD',
  'kk',
  'CH',
  'SS',
  'nn',
  'RR',
  'aa',
  'E',
  'ih',
  'oh',
  'ou',
] as const;
export type Viseme = (typeof VISEMES)[number];

/**
 * Weights from OpenFaceFX (MIT), its table of visemes, with changes for the heads in models/heads: oh, ou and
 * CH need less funnel, or the lips become a lozenge; FF shows the upper teeth on the lower lip. The tongue,
 * which only moves out in ARKit, moves only in TH, far enough to be under the upper teeth and not through the
 * lip.
 */
const WEIGHTS: Readonly<Record<Viseme, Partial<Record<MouthShape, number>>>> = {
  sil: {},
  PP: { mouthPress: 0.5, mouthRollLower: 0.22, mouthRollUpper: 0.22 },
  FF: { jawOpen: 0.1, mouthShrugLower: 0.3, mouthUpperUp: 0.4, mouthRollLower: 0.5 },
  TH: { jawOpen: 0.2, mouthUpperUp: 0.15, mouthLowerDown: 0.28, tongueOut: 0.6 },
  DD: { jawOpen: 0.24, mouthUpperUp: 0.12 },
  kk: { jawOpen: 0.32, mouthLowerDown: 0.12 },
  CH: { jawOpen: 0.16, mouthFunnel: 0.5, mouthPucker: 0.4 },
  SS: { jawOpen: 0.09, mouthStretch: 0.3, mouthUpperUp: 0.28, mouthLowerDown: 0.28 },
  nn: { jawOpen: 0.2, mouthLowerDown: 0.1 },
  RR: { jawOpen: 0.18, mouthPucker: 0.45, mouthFunnel: 0.3 },
  aa: { jawOpen: 0.6, mouthLowerDown: 0.1 },
  E: { jawOpen: 0.42, mouthStretch: 0.32, mouthDimple: 0.22 },
  ih: { jawOpen: 0.16, mouthStretch: 0.5, mouthSmile: 0.32, mouthUpperUp: 0.2 },
  oh: { jawOpen: 0.42, mouthFunnel: 0.45, mouthPucker: 0.5 },
  ou: { jawOpen: 0.12, mouthPucker: 0.85, mouthFunnel: 0.35 },
};

export const visemeMouths = Object.fromEntries(
  VISEMES.map((viseme) => [viseme, mouthOf(WEIGHTS[viseme])]),
) as Readonly<Record<Viseme, Mouth>>;

/** The weights of each viseme in isolation. */
export const visemeShapes = Object.fromEntries(
  VISEMES.map((viseme) => [
    viseme,
    Object.fromEntries(
      Object.entries(WEIGHTS[viseme]).flatMap(([shape, weight]) =>
        arkitShapesOf(shape as MouthShape).map((name) => [name, weight]),
      ),
    ),
  ]),
) as Readonly<Record<Viseme, Partial<Record<ArkitShape, number>>>>;
