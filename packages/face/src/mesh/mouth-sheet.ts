import {
  CHIN,
  fillSpline,
  HELD_ABOVE,
  JAW_OUTLINE,
  LEFT_EAR,
  LOWER_INNER,
  LOWER_OUTER,
  RIGHT_EAR,
  UPPER_INNER,
  UPPER_OUTER,
} from './mouth-landmarks.js';
import type { Sheet } from './pixel-map.js';

/**
 * Places ring 0 of a sheet, over which it fades: `edge` pixels from ring 1, to the right in the direction of
 * the columns if positive. In the source its distance is multiplied by `share`.
 */
export function layFringe({ columns, from, to }: Sheet, edge: number, share = 1): void {
  for (let column = 0; column < columns; column++) {
    const before = 2 * (columns + Math.max(0, column - 1));
    const after = 2 * (columns + Math.min(columns - 1, column + 1));
    const dx = to[after]! - to[before]!;
    const dy = to[after + 1]! - to[before + 1]!;
    const step = edge / Math.max(1e-6, Math.hypot(dx, dy));
    const at = 2 * column;
    const own = at + 2 * columns;
    from[at] = from[own]! - dy * step * share;
    from[at + 1] = from[own + 1]! + dx * step * share;
    to[at] = to[own]! - dy * step;
    to[at + 1] = to[own + 1]! + dx * step;
  }
}

/**
 * The lower face consists of two sheets that meet at the corners of the mouth. Columns run from corner to
 * corner. Rings run from the inner edge of the lip outwards over the lip, the skin (to the outline of the jaw
 * or the cheek) and a deformable border, which ends where no movement occurs.
 */
export const COLUMNS = 25;
const LIP_RINGS = 4;
export const SKIN_RINGS = 6;
export const BEYOND_RINGS = 6;
export const RINGS = LIP_RINGS + SKIN_RINGS + BEYOND_RINGS;
const VERTICES = COLUMNS * RINGS;
export const OUTER_LIP = LIP_RINGS - 1;
export const MIDDLE = OUTER_LIP + SKIN_RINGS;

/**
 * Returns the distance of a column from the middle of the mouth, -1 to 1. Columns are evenly spaced in
 * landmarks, which are denser near the corners (measured on four faces: 0.28, 0.51, 0.70, 0.87, 1).
 */
export function asideOf(column: number): number {
  const even = (2 * column) / (COLUMNS - 1) - 1;
  return even * (1.45 - 0.45 * Math.abs(even));
}

/** [VERTICES x 3], ring by ring, in the frame of the head. */
export interface MouthSheets {
  readonly upper: Float32Array;
  readonly lower: Float32Array;
}

export function createMouthSheets(): MouthSheets {
  return { upper: new Float32Array(3 * VERTICES), lower: new Float32Array(3 * VERTICES) };
}

/** Width of the border beyond the outline in widths of the eyes: about 15 % of the face at the ears. */
const ROOM_AT_EARS = 0.2;
const ROOM_UNDER_CHIN = 0.6;
/** Position of the row of the cheek between the lip and the upper border. */
const CHEEK = 0.6;

const rows = {
  inner: new Float32Array(3 * COLUMNS),
  outer: new Float32Array(3 * COLUMNS),
  middle: new Float32Array(3 * COLUMNS),
  end: new Float32Array(3 * COLUMNS),
};

/** Lays the sheets over a face, whose points are in the frame of the head. */
export function layMouthSheets(face: Float32Array, out: MouthSheets): void {
  const centreX = (face[3 * UPPER_OUTER[0]]! + face[3 * UPPER_OUTER[10]]!) / 2;
  const centreY = (face[3 * UPPER_OUTER[0] + 1]! + face[3 * UPPER_OUTER[10] + 1]!) / 2;

  fillSpline(face, LOWER_INNER, COLUMNS, rows.inner);
  fillSpline(face, LOWER_OUTER, COLUMNS, rows.outer);
  fillSpline(face, JAW_OUTLINE, COLUMNS, rows.middle);
  for (let column = 0; column < COLUMNS; column++) {
    const a = Math.abs((2 * column) / (COLUMNS - 1) - 1);
    const room = ROOM_UNDER_CHIN + (ROOM_AT_EARS - ROOM_UNDER_CHIN) * a * a;
    pushOut(rows.middle, column, centreX, centreY, room);
  }
  fillSheet(out.lower);

  fillSpline(face, UPPER_INNER, COLUMNS, rows.inner);
  fillSpline(face, UPPER_OUTER, COLUMNS, rows.outer);
  fillSpline(face, HELD_ABOVE, COLUMNS, rows.middle);
  for (let column = 0; column < COLUMNS; column++) {
    const a = Math.abs((2 * column) / (COLUMNS - 1) - 1);
    const atEar = Math.max(0, 1 - 4 * (1 - a));
    pushOut(rows.middle, column, centreX, centreY, ROOM_AT_EARS * atEar);
    const share = CHEEK + (1 - CHEEK) * atEar;
    for (let k = 3 * column; k < 3 * column + 3; k++)
      rows.middle[k] = rows.outer[k]! + share * (rows.middle[k]! - rows.outer[k]!);
  }
  fillSheet(out.upper);
}

/** Writes row `end` beyond row `from` as seen from the mouth. */
function pushOut(from: Float32Array, column: number, centreX: number, centreY: number, room: number): void {
  const at = 3 * column;
  const x = from[at]! - centreX;
  const y = from[at + 1]! - centreY;
  const length = Math.hypot(x, y);
  rows.end[at] = from[at]! + (x / length) * room;
  rows.end[at + 1] = from[at + 1]! + (y / length) * room;
  rows.end[at + 2] = from[at + 2]!;
}

function fillSheet(sheet: Float32Array): void {
  for (let ring = 0; ring < RINGS; ring++) {
    const [from, to, share] = between(ring);
    for (let k = 0; k < 3 * COLUMNS; k++)
      sheet[3 * COLUMNS * ring + k] = from[k]! + share * (to[k]! - from[k]!);
  }
}

function between(ring: number): readonly [from: Float32Array, to: Float32Array, share: number] {
  if (ring <= OUTER_LIP) return [rows.inner, rows.outer, ring / OUTER_LIP];
  if (ring <= MIDDLE) return [rows.outer, rows.middle, (ring - OUTER_LIP) / SKIN_RINGS];
  return [rows.middle, rows.end, (ring - MIDDLE) / BEYOND_RINGS];
}

/** Returns how far the outline of the jaw follows the chin: 1 at the chin, 0 at the ears, a cosine. */
export function jawFollow(face: Float32Array): Float32Array {
  fillSpline(face, JAW_OUTLINE, COLUMNS, rows.middle);
  const chin = face[3 * CHIN]!;
  return Float32Array.from({ length: COLUMNS }, (_, column) => {
    const x = rows.middle[3 * column]! - chin;
    const ear = face[3 * (x < 0 ? RIGHT_EAR : LEFT_EAR)]! - chin;
    return Math.cos((Math.PI / 2) * Math.min(1, Math.abs(x / ear)));
  });
}
