import type { Frame } from '../image/frame.js';
import { smoothRamp } from '../smooth-step.js';
import { faceTriangles } from '../tracking/face-geometry.js';
import { CHIN, LEFT_EAR, RIGHT_EAR } from './mouth-landmarks.js';

/**
 * A grid over a whole still image that turns with the head. Each point has a depth and shares of the movement
 * of the head and of the breath. Plain data, computed once.
 */
export interface StillGrid {
  readonly columns: number;
  readonly rows: number;
  /** Pixels between points, even. The last column and row may be outside the image. */
  readonly step: number;
  /** Pixels behind the joint of the head; negative in front of it. */
  readonly depth: Float32Array;
  /** 0 to 1. */
  readonly head: Float32Array;
  readonly body: Float32Array;
  /** Rise of the inner and outer brows at full weight in pixels: inner, right, left. */
  readonly brows: readonly [Float32Array, Float32Array, Float32Array];
  /** The joint, in pixels. */
  readonly pivotX: number;
  readonly pivotY: number;
  /** Rise of the shoulders with a deep breath, in pixels. */
  readonly breath: number;
}

/** 0 to 1: coverage by the person, [size x size] over a rectangle of the image. */
export interface PersonMask {
  readonly size: number;
  readonly values: Float32Array;
  /** The rectangle, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cells along the longer side: fine enough for brows in a face that fills the image. */
const CELLS = 64;
/** In widths of the face. */
const AROUND_HEAD = 0.1;
const FADE_AROUND_HEAD = 0.14;
const NECK_FROM = 0.02;
const NECK_TO = 0.75;
const BREATH = 0.008;
const BROW_RISE = 0.035;
/** Value below which the movement of a brow ends. */
const TAIL = 0.02;
/** Share of the longer side of the image over which movement fades in from the border. */
const BORDER = 0.05;

export function layStillGrid(frame: Frame, points: Float32Array, mask: PersonMask): StillGrid {
  const { width, height } = frame;
  const step = 2 * Math.max(1, Math.round(Math.max(width, height) / CELLS / 2));
  const columns = Math.ceil(width / step) + 1;
  const rows = Math.ceil(height / step) + 1;
  const faceWidth = Math.hypot(
    points[3 * LEFT_EAR]! - points[3 * RIGHT_EAR]!,
    points[3 * LEFT_EAR + 1]! - points[3 * RIGHT_EAR + 1]!,
    points[3 * LEFT_EAR + 2]! - points[3 * RIGHT_EAR + 2]!,
  );
  const chin = points[3 * CHIN + 1]!;
  const joint = (points[3 * RIGHT_EAR + 2]! + points[3 * LEFT_EAR + 2]!) / 2;
  const person = spreadPerson(mask, columns, rows, step, faceWidth);
  const head = new Float32Array(columns * rows);
  const body = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const x = column * step;
      const y = row * step;
      const neck = 1 - smoothRamp((y - chin) / faceWidth, NECK_FROM, NECK_TO);
      // The outermost cells do not move, because no pixels exist beyond the border.
      const border = Math.min(x, y, width - x, height - y) - step;
      const free = person[at]! * smoothRamp(border / Math.max(width, height), 0, BORDER);
      head[at] = free * neck;
      body[at] = free;
    }
  return {
    columns,
    rows,
    step,
    depth: layDepth(points, columns, rows, step, joint),
    head,
    body,
    brows: layBrows(points, columns, rows, step, faceWidth),
    pivotX: (points[3 * RIGHT_EAR]! + points[3 * LEFT_EAR]!) / 2,
    pivotY: (points[3 * 172 + 1]! + points[3 * 397 + 1]!) / 2,
    breath: BREATH * faceWidth,
  };
}

/**
 * Returns the mask at each point, widened by a margin and faded out beyond it, so that moving parts keep
 * their edges.
 */
function spreadPerson(
  mask: PersonMask,
  columns: number,
  rows: number,
  step: number,
  faceWidth: number,
): Float32Array {
  const values = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      values[row * columns + column] = smoothRamp(maskAt(mask, column * step, row * step), 0.2, 0.6);
  const widened = widen(
    values,
    columns,
    rows,
    (AROUND_HEAD * faceWidth) / step,
    (AROUND_HEAD * faceWidth) / step,
  );
  const fade = Math.max(1, Math.round((FADE_AROUND_HEAD * faceWidth) / step / 2));
  let faded = widened;
  for (let pass = 0; pass < 3; pass++) faded = average(faded, columns, rows, fade);
  return faded;
}

function maskAt({ size, values, x, y, width, height }: PersonMask, px: number, py: number): number {
  const u = Math.max(0, Math.min(size - 1.001, ((px - x) / width) * size - 0.5));
  const v = Math.max(0, Math.min(size - 1.001, ((py - y) / height) * size - 0.5));
  const at = Math.floor(v) * size + Math.floor(u);
  const tx = u - Math.floor(u);
  const ty = v - Math.floor(v);
  const upper = values[at]! + tx * (values[at + 1]! - values[at]!);
  const lower = values[at + size]! + tx * (values[at + size + 1]! - values[at + size]!);
  return upper + ty * (lower - upper);
}

function widen(values: Float32Array, columns: number, rows: number, rx: number, ry: number): Float32Array {
  return values.map((_, at) => {
    const column = at % columns;
    const row = Math.floor(at / columns);
    let most = 0;
    for (let j = Math.max(0, Math.ceil(row - ry)); j <= Math.min(rows - 1, row + ry); j++)
      for (let i = Math.max(0, Math.ceil(column - rx)); i <= Math.min(columns - 1, column + rx); i++)
        if (((i - column) / rx) ** 2 + ((j - row) / ry) ** 2 <= 1)
          most = Math.max(most, values[j * columns + i]!);
    return most;
  });
}

function average(values: Float32Array, columns: number, rows: number, radius: number): Float32Array {
  return values.map((_, at) => {
    const column = at % columns;
    const row = Math.floor(at / columns);
    let sum = 0;
    for (let j = row - radius; j <= row + radius; j++)
      for (let i = column - radius; i <= column + radius; i++)
        sum += values[hold(j, rows) * columns + hold(i, columns)]!;
    return sum / (2 * radius + 1) ** 2;
  });
}

/**
 * Returns the depth: of the mesh on the face, and from its outline back to the depth of the joint like a soap
 * film (Laplace, relaxed).
 */
function layDepth(
  points: Float32Array,
  columns: number,
  rows: number,
  step: number,
  joint: number,
): Float32Array {
  const depth = new Float32Array(columns * rows);
  const known = new Uint8Array(columns * rows);
  const triangles = faceTriangles();
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const ax = points[a]! / step;
    const ay = points[a + 1]! / step;
    const bx = points[b]! / step - ax;
    const by = points[b + 1]! / step - ay;
    const cx = points[c]! / step - ax;
    const cy = points[c + 1]! / step - ay;
    const area = bx * cy - cx * by;
    if (area === 0) continue;
    const firstRow = Math.max(0, Math.ceil(ay + Math.min(0, by, cy)));
    const lastRow = Math.min(rows - 1, Math.floor(ay + Math.max(0, by, cy)));
    const firstColumn = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx)));
    const lastColumn = Math.min(columns - 1, Math.floor(ax + Math.max(0, bx, cx)));
    for (let row = firstRow; row <= lastRow; row++)
      for (let column = firstColumn; column <= lastColumn; column++) {
        const p = ((column - ax) * cy - (row - ay) * cx) / area;
        const q = ((row - ay) * bx - (column - ax) * by) / area;
        if (p < 0 || q < 0 || p + q > 1) continue;
        const at = row * columns + column;
        depth[at] =
          points[a + 2]! +
          p * (points[b + 2]! - points[a + 2]!) +
          q * (points[c + 2]! - points[a + 2]!) -
          joint;
        known[at] = 1;
      }
  }
  for (let round = 0; round < 400; round++)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const at = row * columns + column;
        if (known[at] === 1) continue;
        const left = depth[row * columns + hold(column - 1, columns)]!;
        const right = depth[row * columns + hold(column + 1, columns)]!;
        const above = depth[hold(row - 1, rows) * columns + column]!;
        const below = depth[hold(row + 1, rows) * columns + column]!;
        depth[at] = 0.985 * ((left + right + above + below) / 4);
      }
  return depth;
}

const INNER_BROWS = [107, 336, 55, 285] as const;
const RIGHT_BROW = [105, 63, 52, 53] as const;
const LEFT_BROW = [334, 293, 282, 283] as const;

function layBrows(
  points: Float32Array,
  columns: number,
  rows: number,
  step: number,
  faceWidth: number,
): [Float32Array, Float32Array, Float32Array] {
  const bump = (brow: readonly number[]): Float32Array =>
    Float32Array.from({ length: columns * rows }, (_, at) => {
      const x = (at % columns) * step;
      const y = Math.floor(at / columns) * step;
      let nearest = Number.POSITIVE_INFINITY;
      for (const point of brow) {
        const dx = (x - points[3 * point]!) / (0.13 * faceWidth);
        const dy = y - points[3 * point + 1]!;
        // Above, the forehead yields over a longer distance; towards the eye the lid yields over half of it.
        nearest = Math.min(nearest, dx * dx + (dy / ((dy < 0 ? 0.16 : 0.075) * faceWidth)) ** 2);
      }
      return BROW_RISE * faceWidth * Math.max(0, Math.exp(-nearest) - TAIL);
    });
  return [bump(INNER_BROWS), bump(RIGHT_BROW), bump(LEFT_BROW)];
}

function hold(index: number, count: number): number {
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}
