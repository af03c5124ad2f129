import { ARKIT_SHAPES, shapeIndex } from '../arkit-shapes.js';
import { smoothRamp } from '../smooth-step.js';
import { UPPER_OUTER } from './mouth-landmarks.js';
import type { MouthAtRest } from './mouth-model.js';
import { meetLips, moveSheet } from './mouth-move.js';
import { addShapes, createMovement } from './mouth-shapes.js';
import {
  asideOf,
  COLUMNS,
  createMouthSheets,
  jawFollow,
  layMouthSheets,
  MIDDLE,
  type MouthSheets,
  OUTER_LIP,
} from './mouth-sheet.js';

const MIDDLE_COLUMN = (COLUMNS - 1) / 2;
/** Share of the closing movement by the upper lip. The lower lip and the jaw do the rest. */
const UPPER_LIP = 0.45;
/** Share of the movement of the inner edge of the lip that the chin follows. */
const CHIN_FOLLOWS = 0.4;

/** Mouth widths, in widths of the eyes, at which a smile starts and is broad (calm faces: 0.55 to 0.6). */
const SMILES_FROM = 0.6;
const SMILES_AT = 0.72;
/**
 * Heights of a lower lip, in mouth widths, at which it starts to hang and hangs completely (calm faces: 0.14
 * to 0.165).
 */
const HANGS_FROM = 0.17;
const HANGS_AT = 0.24;
/**
 * Reduction of a broad smile at rest, and raise of a hanging lip, as weights of the shapes. A face that waits
 * or says p does not grin, and the landmark network reports a long lower lip as an open mouth (see the
 * tests).
 */
const LOSES_SMILE = 0.6;
const RAISES_LIP = 1;

/**
 * Openings of the source, in mouth widths, at which a smile starts to thin the lips and thins them
 * completely.
 */
const THIN_FROM = 0.04;
const THIN_AT = 0.1;
/**
 * Heights of thinned lips after the smile ends, in mouth widths (calm faces: 0.07 to 0.15, 0.12 to 0.17).
 * Higher lips would be reported as open by the landmark network (see the tests).
 */
const UPPER_HEIGHT = 0.08;
const LOWER_HEIGHT = 0.12;

/** Returns the mouth of a face (in the frame of the head) when closed and calm. */
export function closeMouth(face: Float32Array): MouthAtRest {
  const sheets = createMouthSheets();
  layMouthSheets(face, sheets);
  const follow = jawFollow(face);
  const { upper, lower } = sheets;
  const left = UPPER_OUTER[0];
  const right = UPPER_OUTER[UPPER_OUTER.length - 1]!;
  const width = Math.hypot(
    face[3 * right]! - face[3 * left]!,
    face[3 * right + 1]! - face[3 * left + 1]!,
    face[3 * right + 2]! - face[3 * left + 2]!,
  );
  const middle = 3 * MIDDLE_COLUMN + 1;
  const thin =
    smoothRamp(width, SMILES_FROM, SMILES_AT) *
    smoothRamp((lower[middle]! - upper[middle]!) / width, THIN_FROM, THIN_AT);
  for (let column = 0; column < COLUMNS; column++)
    for (let k = 0; k < 3; k++) {
      const at = 3 * column + k;
      const way = lower[at]! - upper[at]!;
      const seam = upper[at]! + UPPER_LIP * way;
      const fuller = k === 1 ? thin * (1 - asideOf(column) ** 2) * width : 0;
      pullRings(upper, at, UPPER_LIP * way, 0, -lacking(upper, at, UPPER_HEIGHT * fuller));
      pullRings(
        lower,
        at,
        (UPPER_LIP - 1) * way,
        CHIN_FOLLOWS * follow[column]!,
        lacking(lower, at, LOWER_HEIGHT * fuller),
      );
      upper[at] = seam;
      lower[at] = seam;
    }
  return { sheets: calmMouth(sheets, width, follow), width, follow, thin };
}

function calmMouth(closed: MouthSheets, width: number, follow: Float32Array): MouthSheets {
  const middle = 3 * MIDDLE_COLUMN + 1;
  const lip = closed.lower[middle + 3 * COLUMNS * OUTER_LIP]! - closed.lower[middle]!;
  const smile = smoothRamp(width, SMILES_FROM, SMILES_AT);
  const hangs = Math.max(smile, smoothRamp(lip / width, HANGS_FROM, HANGS_AT));
  if (hangs === 0) return closed;
  const weights = new Float32Array(ARKIT_SHAPES.length);
  weights[shapeIndex.mouthSmileLeft] = -LOSES_SMILE * smile;
  weights[shapeIndex.mouthSmileRight] = -LOSES_SMILE * smile;
  weights[shapeIndex.mouthShrugLower] = RAISES_LIP * hangs;
  const movement = createMovement();
  addShapes(weights, movement);
  const calm = createMouthSheets();
  moveSheet(closed.upper, closed.upper, { width, follow }, movement, 'upper', 1, calm.upper);
  moveSheet(closed.lower, closed.lower, { width, follow }, movement, 'lower', 1, calm.lower);
  meetLips(calm);
  return calm;
}

/** Returns the difference to the required height of a lip. */
function lacking(sheet: Float32Array, at: number, height: number): number {
  return Math.max(0, height - Math.abs(sheet[at + 3 * COLUMNS * OUTER_LIP]! - sheet[at]!));
}

/**
 * Moves the surroundings of an inner edge with it. The outer edge of the lip moves by `fuller` relative to
 * it.
 */
function pullRings(sheet: Float32Array, at: number, way: number, chin: number, fuller: number): void {
  for (let ring = 1; ring <= MIDDLE; ring++) {
    const skin = Math.max(0, (ring - OUTER_LIP) / (MIDDLE - OUTER_LIP));
    const share = 1 - skin + skin * chin;
    const outward = Math.min(1, ring / OUTER_LIP) * (1 - skin);
    sheet[at + 3 * COLUMNS * ring]! += share * way + outward * fuller;
  }
}
