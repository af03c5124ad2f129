import { shapeIndex } from '../arkit-shapes.js';
import { type FaceFrame, headAngles } from '../tracking/face-frame.js';
import { meetLips, moveSheet } from './mouth-move.js';
import { addShapes, createMovement } from './mouth-shapes.js';
import {
  COLUMNS,
  createMouthSheets,
  layMouthSheets,
  type MouthSheets,
  OUTER_LIP,
  RINGS,
} from './mouth-sheet.js';
import { createSheet, type Sheet } from './pixel-map.js';
import type { MouthAtRest } from './resting-mouth.js';
import { layFringe } from './sheet-fringe.js';

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
const INSET = 0.2;
const MAX_TUCKED = 0.6;

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
      // Lips that are thin have nothing to roll in: they would be gone.
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

/** From the frame of the head to pixels; ring 0 of what is drawn lies `edge` pixels inside the opening. */
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
