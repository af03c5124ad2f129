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
/** Of an opening that is closed: what the upper lip does of the way; the lower lip and the jaw do the rest. */
const UPPER_LIP = 0.45;
/** What the chin follows of the inner edge of its lip. */
const CHIN_FOLLOWS = 0.4;

/** Widths of a mouth, in widths of the eyes, at which it begins to smile and smiles broadly (calm faces: .55 to .6). */
const SMILES_FROM = 0.6;
const SMILES_AT = 0.72;
/** Heights of a lower lip, in widths of the mouth, from which it hangs, and hangs fully (calm faces: .14 to .165). */
const HANGS_FROM = 0.17;
const HANGS_AT = 0.24;
/**
 * What a broad smile loses at rest, and how far a lip that hangs is raised, in weights of the shapes: a face that waits or says p
 * has no grin, and the landmark network takes a long lower lip for an open mouth (see the tests).
 */
const LOSES_SMILE = 0.6;
const RAISES_LIP = 1;

/** Openings of the source, in widths of the mouth, from which a smile draws its lips thin, and draws them fully. */
const THIN_FROM = 0.04;
const THIN_AT = 0.1;
/**
 * Heights of the lips that a smile has drawn thin, as they are when it ends, in widths of the mouth (calm faces: .07 to .15, .12 to .17):
 * no more than the landmark network takes for closed (see the tests).
 */
const UPPER_HEIGHT = 0.08;
const LOWER_HEIGHT = 0.12;

/** The mouth of a face (in the frame of the head) as it would be closed, and calm. */
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

/** What a lip lacks of a height. */
function lacking(sheet: Float32Array, at: number, height: number): number {
  return Math.max(0, height - Math.abs(sheet[at + 3 * COLUMNS * OUTER_LIP]! - sheet[at]!));
}

/** Pulls what lies around an inner edge along with it; the outer edge of the lip stays behind, or goes ahead, by `fuller`. */
function pullRings(sheet: Float32Array, at: number, way: number, chin: number, fuller: number): void {
  for (let ring = 1; ring <= MIDDLE; ring++) {
    const skin = Math.max(0, (ring - OUTER_LIP) / (MIDDLE - OUTER_LIP));
    const share = 1 - skin + skin * chin;
    const outward = Math.min(1, ring / OUTER_LIP) * (1 - skin);
    sheet[at + 3 * COLUMNS * ring]! += share * way + outward * fuller;
  }
}
