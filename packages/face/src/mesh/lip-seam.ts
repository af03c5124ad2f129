import type { Frame } from '../picture/frame.js';
import { smoothRamp } from '../smooth-step.js';
import { lipEdges } from './lip-edges.js';
import { LOWER_INNER, LOWER_OUTER, UPPER_INNER, UPPER_OUTER } from './mouth-landmarks.js';
import { type LipReading, readPlanes } from './plane-reading.js';

/** Openings, in widths of the mouth: up to the first the network is believed, between the others it is less and less doubted. */
const CLOSED: Range = [0.035, 0.055];
const OPEN: Range = [0.11, 0.15];
/** What shows between the lips of a closed mouth (shadow), and of an open one, in widths of the mouth. */
const SHOWN: Range = [0.035, 0.07];
/** Pixels of mouth below which there is nothing to be seen. */
const MIN_WIDTH = 12;
/** Of a lip's light: below it a pixel is shadow, above it a tooth; of its redness: below it a tooth. */
const DARK = 0.72;
const BRIGHT = 1.3;
const PALE = 0.45;
/** Steps from the middle of the upper lip to the middle of the lower. */
const STEPS = 41;
/** Places along the lips: four between two landmarks. */
const PLACES = 41;
/** Bytes of darkness that a step aside of the line has to be worth. */
const BEND = 2.5;

/**
 * The same points, but with the inner edges of the lips where the picture shows them. Where the lips are closed that is the
 * line where they touch: the darkest from corner to corner (dynamic programming). The network alone is a pixel or two off, and
 * sees some closed mouths open by a tenth of their width. Where they are open, see `lipEdges`.
 */
export function settleLips(frame: Frame, points: Float32Array): Float32Array {
  const width = distance(points, UPPER_OUTER[0], UPPER_OUTER[10]);
  const opening = distance(points, UPPER_INNER[5], LOWER_INNER[5]) / width;
  if (!(width > MIN_WIDTH)) return points;
  const reading = readPlanes(frame);
  const settled = points.slice();
  const closed = opening < OPEN[1] ? settleClosed(reading, points, opening, width, settled) : 0;
  if (closed < 1) {
    const { upper, lower } = lipEdges(reading, points);
    uncover(points, UPPER_INNER, UPPER_OUTER, upper, 1 - closed, settled);
    uncover(
      points,
      LOWER_INNER.slice(1, -1),
      LOWER_OUTER.slice(1, -1),
      lower.subarray(1),
      1 - closed,
      settled,
    );
  }
  return settled;
}

/** Moves inner edges outwards by shares of the lip's thickness. The corners belong to the upper lip. */
function uncover(
  points: Float32Array,
  inner: readonly number[],
  outer: readonly number[],
  shares: Float32Array,
  open: number,
  settled: Float32Array,
): void {
  for (const [i, point] of inner.entries())
    for (let k = 0; k < 3; k++)
      settled[3 * point + k]! += open * shares[i]! * (points[3 * outer[i]! + k]! - points[3 * point + k]!);
}

/** Brings the edges to the seam as far as the mouth is closed (0 to 1), which it returns. */
function settleClosed(
  reading: LipReading,
  points: Float32Array,
  opening: number,
  width: number,
  settled: Float32Array,
): number {
  for (const [place, line] of lines.entries()) fillLine(reading, points, place, line);
  const shown = middleLines.map(foreignLength).sort((a, b) => a - b)[middleLines.length >> 1]! / width;
  const closed =
    (1 - smoothRamp(opening, ...CLOSED) * smoothRamp(shown, ...SHOWN)) * (1 - smoothRamp(opening, ...OPEN));
  if (closed === 0) return closed;
  const seam = darkestPath();
  for (let i = 1; i + 1 < UPPER_INNER.length; i++) {
    const place = i * ((PLACES - 1) / (UPPER_INNER.length - 1));
    const share = (seam[place - 1]! + 2 * seam[place]! + seam[place + 1]!) / 4 / (STEPS - 1);
    moveToSeam(points, i, share, closed, settled);
  }
  return closed;
}

/** The inner edges at landmark `i` go to the seam across the lips; along them they stay. */
function moveToSeam(
  points: Float32Array,
  i: number,
  share: number,
  closed: number,
  settled: Float32Array,
): void {
  const upper = [0, 1, 2].map((k) => middleOfLip(points, UPPER_INNER, UPPER_OUTER, i, k));
  const across = [0, 1, 2].map((k) => middleOfLip(points, LOWER_INNER, LOWER_OUTER, i, k) - upper[k]!);
  const meeting = [0, 1, 2].map(
    (k) => (points[3 * UPPER_INNER[i]! + k]! + points[3 * LOWER_INNER[i]! + k]!) / 2,
  );
  const length = across[0]! ** 2 + across[1]! ** 2;
  const way =
    (across[0]! * (upper[0]! + share * across[0]! - meeting[0]!) +
      across[1]! * (upper[1]! + share * across[1]! - meeting[1]!)) /
    Math.max(1e-6, length);
  for (let k = 0; k < 3; k++)
    for (const inner of [3 * UPPER_INNER[i]! + k, 3 * LOWER_INNER[i]! + k])
      settled[inner] = points[inner]! + closed * (meeting[k]! + way * across[k]! - points[inner]!);
}

type Range = readonly [from: number, to: number];

interface Line {
  /** From the middle of the upper lip to the middle of the lower, STEPS values. */
  readonly luma: Float32Array;
  /** Null where nobody asks for it. */
  readonly red: Float32Array | null;
  /** Pixels. */
  length: number;
}

/** Lines on each side of the middle whose colour is looked at. */
const MIDDLE_LINES = 8;
const isMiddle = (place: number): boolean => Math.abs(place - (PLACES >> 1)) <= MIDDLE_LINES;
/** Of the frame that is looked at. */
const lines: readonly Line[] = Array.from({ length: PLACES }, (_, place) => ({
  luma: new Float32Array(STEPS),
  red: isMiddle(place) ? new Float32Array(STEPS) : null,
  length: 0,
}));
const middleLines = lines.filter((_, place) => isMiddle(place));
const cost = new Float32Array(PLACES * STEPS);

function fillLine(reading: LipReading, points: Float32Array, place: number, line: Line): void {
  const position = (place / (PLACES - 1)) * (UPPER_INNER.length - 1);
  const i = Math.min(UPPER_INNER.length - 2, Math.floor(position));
  const t = position - i;
  const at = (inner: readonly number[], outer: readonly number[], k: number): number =>
    (1 - t) * middleOfLip(points, inner, outer, i, k) + t * middleOfLip(points, inner, outer, i + 1, k);
  const x0 = at(UPPER_INNER, UPPER_OUTER, 0);
  const y0 = at(UPPER_INNER, UPPER_OUTER, 1);
  const dx = at(LOWER_INNER, LOWER_OUTER, 0) - x0;
  const dy = at(LOWER_INNER, LOWER_OUTER, 1) - y0;
  const { luma, red } = line;
  for (let step = 0; step < STEPS; step++) {
    const x = x0 + (dx * step) / (STEPS - 1);
    const y = y0 + (dy * step) / (STEPS - 1);
    luma[step] = reading.luma(x, y);
    if (red !== null) red[step] = reading.red(x, y);
  }
  line.length = Math.hypot(dx, dy);
}

/** Pixels of a line in the middle that are neither lip. The lips' own colour is taken from both ends. */
function foreignLength({ luma, red: itsRed, length }: Line): number {
  const red = itsRed!;
  const lipLuma = (luma[0]! + luma[1]! + luma[STEPS - 2]! + luma[STEPS - 1]!) / 4 - 16;
  const lipRed = (red[0]! + red[1]! + red[STEPS - 2]! + red[STEPS - 1]!) / 4 - 128;
  let count = 0;
  for (let step = 0; step < STEPS; step++) {
    const light = luma[step]! - 16;
    if (light < DARK * lipLuma || light > BRIGHT * lipLuma || red[step]! - 128 < PALE * lipRed) count++;
  }
  return (count / STEPS) * length;
}

/** The step of each line where the least light is gathered on the way from corner to corner. */
function darkestPath(): Int32Array {
  for (let step = 0; step < STEPS; step++) cost[step] = lines[0]!.luma[step]! + centred(step);
  for (let place = 1; place < lines.length; place++) {
    const { luma } = lines[place]!;
    for (let step = 0; step < STEPS; step++) {
      let least = Number.POSITIVE_INFINITY;
      for (let aside = -2; aside <= 2; aside++) {
        const before = step + aside;
        if (before < 0 || before >= STEPS) continue;
        least = Math.min(least, cost[(place - 1) * STEPS + before]! + BEND * Math.abs(aside));
      }
      cost[place * STEPS + step] = least + luma[step]! + centred(step);
    }
  }
  const path = new Int32Array(lines.length);
  let best = 0;
  for (let step = 1; step < STEPS; step++)
    if (cost[(lines.length - 1) * STEPS + step]! < cost[(lines.length - 1) * STEPS + best]!) best = step;
  path[lines.length - 1] = best;
  for (let place = lines.length - 1; place > 0; place--) {
    const here = path[place]!;
    let from = here;
    for (let aside = -2; aside <= 2; aside++) {
      const before = here + aside;
      if (before < 0 || before >= STEPS) continue;
      const total = cost[(place - 1) * STEPS + before]! + BEND * Math.abs(aside);
      if (total < cost[(place - 1) * STEPS + from]! + BEND * Math.abs(from - here)) from = before;
    }
    path[place - 1] = from;
  }
  return path;
}

/** The line lies near where the network put it: a shadow under the lip or a beard is not taken for it. */
function centred(step: number): number {
  const away = (2 * step) / (STEPS - 1) - 1;
  return 18 * away * away;
}

function middleOfLip(
  points: Float32Array,
  inner: readonly number[],
  outer: readonly number[],
  i: number,
  k: number,
): number {
  return (points[3 * inner[i]! + k]! + points[3 * outer[i]! + k]!) / 2;
}

function distance(points: Float32Array, a: number, b: number): number {
  return Math.hypot(points[3 * a]! - points[3 * b]!, points[3 * a + 1]! - points[3 * b + 1]!);
}
