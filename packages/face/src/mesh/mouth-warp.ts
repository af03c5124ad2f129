import { shapeIndex } from '../arkit-shapes.js';
import { type FaceFrame, headAngles } from '../tracking/face-frame.js';
import { addShapes, createMovement, JAW_DROP, type Movement } from './mouth-shapes.js';
import {
  BEYOND_RINGS,
  COLUMNS,
  createMouthSheets,
  layMouthSheets,
  MIDDLE,
  type MouthSheets,
  OUTER_LIP,
  RINGS,
  SKIN_RINGS,
} from './mouth-sheet.js';
import { createSheet, type Sheet } from './pixel-map.js';

/** The mouth of a face at rest and closed: what every frame is brought to before it speaks. */
export interface MouthAtRest {
  /** In the frame of the head; the inner edges of the lips are one line. */
  readonly sheets: MouthSheets;
  /** Width from corner to corner, in widths of the eyes. */
  readonly width: number;
  /** Of `jawFollow`. */
  readonly follow: Float32Array;
}

/** The two sheets of a mouth as they are drawn: a ring more than MouthSheets has, which fades out over the opening. */
export interface MouthDrawn {
  readonly upper: Sheet;
  readonly lower: Sheet;
}

const DRAWN_RINGS = RINGS + 1;

export function createMouthDrawn(): MouthDrawn {
  const upper = createSheet(COLUMNS, DRAWN_RINGS, -1);
  const lower = createSheet(COLUMNS, DRAWN_RINGS, 1);
  for (const { cover } of [upper, lower]) cover.fill(0, 0, COLUMNS);
  return { upper, lower };
}

/** Degrees of yaw or pitch up to which the mouth moves fully, and from which it is left as it is. */
const FULL_TO = 35;
const NONE_FROM = 50;
/** Openings, in widths of the mouth, below which the source counts as closed, and above which as open. */
const CLOSED = 0.03;
const OPEN = 0.08;
/** Of the thickness of a lip: how far its edge is taken from within it where the source is open, clear of teeth and shadow. */
const INSET = 0.08;
const MOST_TUCKED = 0.6;

export interface MouthWarper {
  /**
   * The mouth of a tracked face (in the frame of the head), at rest, then moved by the weights, into `out`. Returns the
   * share of the movement that is made: less for a face that is turned far. Over `edge` pixels the edge of a lip fades.
   */
  warp(
    face: Float32Array,
    frame: FaceFrame,
    rest: MouthAtRest,
    weights: Float32Array,
    edge: number,
    out: MouthDrawn,
  ): number;
}

export function createMouthWarper(): MouthWarper {
  const own = createMouthSheets();
  const target = createMouthSheets();
  const movement = createMovement();

  return {
    warp: (face, frame, rest, weights, edge, out) => {
      const share = shareAt(frame);
      layMouthSheets(face, own);
      joinClosedLips(own, rest.width);
      tuckLip(own.upper, tuckOf(weights, shapeIndex.mouthRollUpper));
      tuckLip(own.lower, tuckOf(weights, shapeIndex.mouthRollLower));
      addShapes(weights, movement);
      moveSheet(own.upper, rest.sheets.upper, rest, movement, 'upper', share, target.upper);
      moveSheet(own.lower, rest.sheets.lower, rest, movement, 'lower', share, target.lower);
      meetLips(target);
      project(own.upper, target.upper, frame, edge, out.upper);
      project(own.lower, target.lower, frame, -edge, out.lower);
      return share;
    },
  };
}

function shareAt(frame: FaceFrame): number {
  const { yaw, pitch } = headAngles(frame);
  const turned = Math.max(Math.abs(yaw), Math.abs(pitch));
  const t = Math.max(0, Math.min(1, (turned - FULL_TO) / (NONE_FROM - FULL_TO)));
  return 1 - t * t * (3 - 2 * t);
}

/** Lips that lie against each other share one line, whatever the network's last tenth of a pixel says. */
function joinClosedLips({ upper, lower }: MouthSheets, width: number): void {
  let opening = 0;
  for (let at = 1; at < 3 * COLUMNS; at += 3) opening = Math.max(opening, lower[at]! - upper[at]!);
  const t = Math.max(0, Math.min(1, (opening / width - CLOSED) / (OPEN - CLOSED)));
  const open = t * t * (3 - 2 * t);
  for (let k = 0; k < 3 * COLUMNS; k++) {
    const seam = (upper[k]! + lower[k]!) / 2;
    const upperInset = upper[k]! + INSET * (upper[3 * COLUMNS * OUTER_LIP + k]! - upper[k]!);
    const lowerInset = lower[k]! + INSET * (lower[3 * COLUMNS * OUTER_LIP + k]! - lower[k]!);
    upper[k] = seam + open * (upperInset - seam);
    lower[k] = seam + open * (lowerInset - seam);
  }
}

/** How much of the thickness of a lip is rolled in or pressed away, out of sight. */
function tuckOf(weights: Float32Array, roll: number): number {
  const press = (weights[shapeIndex.mouthPressLeft]! + weights[shapeIndex.mouthPressRight]!) / 2;
  return Math.min(MOST_TUCKED, 0.3 * press + 0.6 * weights[roll]!);
}

function tuckLip(sheet: Float32Array, tuck: number): void {
  if (tuck === 0) return;
  for (let ring = 0; ring < OUTER_LIP; ring++)
    for (let k = 0; k < 3 * COLUMNS; k++) {
      const outer = sheet[3 * COLUMNS * OUTER_LIP + k]!;
      sheet[3 * COLUMNS * ring + k]! += tuck * (outer - sheet[3 * COLUMNS * ring + k]!);
    }
}

/** `own` brought to rest and moved, into `out`. */
function moveSheet(
  own: Float32Array,
  atRest: Float32Array,
  { width, follow }: MouthAtRest,
  movement: Movement,
  side: 'upper' | 'lower',
  share: number,
  out: Float32Array,
): void {
  const lower = side === 'lower';
  const inner = lower ? movement.lowerInner : movement.upperInner;
  const outer = lower ? movement.lowerOuter : movement.upperOuter;
  for (let ring = 0; ring < RINGS; ring++) {
    const { innerShare, outerShare, middleShare, restShare } = sharesOf(ring);
    for (let column = 0; column < COLUMNS; column++) {
      const at = 3 * (ring * COLUMNS + column);
      const chin = follow[column]!;
      // Where the sheets meet, between corner and ear, both go with the jaw; the cheek's own movement is nothing there.
      const jaw = lower ? chin : chin * atSeam(column);
      // Above the mouth the cheeks keep what the source does; below it the jaw comes along.
      const calmed = lower ? restShare * (ring <= OUTER_LIP ? 1 : chin + (1 - chin) * outerShare) : outerShare + innerShare;
      for (let k = 0; k < 3; k++) {
        const pull = share * calmed * (atRest[at + k]! - own[at + k]!);
        const moved =
          k === 2
            ? 0
            : innerShare * inner[2 * column + k]! +
              outerShare * outer[2 * column + k]! +
              middleShare * (jaw * movement.jaw[2 * column + k]! + (lower ? 0 : movement.cheek[2 * column + k]!));
        out[at + k] = own[at + k]! + pull + share * width * moved;
      }
    }
  }
}

/** 1 at the corners of the mouth, 0 from a quarter of the way to its middle. */
function atSeam(column: number): number {
  const a = Math.abs((2 * column) / (COLUMNS - 1) - 1);
  return Math.max(0, 4 * a - 3);
}

interface Shares {
  readonly innerShare: number;
  readonly outerShare: number;
  readonly middleShare: number;
  readonly restShare: number;
}

const SHARES: readonly Shares[] = Array.from({ length: RINGS }, (_, ring) => {
  if (ring <= OUTER_LIP) {
    const outward = ring / OUTER_LIP;
    return { innerShare: 1 - outward, outerShare: outward, middleShare: 0, restShare: 1 };
  }
  if (ring <= MIDDLE) {
    const outward = smooth((ring - OUTER_LIP) / SKIN_RINGS);
    return { innerShare: 0, outerShare: 1 - outward, middleShare: outward, restShare: 1 };
  }
  const left = 1 - smooth((ring - MIDDLE) / BEYOND_RINGS);
  return { innerShare: 0, outerShare: 0, middleShare: left, restShare: left };
});

function sharesOf(ring: number): Shares {
  return SHARES[ring]!;
}

/** Half a straight line, half a smooth step: no kink that shows, no part that is squeezed twice. */
function smooth(t: number): number {
  return (t + t * t * (3 - 2 * t)) / 2;
}

/** Lips never pass each other: where they would, they meet halfway, and what lies behind follows. */
function meetLips({ upper, lower }: MouthSheets): void {
  for (let column = 0; column < COLUMNS; column++) {
    const at = 3 * column;
    if (lower[at + 1]! > upper[at + 1]!) continue;
    for (let k = 0; k < 3; k++) {
      const pull = (lower[at + k]! - upper[at + k]!) / 2;
      for (let ring = OUTER_LIP - 1; ring > 0; ring--) {
        const to = at + 3 * COLUMNS * ring + k;
        upper[to]! += pull * (1 - ring / OUTER_LIP);
        lower[to]! -= pull * (1 - ring / OUTER_LIP);
      }
      const met = upper[at + k]! + pull;
      upper[at + k] = met;
      lower[at + k] = met;
    }
  }
}

/** From the frame of the head to pixels; ring 0 of what is drawn lies `edge` pixels inside the opening. */
function project(own: Float32Array, target: Float32Array, frame: FaceFrame, edge: number, out: Sheet): void {
  const { origin, scale, ax, ay, az } = frame;
  const { from, to } = out;
  for (let vertex = 0; vertex < RINGS * COLUMNS; vertex++) {
    const drawn = 2 * (vertex + COLUMNS);
    for (let k = 0; k < 2; k++) {
      const place = (of: Float32Array): number =>
        origin[k]! +
        scale * (of[3 * vertex]! * ax[k]! + of[3 * vertex + 1]! * ay[k]! + of[3 * vertex + 2]! * az[k]!);
      from[drawn + k] = place(own);
      to[drawn + k] = place(target);
    }
  }
  layFringe(edge, out);
}

/** Ring 0 of what is drawn: `edge` pixels from the lip's edge into the opening, and as far in the source. */
function layFringe(edge: number, { from, to }: Sheet): void {
  for (let column = 0; column < COLUMNS; column++) {
    const before = 2 * (COLUMNS + Math.max(0, column - 1));
    const after = 2 * (COLUMNS + Math.min(COLUMNS - 1, column + 1));
    const dx = to[after]! - to[before]!;
    const dy = to[after + 1]! - to[before + 1]!;
    const step = edge / Math.max(1e-6, Math.hypot(dx, dy));
    const at = 2 * column;
    const lip = at + 2 * COLUMNS;
    from[at] = from[lip]! - dy * step;
    from[at + 1] = from[lip + 1]! + dx * step;
    to[at] = to[lip]! - dy * step;
    to[at + 1] = to[lip + 1]! + dx * step;
  }
}

/** How far the lower jaw is from the upper, in widths of the mouth. */
export function jawDropOf(jawOpen: number): number {
  return JAW_DROP * jawOpen;
}
