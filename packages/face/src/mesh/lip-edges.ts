import { type Frame, planesOf } from '../image/frame.js';
import { LOWER_INNER, LOWER_OUTER, UPPER_INNER, UPPER_OUTER } from './mouth-landmarks.js';

/**
 * Reads brightness, redness and blueness (Y, V and U, bytes) of a frame at any position, bilinear. Positions
 * outside are clamped.
 */
export interface LipReading {
  luma(x: number, y: number): number;
  red(x: number, y: number): number;
  blue(x: number, y: number): number;
}

export function readPlanes(frame: Frame): LipReading {
  const { width, height } = frame;
  const { y: luma, u, v } = planesOf(frame);
  return {
    luma: (x, y) => read(luma, width, height, x - 0.5, y - 0.5),
    red: (x, y) => read(v, width / 2, height / 2, x / 2 - 0.5, y / 2 - 0.5),
    blue: (x, y) => read(u, width / 2, height / 2, x / 2 - 0.5, y / 2 - 0.5),
  };
}

function read(values: Uint8Array, width: number, height: number, x: number, y: number): number {
  const heldX = Math.max(0, Math.min(width - 1.001, x));
  const heldY = Math.max(0, Math.min(height - 1.001, y));
  const at = Math.floor(heldY) * width + Math.floor(heldX);
  const tx = heldX - Math.floor(heldX);
  const ty = heldY - Math.floor(heldY);
  const upper = values[at]! + tx * (values[at + 1]! - values[at]!);
  const lower = values[at + width]! + tx * (values[at + width + 1]! - values[at + width]!);
  return upper + ty * (lower - upper);
}

/** Steps from the inner to the outer edge of a lip. */
const STEPS = 20;
/**
 * Share of the thickness of the lip up to which teeth and shadow are searched, and within which they must
 * start: later ones are highlights.
 */
const FURTHEST = 0.75;
const BEGINS = 0.2;
/** Shares of the redness and the light of the lip: paler or darker pixels are not lip. */
const PALE = 0.6;
const DARK = 0.6;

/**
 * Finds the inner edges of open lips in the image. The network draws a wide or fast mouth too small, and
 * teeth and shadow would move with the lip. Returns for each of UPPER_INNER and LOWER_INNER the share of the
 * thickness of the lip by which its edge is farther out.
 */
export function lipEdges(
  reading: LipReading,
  points: Float32Array,
): { upper: Float32Array; lower: Float32Array } {
  const upper = linesOver(reading, points, UPPER_INNER, UPPER_OUTER);
  const lower = linesOver(reading, points, LOWER_INNER, LOWER_OUTER);
  const outside = [...upper, ...lower].flatMap(({ luma, red }) =>
    [0.7, 0.8, 0.9].map((share) => ({
      luma: luma[Math.round(share * STEPS)]!,
      red: red[Math.round(share * STEPS)]!,
    })),
  );
  const lip = {
    luma: median(outside.map(({ luma }) => luma)) - 16,
    red: median(outside.map(({ red }) => red)) - 128,
  };
  return {
    upper: spread(upper.map((line) => uncovered(line, lip))),
    lower: spread(lower.map((line) => uncovered(line, lip))),
  };
}

interface Line {
  readonly luma: Float32Array;
  readonly red: Float32Array;
}

function linesOver(
  reading: LipReading,
  points: Float32Array,
  inner: readonly number[],
  outer: readonly number[],
): Line[] {
  return inner.map((from, i) => {
    const to = outer[i]!;
    const place = (step: number, k: 0 | 1): number =>
      points[3 * from + k]! + (step / STEPS) * (points[3 * to + k]! - points[3 * from + k]!);
    const along = (read: (x: number, y: number) => number): Float32Array =>
      Float32Array.from({ length: STEPS + 1 }, (_, step) => read(place(step, 0), place(step, 1)));
    return { luma: along(reading.luma), red: along(reading.red) };
  });
}

/** Returns the share of a line from the inner edge that is not lip. */
function uncovered({ luma, red }: Line, lip: { luma: number; red: number }): number {
  let last = 0;
  for (let step = 0; step <= FURTHEST * STEPS; step++) {
    const foreign = red[step]! - 128 < PALE * lip.red || luma[step]! - 16 < DARK * lip.luma;
    if (foreign) last = step + 1;
    else if (step - last >= (last === 0 ? BEGINS * STEPS : 1)) break;
  }
  return last / STEPS;
}

/** Averages neighbouring values. */
function spread(shares: readonly number[]): Float32Array {
  return Float32Array.from(shares, (share, i) => {
    const beside = ((shares[i - 1] ?? share) + (shares[i + 1] ?? share)) / 2;
    return Math.min(FURTHEST, Math.max(share, (share + beside) / 2));
  });
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}
