import { fitSimilarity } from './alignment.js';
import { LEFT_EYE, LOWER_FACE, RIGHT_EYE } from './face-geometry.js';
import { LANDMARKS } from './face-track.js';

/** Parameters of a One-Euro filter between smoothness and lag. */
export interface OneEuroTuning {
  /** Cutoff for still values in Hz. */
  readonly least: number;
  /** Additional Hz for each unit of speed per second. */
  readonly perSpeed: number;
  /** Cutoff of the speed itself in Hz. */
  readonly ofSpeed: number;
}

/** Smooths several values by their speed: still values strongly, fast values weakly. */
export interface OneEuroFilter {
  /** Smooths the next values in place. `seconds` is the time since the last values. */
  smooth(values: Float64Array, seconds: number): void;
  /** The next values are not smoothed. */
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

/** Returns the weight of a new value in a first-order low-pass filter with this cutoff. */
function weight(cutoff: number, seconds: number): number {
  const turn = 2 * Math.PI * cutoff * seconds;
  return turn / (turn + 1);
}

/** Removes the tremble of the points of a face, frame by frame. */
export interface FaceSmoothing {
  /** [468 x 3] in pixels. The result is overwritten by the next call. */
  next(points: Float32Array): Float32Array;
  /** The next points belong to another shot or face. */
  reset(): void;
}

/** Shifts are in widths of the face at its first appearance, sizes in logarithms, rotations in radians. */
const PLACE: OneEuroTuning = { least: 2, perSpeed: 200, ofSpeed: 8 };
/** For a point of the shape of the face, in the same widths. */
const SHAPE: OneEuroTuning = { least: 1, perSpeed: 40, ofSpeed: 1 };
/** Lips, chin and lids are fast, and their motion is the purpose of the points. */
const QUICK_SHAPE: OneEuroTuning = { least: 4, perSpeed: 120, ofSpeed: 8 };

const VALUES = 3 * LANDMARKS;
const QUICK = new Set<number>([...LOWER_FACE, ...RIGHT_EYE, ...LEFT_EYE]);
const STILL = Array.from({ length: LANDMARKS }, (_, i) => i).filter((index) => !QUICK.has(index));

/**
 * Filters the place of the face in the image (shift, size, rotation) and its shape separately. A head that
 * moves as a whole keeps its shape. Its place, computed from 270 points, trembles little and needs little
 * lag.
 */
export function createFaceSmoothing(fps: number): FaceSmoothing {
  const seconds = 1 / fps;
  const placeFilter = createOneEuroFilter(4, () => PLACE);
  const shapeFilter = createOneEuroFilter(VALUES, (i) =>
    QUICK.has(Math.floor(i / 3)) ? QUICK_SHAPE : SHAPE,
  );
  /** Shift x and y, logarithm of the size, rotation: from the shape to the image. */
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

/** Sets the shape to the first points, centred and one unit wide. Returns their width in pixels. */
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

/** Transforms points of the image to the shape: the inverse of (a x - d y + c, d x + a y + f). */
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
