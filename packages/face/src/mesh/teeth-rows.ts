import type { Frame } from '../image/frame.js';
import { readPlanes } from './lip-edges.js';
import { LOWER_INNER, UPPER_INNER } from './mouth-landmarks.js';
import type { Colour, MouthPlace } from './mouth-model.js';

/** An open mouth in an image. */
export interface SeenMouth {
  readonly frame: Frame;
  /** With the lips corrected by `settleLips`. */
  readonly points: Float32Array;
  readonly place: MouthPlace;
  /** Colours of `measureTeeth` and of the lips. */
  readonly teeth: Colour;
  readonly flesh: Colour;
}

/**
 * Visible row of teeth, in mouth widths from the middle of the closed mouth: for each column from LEFT to
 * -LEFT its start and end, downwards. Valid from column `first` to `last`.
 */
export interface ToothRow {
  readonly first: number;
  readonly last: number;
  readonly start: Float32Array;
  readonly end: Float32Array;
}

/** The left end of the columns. The right end is symmetric. */
export const LEFT = -0.5;
/**
 * Minimum light relative to the colour of the teeth in the middle, and at the sides, which receive less
 * light.
 */
const LIGHT = 0.55;
const LIGHT_ASIDE = 0.3;
/** Maximum share of the redness of the lips. */
const PALE = 0.6;
/** Share of the opening within which teeth must start below the upper lip, and end above the lower lip. */
const BEGIN = 0.6;
/** Maximum median start of upper teeth. */
const HALFWAY = 0.42;
/** Maximum gap within a tooth, and minimum gap between the rows. */
const SPECK = 0.02;
const BETWEEN_ROWS = 0.03;
/** Minimum height and total width of a visible row, and its maximum height. */
const MIN_HEIGHT = 0.025;
const MIN_WIDTH = 0.22;
const MAX_HEIGHT = 0.2;
/** Width of columns without teeth that a row bridges, in mouth widths. */
const BRIDGE = 0.03;
/** Samples for each column width. */
const FINE = 4;

/** Finds the visible rows of teeth between the lips. A row is null if it is not visible. */
export function findTeeth(
  mouth: SeenMouth,
  columns: number,
): { upper: ToothRow | null; lower: ToothRow | null } {
  const lines = Array.from({ length: columns }, (_, column) => runsOf(mouth, column, columns));
  const depths = lines.flatMap(({ upper, depth }) => (upper ? [depth] : []));
  // If most runs start far down, only the lower row is visible.
  const onlyLower = median(depths) > HALFWAY;
  return {
    upper: onlyLower ? null : joinRuns(lines.map(({ upper }) => upper)),
    lower: joinRuns(lines.map(({ upper, lower }) => lower ?? (onlyLower ? upper : null))),
  };
}

/** Returns the position of the middle of a column, in mouth widths. */
export function asideOfColumn(column: number, columns: number): number {
  return LEFT + (column + 0.5) / columns;
}

type Run = readonly [start: number, end: number];

/**
 * Finds light and pale runs in one column: the first from the upper lip downwards, and the one that ends at
 * the lower lip. `depth` is the start of the first, 0 at the upper lip, 1 at the lower lip.
 */
function runsOf(
  { frame, points, place, teeth, flesh }: SeenMouth,
  column: number,
  columns: number,
): { upper: Run | null; lower: Run | null; depth: number } {
  const aside = asideOfColumn(column, columns);
  const top = edgeAt(points, place, UPPER_INNER, aside);
  const bottom = edgeAt(points, place, LOWER_INNER, aside);
  const step = 1 / columns / FINE;
  const begin = BEGIN * (bottom - top);
  const reading = readPlanes(frame);
  const least = (LIGHT + (LIGHT_ASIDE - LIGHT) * Math.min(1, Math.abs(aside / LEFT))) * (teeth[0] - 16);
  const isTooth = (v: number): boolean => {
    const x = place.x + aside * place.right[0] + v * place.down[0];
    const y = place.y + aside * place.right[1] + v * place.down[1];
    return reading.luma(x, y) - 16 >= least && reading.red(x, y) - 128 < PALE * (flesh[2] - 128);
  };
  const runs: [number, number][] = [];
  for (let v = top + step / 2; v < bottom; v += step) {
    if (!isTooth(v)) continue;
    const run = runs.at(-1);
    if (run && v - run[1] <= SPECK) run[1] = v + step / 2;
    else runs.push([v - step / 2, v + step / 2]);
  }
  const upper = runs.find(([start, end]) => start - top <= begin && end - start > SPECK) ?? null;
  const below = runs.at(-1);
  const isBelow = below && below !== upper && below[0] - (upper?.[1] ?? top) >= BETWEEN_ROWS;
  return {
    upper: upper && [upper[0], Math.min(upper[1], upper[0] + MAX_HEIGHT)],
    lower: isBelow && bottom - below[1] <= begin && below[1] - below[0] > SPECK ? [below[0], below[1]] : null,
    depth: upper ? (upper[0] - top) / (bottom - top) : 0,
  };
}

/**
 * Returns the vertical position of the inner edge of a lip at a position across the mouth. Clamped at the
 * corners.
 */
function edgeAt(points: Float32Array, place: MouthPlace, edge: readonly number[], aside: number): number {
  const { right, down } = place;
  const area = right[0] * down[1] - down[0] * right[1];
  const inMouth = (landmark: number): readonly [u: number, v: number] => {
    const dx = points[3 * landmark]! - place.x;
    const dy = points[3 * landmark + 1]! - place.y;
    return [(down[1] * dx - down[0] * dy) / area, (right[0] * dy - right[1] * dx) / area];
  };
  let before = inMouth(edge[0]!);
  for (const landmark of edge.slice(1)) {
    const after = inMouth(landmark);
    if (aside < after[0] || landmark === edge.at(-1)) {
      const t = Math.max(0, Math.min(1, (aside - before[0]) / Math.max(1e-6, after[0] - before[0])));
      return before[1] + t * (after[1] - before[1]);
    }
    before = after;
  }
  return before[1];
}

/** Joins runs from the middle outwards as far as columns show teeth. Short gaps are bridged. */
function joinRuns(runs: readonly (Run | null)[]): ToothRow | null {
  const columns = runs.length;
  const bridge = Math.ceil(columns * BRIDGE);
  const walk = (from: number, way: 1 | -1): number => {
    let last = from;
    for (let at = from; at >= 0 && at < columns && Math.abs(at - last) <= bridge + 1; at += way)
      if (runs[at]) last = at;
    return last;
  };
  const middle = columns >> 1;
  const first = walk(middle, -1);
  const last = walk(middle, 1);
  const seen = runs.slice(first, last + 1).filter((run) => run !== null);
  if (seen.length < MIN_WIDTH * columns) return null;
  if (median(seen.map(([start, end]) => end - start)) < MIN_HEIGHT) return null;
  const along = (side: 0 | 1): Float32Array => {
    const calm = Float32Array.from({ length: columns }, (_, column) => {
      const around = Array.from({ length: 2 * bridge + 1 }, (_, k) => runs[column + k - bridge]);
      return median(around.flatMap((run) => (run ? [run[side]] : [])));
    });
    const at = (column: number): number => calm[Math.max(first, Math.min(last, column))]!;
    return calm.map((_, column) => (at(column - 1) + 2 * at(column) + at(column + 1)) / 4);
  };
  return { first, last, start: along(0), end: along(1) };
}

function median(values: number[]): number {
  return values.length === 0 ? Number.NaN : values.sort((a, b) => a - b)[values.length >> 1]!;
}
