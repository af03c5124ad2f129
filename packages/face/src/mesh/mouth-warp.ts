import { shapeIndex } from '../arkit-shapes.js';
import { type FaceFrame, headAngles } from '../tracking/face-frame.js';
import type { MouthAtRest } from './mouth-model.js';
import { meetLips, moveSheet } from './mouth-move.js';
import { addShapes, createMovement } from './mouth-shapes.js';
import {
  COLUMNS,
  createMouthSheets,
  layFringe,
  layMouthSheets,
  type MouthSheets,
  OUTER_LIP,
  RINGS,
} from './mouth-sheet.js';
import { createSheet, type Sheet } from './pixel-map.js';

/**
 * The two sheets of a mouth for drawing, with one more ring than MouthSheets that fades out over the opening.
 */
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

/** Degrees of yaw or pitch up to which the mouth moves completely, and from which it does not move. */
const FULL_TO = 35;
const NONE_FROM = 50;
/** Openings in mouth widths below which the source counts as closed, and above which it counts as open. */
const CLOSED = 0.03;
const OPEN = 0.08;
/**
 * Share of the thickness of a lip by which its edge is moved inside if the source is open, away from teeth
 * and shadow.
 */
const INSET = 0.2;
const MAX_TUCKED = 0.6;

export interface MouthWarper {
  /**
   * Writes the mouth of a tracked face (in the frame of the head), moved to rest and then by the weights,
   * into `out`. Returns the share of the movement that is applied: less for a face that is turned far. The
   * edge of a lip fades over `edge` pixels.
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
      // Thin lips cannot roll in, because they would disappear.
      const full = 1 - rest.thin;
      tuckLip(own.upper, full * tuckOf(weights, shapeIndex.mouthRollUpper));
      tuckLip(own.lower, full * tuckOf(weights, shapeIndex.mouthRollLower));
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

/** Joins the inner edges of touching lips, which the network reports inexactly. */
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

/** Returns the share of the thickness of a lip that is rolled in or pressed away. */
function tuckOf(weights: Float32Array, roll: number): number {
  const press = (weights[shapeIndex.mouthPressLeft]! + weights[shapeIndex.mouthPressRight]!) / 2;
  return Math.min(MAX_TUCKED, 0.3 * press + 0.6 * weights[roll]!);
}

function tuckLip(sheet: Float32Array, tuck: number): void {
  if (tuck === 0) return;
  for (let ring = 0; ring < OUTER_LIP; ring++)
    for (let k = 0; k < 3 * COLUMNS; k++) {
      const outer = sheet[3 * COLUMNS * OUTER_LIP + k]!;
      sheet[3 * COLUMNS * ring + k]! += tuck * (outer - sheet[3 * COLUMNS * ring + k]!);
    }
}

/**
 * Projects from the frame of the head to pixels. Ring 0 of the drawn sheet is `edge` pixels inside the
 * opening.
 */
function project(own: Float32Array, target: Float32Array, frame: FaceFrame, edge: number, out: Sheet): void {
  const { origin, scale, ax, ay, az } = frame;
  const { from, to } = out;
  for (let vertex = 0; vertex < RINGS * COLUMNS; vertex++) {
    const drawn = 2 * (vertex + COLUMNS);
    const at = 3 * vertex;
    for (let k = 0; k < 2; k++) {
      from[drawn + k] =
        origin[k]! + scale * (own[at]! * ax[k]! + own[at + 1]! * ay[k]! + own[at + 2]! * az[k]!);
      to[drawn + k] =
        origin[k]! + scale * (target[at]! * ax[k]! + target[at + 1]! * ay[k]! + target[at + 2]! * az[k]!);
    }
  }
  layFringe(out, edge);
}
