import type { Affine } from '../image/affine.js';

/** Follows a crop that moves evenly, without what trembles in it. */
export interface SteadyMotion {
  /** Where the crop will be, should it go on as it did. Null before the first. */
  predict(): Affine | null;
  /** Where it is to be taken to be, from where it was measured. Both take a square of side 1 to the frame. */
  take(measured: Affine): Affine;
  reset(): void;
}

const PARTS = 6;
/**
 * How much of a measured place is believed against the predicted one: this while they differ by a tremble, all when the face moved.
 */
const LEAST = 0.6;
/** Of the side. */
const TREMBLE = 0.003;
const MOVE = 0.012;

/**
 * An alpha-beta filter (Benedict and Bordner, "Synthesis of an optimal set of radar track-while-scan smoothing equations", 1962)
 * whose alpha grows with what happens.
 */
export function createSteadyMotion(): SteadyMotion {
  const place = new Float64Array(PARTS);
  const speed = new Float64Array(PARTS);
  let started = false;
  const predict = (): Float64Array => place.map((value, i) => value + speed[i]!);
  return {
    predict: () => (started ? toAffine(predict()) : null),
    take: (measured) => {
      const values = fromAffine(measured);
      if (!started) {
        place.set(values);
        speed.fill(0);
        started = true;
        return measured;
      }
      const predicted = predict();
      const off = distance(values, predicted);
      const moved = Math.max(0, Math.min(1, (off - TREMBLE) / (MOVE - TREMBLE)));
      const alpha = LEAST + (1 - LEAST) * moved;
      const beta = alpha ** 2 / (2 - alpha);
      for (let i = 0; i < PARTS; i++) {
        const residual = values[i]! - predicted[i]!;
        place[i] = predicted[i]! + alpha * residual;
        speed[i]! += beta * residual;
      }
      return toAffine(place);
    },
    reset: () => {
      started = false;
    },
  };
}

/** Both sides of the crop, and its middle. */
function fromAffine({ a, b, c, d, e, f }: Affine): Float64Array {
  return Float64Array.of(a, d, b, e, c + (a + b) / 2, f + (d + e) / 2);
}

function toAffine(parts: Float64Array): Affine {
  const [a = 0, d = 0, b = 0, e = 0, x = 0, y = 0] = parts;
  return { a, b, c: x - (a + b) / 2, d, e, f: y - (d + e) / 2 };
}

/** Of the side: how far the middle, or a corner, is away. */
function distance(one: Float64Array, other: Float64Array): number {
  const side = Math.hypot(one[0]!, one[1]!);
  const off = (at: number): number => Math.hypot(one[at]! - other[at]!, one[at + 1]! - other[at + 1]!);
  return Math.max(off(4), (off(0) + off(2)) / 2) / side;
}
