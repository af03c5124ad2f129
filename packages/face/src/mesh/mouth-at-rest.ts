import type { MouthAtRest } from './mouth-warp.js';
import { UPPER_OUTER } from './mouth-landmarks.js';
import { COLUMNS, createMouthSheets, jawFollow, layMouthSheets, MIDDLE, OUTER_LIP } from './mouth-sheet.js';

/** Of an opening that is closed: what the upper lip does of the way; the lower lip and the jaw do the rest. */
const UPPER_LIP = 0.35;
/** What the outer edges of the lips, and then the chin, follow of their inner edges. */
const OUTER_FOLLOWS = 0.8;
const CHIN_FOLLOWS = 0.4;

/** The mouth of a face (in the frame of the head) as it would be closed. */
export function closeMouth(face: Float32Array): MouthAtRest {
  const sheets = createMouthSheets();
  layMouthSheets(face, sheets);
  const follow = jawFollow(face);
  const { upper, lower } = sheets;
  for (let column = 0; column < COLUMNS; column++)
    for (let k = 0; k < 3; k++) {
      const at = 3 * column + k;
      const way = lower[at]! - upper[at]!;
      const seam = upper[at]! + UPPER_LIP * way;
      pullRings(upper, at, UPPER_LIP * way, 0);
      pullRings(lower, at, (UPPER_LIP - 1) * way, CHIN_FOLLOWS * follow[column]!);
      upper[at] = seam;
      lower[at] = seam;
    }
  const left = UPPER_OUTER[0];
  const right = UPPER_OUTER[UPPER_OUTER.length - 1]!;
  const width = Math.hypot(
    face[3 * right]! - face[3 * left]!,
    face[3 * right + 1]! - face[3 * left + 1]!,
    face[3 * right + 2]! - face[3 * left + 2]!,
  );
  return { sheets, width, follow };
}

function pullRings(sheet: Float32Array, at: number, way: number, chin: number): void {
  for (let ring = 1; ring <= MIDDLE; ring++) {
    const lip = Math.min(1, ring / OUTER_LIP);
    const skin = Math.max(0, (ring - OUTER_LIP) / (MIDDLE - OUTER_LIP));
    const share = (1 - lip + lip * OUTER_FOLLOWS) * (1 - skin) + skin * chin;
    sheet[at + 3 * COLUMNS * ring]! += share * way;
  }
}
