import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../arkit-shapes.js';
import {
  arkitShapesOf,
  MOUTH_SHAPES,
  type MouthShape,
  mouthIndex,
  VISEMES,
  type Viseme,
  visemeMouths,
} from '../timeline/mouth/mouth-shapes.js';

/** The name under which a head keeps the shape of a viseme. */
export type VisemeShape = `viseme_${Viseme}`;

const VISEMES_BY_PLAIN_NAME = new Map<string, VisemeShape>([
  ...VISEMES.map((viseme) => [viseme.toLowerCase(), `viseme_${viseme}`] as const),
  // The Oculus headers name the vowels by letters, as Ready Player Me and Avaturn do.
  ['i', 'viseme_ih'],
  ['o', 'viseme_oh'],
  ['u', 'viseme_ou'],
]);
/** "viseme_aa", "Face.Viseme_AA", "visemeAA", and "vrc.v_aa" of VRChat. */
const PREFIXES = ['viseme', 'vrc.v'];

/** The viseme of the Oculus set that a file means; undefined for any other name. */
export function visemeShapeOf(name: string): VisemeShape | undefined {
  const plain = name.toLowerCase();
  for (const prefix of PREFIXES) {
    const at = plain.lastIndexOf(prefix);
    if (at === -1) continue;
    const shape = VISEMES_BY_PLAIN_NAME.get(plain.slice(at + prefix.length).replace(/^[_. -]/, ''));
    if (shape) return shape;
  }
  return undefined;
}

/** The viseme of a shape of that name; undefined for any other shape. */
export function visemeOfShape(name: string): Viseme | undefined {
  return BY_SHAPE.get(name);
}

const BY_SHAPE = new Map<string, Viseme>(VISEMES.map((viseme) => [`viseme_${viseme}`, viseme]));

/** How much each mouth shape counts when a mouth is compared with the visemes; 1 if it is not listed. */
const IMPORTANCE: Partial<Record<MouthShape, number>> = {
  jawOpen: 2,
  // Closing the lips is subtracted from the jaw.
  mouthClose: 0,
  // A smile is an expression as often as it is part of a viseme.
  mouthSmile: 0.3,
  mouthDimple: 0.3,
};
/** Weight of the distance of each viseme from the mouth: of visemes that differ in size only, the nearest is shown. */
const LOCALITY = 0.2;
/** Rounds of coordinate descent: some 60,000 multiplications a frame. */
const ROUNDS = 60;

/** [visemes x mouth shapes], each multiplied by its importance. */
const MOUTHS = VISEMES.map((viseme) => weighted(visemeMouths[viseme]));
const PRODUCTS = MOUTHS.map((a) => MOUTHS.map((b) => dot(a, b)));

/**
 * The mix of visemes that comes nearest to the mouth of a pose (non-negative least squares, with the locality of Wang et al., "LLC", 2010):
 * 0 to 1 each, 1 together at most.
 * `arkit`: the 52 values in the order of ARKIT_SHAPES. Visemes that are not in `available` stay 0.
 */
export function visemeWeights(
  arkit: Float32Array,
  available: ReadonlySet<Viseme>,
): Readonly<Record<Viseme, number>> {
  const mouth = weighted(mouthOfPose(arkit));
  const length = dot(mouth, mouth);
  const wanted = MOUTHS.map((each, i) => {
    const product = dot(each, mouth);
    return product - (LOCALITY / 2) * (PRODUCTS[i]![i]! - 2 * product + length);
  });
  const weights = new Float64Array(VISEMES.length);
  for (let round = 0; round < ROUNDS; round++) {
    VISEMES.forEach((viseme, i) => {
      const own = PRODUCTS[i]![i]!;
      if (own === 0 || !available.has(viseme)) return;
      let others = 0;
      for (let k = 0; k < weights.length; k++) if (k !== i) others += PRODUCTS[i]![k]! * weights[k]!;
      weights[i] = Math.max(0, (wanted[i]! - others) / own);
    });
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scale = 1 / Math.max(1, total);
  return Object.fromEntries(VISEMES.map((viseme, i) => [viseme, weights[i]! * scale])) as Record<
    Viseme,
    number
  >;
}

function mouthOfPose(arkit: Float32Array): Float32Array {
  const mouth = Float32Array.from(MOUTH_SHAPES, (shape) => {
    const places = arkitShapesOf(shape).map((name) => arkit[shapeIndex[name]]!);
    return places.reduce((sum, value) => sum + value, 0) / places.length;
  });
  mouth[mouthIndex.jawOpen] = Math.max(0, mouth[mouthIndex.jawOpen]! - mouth[mouthIndex.mouthClose]!);
  return mouth;
}

function weighted(mouth: Float32Array): Float64Array {
  return Float64Array.from(MOUTH_SHAPES, (shape, i) => mouth[i]! * (IMPORTANCE[shape] ?? 1));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const BY_PLAIN_NAME = new Map(ARKIT_SHAPES.map((name) => [name.toLowerCase(), name]));

/**
 * Returns the ARKit shape that a name means: "eyeBlinkLeft" or the variants of exporters ("Face.EyeBlink_L",
 * "mesh_eyeBlinkLeft", "eye_blink_left"). Returns undefined for other names.
 */
export function arkitShapeOf(name: string): ArkitShape | undefined {
  const plain = name
    .slice(name.lastIndexOf('.') + 1)
    .replace(/_l$/i, 'Left')
    .replace(/_r$/i, 'Right')
    .toLowerCase();
  const words = plain.split('_');
  for (let first = 0; first < words.length; first++) {
    const shape = BY_PLAIN_NAME.get(words.slice(first).join(''));
    if (shape) return shape;
  }
  return undefined;
}
