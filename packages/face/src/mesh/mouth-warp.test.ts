import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VISEMES, visemeShapes } from '../timeline/mouth/mouth-shapes.js';
import { type FaceFrame, faceFrameOf, toFaceFrame } from '../tracking/face-frame.js';
import type { FaceModels } from '../tracking/face-models.js';
import { openTestModels } from '../tracking/testing/portraits.js';
import { settleLips } from './lip-seam.js';
import { closeMouth } from './mouth-at-rest.js';
import type { MouthAtRest } from './mouth-model.js';
import { COLUMNS } from './mouth-sheet.js';
import { createMouthDrawn, createMouthWarper } from './mouth-warp.js';
import type { Sheet } from './pixel-map.js';
import { poseOf, readPortrait } from './testing/speaking-face.js';

describe('the mouth of a portrait', () => {
  let models: FaceModels;
  const faces: { inFace: Float32Array; rest: MouthAtRest; frame: FaceFrame }[] = [];
  const warper = createMouthWarper();
  const drawn = createMouthDrawn();

  beforeAll(async () => {
    models = await openTestModels();
    for (const name of ['ada', 'leo'] as const) {
      const { frame, face } = await readPortrait(models, name, 512);
      const points = settleLips(frame, face.points);
      const axes = faceFrameOf(points);
      const inFace = new Float32Array(points.length);
      toFaceFrame(points, axes, inFace);
      faces.push({ inFace, rest: closeMouth(inFace), frame: axes });
    }
  });
  afterAll(() => models.close());

  const stressed = fc.double({ min: 0, max: 1.5, noNaN: true });
  const mix = fc.record({
    first: fc.constantFrom(...VISEMES),
    second: fc.constantFrom(...VISEMES),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    strength: stressed,
    face: fc.nat(1),
    yaw: fc.double({ min: -25, max: 25, noNaN: true }),
  });

  it('never folds, whatever visemes are mixed', () => {
    fc.assert(
      fc.property(mix, ({ first, second, share, strength, face, yaw }) => {
        const { inFace, rest, frame } = faces[face]!;
        const pose = poseOf({});
        for (const [viseme, part] of [
          [first, 1 - share],
          [second, share],
        ] as const)
          for (const [k, weight] of poseOf(visemeShapes[viseme]).weights.entries())
            pose.weights[k] = Math.min(1, pose.weights[k]! + weight * part * strength);
        warper.warp(inFace, turned(frame, yaw), rest, pose.weights, 1, drawn);
        for (const sheet of [drawn.upper, drawn.lower]) expect(foldedArea(sheet)).toBeLessThan(0.004);
      }),
      { numRuns: 200 },
    );
  });

  it('closes the lips on a line for p, b, m, and wherever mouthClose goes with the jaw', () => {
    const closed = [
      visemeShapes.PP,
      { ...visemeShapes.PP, jawOpen: 0.3, mouthClose: 0.3 },
      { jawOpen: 0.6, mouthClose: 0.6 },
      { mouthShrugLower: 1, mouthRollUpper: 1 },
    ];
    for (const { inFace, rest, frame } of faces)
      for (const weights of closed) {
        warper.warp(inFace, frame, rest, poseOf(weights).weights, 1, drawn);
        for (let column = 0; column < COLUMNS; column++) expect(gapAt(column)).toBeCloseTo(0, 3);
      }
  });

  it('opens by .45 of its width for the whole jaw, and evenly with jawOpen - mouthClose', () => {
    for (const { inFace, rest, frame } of faces)
      for (const [jawOpen, mouthClose] of [
        [1, 0],
        [0.5, 0],
        [0.8, 0.3],
        [0.2, 0.1],
      ] as const) {
        warper.warp(inFace, frame, rest, poseOf({ jawOpen, mouthClose }).weights, 1, drawn);
        const width = rest.width * frame.scale;
        expect(gapAt((COLUMNS - 1) / 2) / width).toBeCloseTo(0.45 * (jawOpen - mouthClose), 2);
      }
  });

  it('moves the chin with the jaw, and nothing on the outermost ring', () => {
    for (const { inFace, rest, frame } of faces) {
      const { from, to, columns, rings } = drawn.lower;
      const width = rest.width * frame.scale;
      const chinAt = (jawOpen: number): number => {
        warper.warp(inFace, frame, rest, poseOf({ jawOpen }).weights, 1, drawn);
        return to[2 * (10 * columns + (columns - 1) / 2) + 1]! / width;
      };
      expect(chinAt(0.6) - chinAt(0)).toBeCloseTo(0.27, 2);
      warper.warp(inFace, frame, rest, poseOf({ jawOpen: 0.6 }).weights, 1, drawn);
      for (let k = 2 * columns * (rings - 1); k < to.length; k++) expect(to[k]).toBeCloseTo(from[k]!, 3);
    }
  });

  it('leaves no gap between the sheets beside the mouth, however far its corners go to rest', () => {
    const [one, other] = faces as [(typeof faces)[0], (typeof faces)[0]];
    for (const weights of [{}, visemeShapes.aa, visemeShapes.ou]) {
      warper.warp(one.inFace, one.frame, other.rest, poseOf(weights).weights, 1, drawn);
      const { upper, lower } = drawn;
      for (let ring = 1; ring < upper.rings; ring++)
        for (const column of [0, COLUMNS - 1])
          for (const k of [0, 1]) {
            const at = 2 * (ring * COLUMNS + column) + k;
            expect(lower.to[at]).toBeCloseTo(upper.to[at]!, 3);
          }
    }
  });

  it('lets go of a face that is turned further than it can be drawn', () => {
    const { inFace, rest, frame } = faces[1]!;
    const weights = poseOf({ jawOpen: 1 }).weights;
    expect(warper.warp(inFace, turned(frame, 30), rest, weights, 1, drawn)).toBe(1);
    const half = warper.warp(inFace, turned(frame, 42), rest, weights, 1, drawn);
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(1);
    expect(warper.warp(inFace, turned(frame, 60), rest, weights, 1, drawn)).toBe(0);
  });

  function gapAt(column: number): number {
    const at = 2 * (COLUMNS + column);
    return drawn.lower.to[at + 1]! - drawn.upper.to[at + 1]!;
  }
});

/** The frame of a face that looks straight ahead, turned. */
function turned(frame: FaceFrame, yaw: number): FaceFrame {
  const angle = (yaw * Math.PI) / 180;
  const about = ([x, y, z]: readonly [number, number, number]): [number, number, number] => [
    x * Math.cos(angle) - z * Math.sin(angle),
    y,
    x * Math.sin(angle) + z * Math.cos(angle),
  ];
  return { ...frame, ax: about(frame.ax), ay: about(frame.ay), az: about(frame.az) };
}

/** Share of the area of a sheet in triangles that are folded although they are not folded in the source. */
function foldedArea({ columns, rings, from, to, winding }: Sheet): number {
  let folded = 0;
  let all = 0;
  // Ring 0 is the fringe over the opening, which lies over the other lip where the mouth is closed.
  for (let ring = 1; ring + 1 < rings; ring++)
    for (let column = 0; column + 1 < columns; column++) {
      const p = ring * columns + column;
      for (const [a, b, c] of [
        [p, p + 1, p + columns],
        [p + 1, p + columns + 1, p + columns],
      ] as const) {
        const area = (net: Float32Array): number =>
          ((net[2 * b]! - net[2 * a]!) * (net[2 * c + 1]! - net[2 * a + 1]!) -
            (net[2 * c]! - net[2 * a]!) * (net[2 * b + 1]! - net[2 * a + 1]!)) *
          winding;
        all += Math.abs(area(from));
        if (area(to) < 0 && area(from) > 0) folded -= area(to);
      }
    }
  return folded / all;
}
