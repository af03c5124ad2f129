import { shapeIndex } from '../arkit-shapes.js';
import { arkitShapesOf, MOUTH_SHAPES, type MouthShape, mouthIndex } from '../timeline/mouth/mouth-shapes.js';
import { VISEMES, type Viseme, visemeMouths } from '../timeline/mouth/viseme-shapes.js';

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

/** Averages both sides of the face, in the order of MOUTH_SHAPES. */
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
