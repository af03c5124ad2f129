import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPicture } from '../picture/read-picture.js';
import { visemeShapes } from '../timeline/mouth/viseme-shapes.js';
import { faceFrameOf, toFaceFrame } from '../tracking/face-frame.js';
import { mouthOpening } from '../tracking/face-measures.js';
import type { FaceModels } from '../tracking/face-models.js';
import { openTestModels, photoPath } from '../tracking/testing/portraits.js';
import { settleLips } from './lip-seam.js';
import { createMeshRenderer } from './mesh-renderer.js';
import { closeMouth } from './mouth-at-rest.js';
import { COLUMNS, createMouthSheets, layMouthSheets, OUTER_LIP } from './mouth-sheet.js';
import { prepareStill } from './prepare-still.js';
import { copyOf, openingIn, poseOf, readFace, readPortrait } from './testing/speaking-face.js';

/** Where the row of a sheet stands in the middle and at a corner, down. */
const MIDDLE_COLUMN = (COLUMNS - 1) / 2;
function downAt(sheet: Float32Array, ring: number, column: number): number {
  return sheet[3 * (ring * COLUMNS + column) + 1]!;
}

describe('the mouth at rest', () => {
  let models: FaceModels;
  let calm: Float32Array;

  beforeAll(async () => {
    models = await openTestModels();
    const { frame, face } = await readPortrait(models, 'leo', 512);
    const points = settleLips(frame, face.points);
    calm = new Float32Array(points.length);
    toFaceFrame(points, faceFrameOf(points), calm);
  });
  afterAll(() => models.close());

  it('is the mouth itself where that is closed and calm', () => {
    const own = createMouthSheets();
    layMouthSheets(calm, own);
    const { sheets } = closeMouth(calm);
    for (const side of ['upper', 'lower'] as const)
      for (const [at, value] of sheets[side].entries())
        expect(Math.abs(value - own[side][at]!)).toBeLessThan(0.012);
  });

  it('loses a part of a broad smile, and holds up the lip that hangs in it', () => {
    const scaled = (x: number): Float32Array =>
      calm.map((value, k) => (k % 3 === 0 && isMouth(calm, Math.floor(k / 3)) ? value * x : value));
    const smiling = scaled(1.4);
    const own = createMouthSheets();
    layMouthSheets(smiling, own);
    const { sheets, width } = closeMouth(smiling);
    const lip = (lower: Float32Array): number =>
      downAt(lower, OUTER_LIP, MIDDLE_COLUMN) - downAt(lower, 0, MIDDLE_COLUMN);
    expect(lip(sheets.lower)).toBeLessThan(0.9 * lip(own.lower));
    const lowered = downAt(sheets.upper, 0, 0) - downAt(own.upper, 0, 0);
    expect(lowered / width).toBeGreaterThan(0.03);
  });

  const astronaut = photoPath('astronaut.png');
  it.skipIf(astronaut === null)('closes a smile that shows its teeth (ANIMA_EVAL_DIR)', async () => {
    const frame = await readPicture(astronaut!, { longestSide: 512 });
    const face = await readFace(models, frame);
    expect(mouthOpening(face.points)).toBeGreaterThan(0.15);
    const renderer = createMeshRenderer(await prepareStill(models, frame, face));
    for (const viseme of ['sil', 'PP'] as const) {
      const out = copyOf(frame);
      renderer.render(out, face, poseOf(visemeShapes[viseme]));
      expect(await openingIn(models, out)).toBeLessThan(0.03);
    }
  });
});

/** Near enough to the mouth to go with its corners. */
function isMouth(face: Float32Array, point: number): boolean {
  const middle = (face[3 * 13 + 1]! + face[3 * 14 + 1]!) / 2;
  return Math.abs(face[3 * point + 1]! - middle) < 0.15 && Math.abs(face[3 * point]!) < 0.35;
}
