import type { Frame } from '../picture/frame.js';
import { LOWER_INNER, UPPER_INNER } from './mouth-landmarks.js';
import type { Colour } from './mouth-paint.js';
import type { MouthPlace } from './mouth-place.js';
import { readPlanes } from './plane-reading.js';

/** An open mouth in a picture. */
export interface SeenMouth {
  readonly frame: Frame;
  /** With the lips where `settleLips` puts them. */
  readonly points: Float32Array;
  readonly place: MouthPlace;
  /** Of `measureTeeth`, and of the lips. */
  readonly teeth: Colour;
  readonly flesh: Colour;
}

/**
 * Where a row of teeth shows, in widths of the mouth from the middle of the closed mouth: for each column from LEFT to -LEFT
 * where it begins and ends, down; meant only from column `first` to `last`.
 */
export interface ToothRow {
  readonly first: number;
  readonly last: number;
  readonly start: Float32Array;
  readonly end: Float32Array;
}

/** The left end of the columns; the right one is as far. */
export const LEFT = -0.5;
/** As light as this next to the teeth's own colour in the middle, and at the sides, where less light comes. */
const LIGHT = 0.55;
const LIGHT_ASIDE = 0.3;
/** Of the lips' redness. */
const PALE = 0.6;
/** Of the opening: how far below the upper lip teeth begin at the latest, and above the lower lip they end at the earliest. */
const BEGIN = 0.6;
/** Where, by their median, upper teeth begin at the latest. */
const HALFWAY = 0.42;
/** The gap in a tooth that is none; the gap between the rows. */
const SPECK = 0.02;
const BETWEEN_ROWS = 0.03;
/** A row that is seen is at least so high and so wide in all, and at most so high. */
const MIN_HEIGHT = 0.025;
const MIN_WIDTH = 0.22;
const MAX_HEIGHT = 0.2;
/** Columns without teeth, in widths of the mouth, over which a row goes on. */
const BRIDGE = 0.03;
/** Readings a column's width. */
const FINE = 4;

/** The rows of teeth between the lips; null for one that does not show. */
export function findTeeth(
  mouth: SeenMouth,
  columns: number,
): { upper: ToothRow | null; lower: ToothRow | null } {
  const lines = Array.from({ length: columns }, (_, column) => runsOf(mouth, column, columns));
  const depths = lines.flatMap(({ upper, depth }) => (upper ? [depth] : []));
  // What mostly begins far down is the lower row alone.
  const onlyLower = median(depths) > HALFWAY;
  return {
    upper: onlyLower ? null : joinRuns(lines.map(({ upper }) => upper)),
    lower: joinRuns(lines.map(({ upper, lower }) => lower ?? (onlyLower ? upper : null))),
  };
}

/** Where the middle of a column stands, in widths of the mouth. */
export function asideOfColumn(column: number, columns: number): number {
  return LEFT + (column + 0.5) / columns;
}

type Run = readonly [start: number, end: number];

/**
 * What is light and pale in one column: first from the upper lip down, then what ends at the lower lip. `depth` is where the
 * first begins, 0 at the upper lip, 1 at the lower.
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

/** A lip's inner edge at this place across the mouth, down from its middle; null beyond the corners. */
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

/** From the middle outwards, as far as columns show teeth; a few that do not are bridged. */
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
