import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openModel } from '@anima/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHeadRenderer } from '../head/renderer.js';
import { openHead } from '../head/sharp-head.js';
import { createFrame, type Frame, planesOf } from '../picture/frame.js';
import { readImage } from '../picture/read-picture.js';
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
    const frame = await readImage(astronaut!, { longestSide: 512 });
    const face = await readFace(models, frame);
    expect(mouthOpening(face.points)).toBeGreaterThan(0.15);
    const renderer = createMeshRenderer(await prepareStill(models, frame, face));
    for (const viseme of ['sil', 'PP'] as const) {
      const out = copyOf(frame);
      renderer.render(out, face, poseOf(visemeShapes[viseme]));
      expect(await openingIn(models, out)).toBeLessThan(0.03);
    }
  });

  it('gives lips that a smile has drawn thin their height again, and shows them closed without a tooth', async () => {
    const frame = await toothySmile();
    const face = await readFace(models, frame);
    const points = settleLips(frame, face.points);
    const inFace = new Float32Array(points.length);
    toFaceFrame(points, faceFrameOf(points), inFace);
    const own = createMouthSheets();
    layMouthSheets(inFace, own);
    const { sheets, width } = closeMouth(inFace);
    const height = (sheet: Float32Array): number =>
      Math.abs(downAt(sheet, OUTER_LIP, MIDDLE_COLUMN) - downAt(sheet, 0, MIDDLE_COLUMN)) / width;
    expect(height(own.upper)).toBeLessThan(0.075);
    expect(height(sheets.upper)).toBeGreaterThan(0.074);
    expect(height(sheets.lower)).toBeGreaterThan(0.07);
    const renderer = createMeshRenderer(await prepareStill(models, frame, face));
    for (const viseme of ['sil', 'PP'] as const) {
      const out = copyOf(frame);
      renderer.render(out, face, poseOf(visemeShapes[viseme]));
      expect(await openingIn(models, out)).toBeLessThan(0.03);
      const seen = await readFace(models, out);
      expect([viseme, paleAcross(out, seen.points)]).toEqual([viseme, 0]);
    }
    expect(paleAcross(frame, face.points)).toBeGreaterThan(3);
  });
});

/** A head that ships with a broad smile that shows its teeth. */
async function toothySmile(): Promise<Frame> {
  const { dir } = await openModel('heads');
  const head = await openHead(await readFile(join(dir, 'ada.glb')));
  const frame = createFrame(768, 768);
  const both = (shape: string, weight: number) => ({ [`${shape}Left`]: weight, [`${shape}Right`]: weight });
  const smile = {
    ...both('mouthSmile', 0.9),
    ...both('mouthUpperUp', 0.7),
    ...both('mouthLowerDown', 0.5),
    ...both('mouthStretch', 0.3),
    jawOpen: 0.06,
  };
  const options = { width: 768, height: 768, background: { kind: 'default' } } as const;
  createHeadRenderer(head, options).render(poseOf(smile), frame);
  return frame;
}

/** Pixels down the middle of the mouth, from the upper lip to the lower one, that are as bright and pale as teeth. */
function paleAcross(frame: Frame, points: Float32Array): number {
  const { y, u, v } = planesOf(frame);
  const x = Math.round(points[3 * 13]!);
  let count = 0;
  for (let row = Math.round(points[3 * 0 + 1]!); row < points[3 * 17 + 1]!; row++) {
    const chroma = (row >> 1) * (frame.width >> 1) + (x >> 1);
    if (y[row * frame.width + x]! > 130 && v[chroma]! < 136 && u[chroma]! > 118) count++;
  }
  return count;
}

/** Near enough to the mouth to go with its corners. */
function isMouth(face: Float32Array, point: number): boolean {
  const middle = (face[3 * 13 + 1]! + face[3 * 14 + 1]!) / 2;
  return Math.abs(face[3 * point + 1]! - middle) < 0.15 && Math.abs(face[3 * point]!) < 0.35;
}
