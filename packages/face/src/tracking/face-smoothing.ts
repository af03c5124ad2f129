import { fitSimilarity } from './alignment.js';
import { LEFT_EYE, LOWER_FACE, RIGHT_EYE } from './face-geometry.js';
import { LANDMARKS } from './face-track.js';

/** How a One-Euro filter weighs stillness against lag. */
export interface OneEuroTuning {
  /** Hz: the cutoff of what stands still. */
  readonly least: number;
  /** Hz more for each unit a second. */
  readonly perSpeed: number;
  /** Hz: the cutoff of the speed itself. */
  readonly ofSpeed: number;
}

/** Smooths several values, each by its own speed: still ones a lot, fast ones hardly. */
export interface OneEuroFilter {
  /** In place; the next values of a signal sampled every `seconds`. */
  smooth(values: Float64Array, seconds: number): void;
  /** What comes next is taken as it is. */
  reset(): void;
}

/** Casiez, Roussel, Vogel, "1 Euro Filter: A Simple Speed-based Low-pass Filter for Noisy Input", 2012. `tuningOf` gives each value its tuning. */
export function createOneEuroFilter(
  count: number,
  tuningOf: (index: number) => OneEuroTuning,
): OneEuroFilter {
  const tunings = Array.from({ length: count }, (_, i) => tuningOf(i));
  const smoothed = new Float64Array(count);
  const speeds = new Float64Array(count);
  let started = false;
  return {
    smooth: (values, seconds) => {
      if (!started) {
        smoothed.set(values);
        speeds.fill(0);
        started = true;
        return;
      }
      for (let i = 0; i < count; i++) {
        const { least, perSpeed, ofSpeed } = tunings[i]!;
        const speed = (values[i]! - smoothed[i]!) / seconds;
        speeds[i]! += weight(ofSpeed, seconds) * (speed - speeds[i]!);
        smoothed[i]! +=
          weight(least + perSpeed * Math.abs(speeds[i]!), seconds) * (values[i]! - smoothed[i]!);
        values[i] = smoothed[i]!;
      }
    },
    reset: () => {
      started = false;
    },
  };
}

/** Of a new value in a low-pass filter of first order with this cutoff. */
function weight(cutoff: number, seconds: number): number {
  const turn = 2 * Math.PI * cutoff * seconds;
  return turn / (turn + 1);
}

/** Takes the trembling out of a face's points, frame by frame. */
export interface FaceSmoothing {
  /** [468 x 3] in pixels; what comes back is overwritten by the next call. */
  next(points: Float32Array): Float32Array;
  /** The next points belong to another shot or face. */
  reset(): void;
}

/** Shifts are in widths of the face as it was first seen, sizes in logarithms, turns in radians. */
const PLACE: OneEuroTuning = { least: 2, perSpeed: 200, ofSpeed: 8 };
/** Of a point in the face's own shape, in the same widths. */
const SHAPE: OneEuroTuning = { least: 1, perSpeed: 40, ofSpeed: 1 };
/** Lips, chin and lids are quick, and their motion is what the points are for. */
const QUICK_SHAPE: OneEuroTuning = { least: 4, perSpeed: 120, ofSpeed: 8 };

const VALUES = 3 * LANDMARKS;
const QUICK = new Set<number>([...LOWER_FACE, ...RIGHT_EYE, ...LEFT_EYE]);
const STILL = Array.from({ length: LANDMARKS }, (_, i) => i).filter((index) => !QUICK.has(index));

/**
 * The face's place in the picture (shift, size, turn) and its shape are filtered apart: a head that moves as a whole keeps its
 * shape, and the place, found from 270 points together, trembles little, so that it may lag little.
 */
export function createFaceSmoothing(fps: number): FaceSmoothing {
  const seconds = 1 / fps;
  const placeFilter = createOneEuroFilter(4, () => PLACE);
  const shapeFilter = createOneEuroFilter(VALUES, (i) =>
    QUICK.has(Math.floor(i / 3)) ? QUICK_SHAPE : SHAPE,
  );
  /** Shift x and y, logarithm of the size, turn: from the shape to the picture. */
  const place = new Float64Array(4);
  const shape = new Float64Array(VALUES);
  const smoothed = new Float32Array(VALUES);
  let started = false;
  /** Pixels. */
  let firstWidth = 1;

  return {
    next: (points) => {
      if (!started) {
        firstWidth = startShape(points, shape);
        started = true;
      }
      const { a, d, c, f } = fitSimilarity(shape, points, 3, STILL);
      place.set([c / firstWidth, f / firstWidth, Math.log(Math.hypot(a, d)), Math.atan2(d, a)]);
      takeOut(points, a, d, c, f, shape);
      placeFilter.smooth(place, seconds);
      shapeFilter.smooth(shape, seconds);
      const size = Math.exp(place[2]!);
      const alongX = size * Math.cos(place[3]!);
      const alongY = size * Math.sin(place[3]!);
      for (let at = 0; at < VALUES; at += 3) {
        const x = shape[at]!;
        const y = shape[at + 1]!;
        smoothed[at] = alongX * x - alongY * y + place[0]! * firstWidth;
        smoothed[at + 1] = alongY * x + alongX * y + place[1]! * firstWidth;
        smoothed[at + 2] = size * shape[at + 2]!;
      }
      return smoothed;
    },
    reset: () => {
      started = false;
      placeFilter.reset();
      shapeFilter.reset();
    },
  };
}

/** The first points, around their middle and one unit wide, become the shape; returns their width in pixels. */
function startShape(points: Float32Array, shape: Float64Array): number {
  let x = 0;
  let y = 0;
  for (const index of STILL) {
    x += points[3 * index]! / STILL.length;
    y += points[3 * index + 1]! / STILL.length;
  }
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < VALUES; at += 3) {
    low = Math.min(low, points[at]!);
    high = Math.max(high, points[at]!);
  }
  const width = high - low;
  takeOut(points, width, 0, x, y, shape);
  return width;
}

/** Points of the picture back to the shape: the inverse of (a x - d y + c, d x + a y + f). */
function takeOut(
  points: Float32Array,
  a: number,
  d: number,
  c: number,
  f: number,
  shape: Float64Array,
): void {
  const size2 = a * a + d * d;
  const size = Math.sqrt(size2);
  for (let at = 0; at < VALUES; at += 3) {
    const x = points[at]! - c;
    const y = points[at + 1]! - f;
    shape[at] = (a * x + d * y) / size2;
    shape[at + 1] = (a * y - d * x) / size2;
    shape[at + 2] = points[at + 2]! / size;
  }
}
