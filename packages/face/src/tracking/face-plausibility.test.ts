import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faceFrameOf, fromFaceFrame, measureFace, mouthOpening, toFaceFrame } from './face-frame.js';
import { LOWER_FACE } from './face-geometry.js';
import type { FaceModels } from './face-models.js';
import { findFaces, isPlausibleFace } from './find-faces.js';
import { openTestModels, readPortrait } from './testing/portraits.js';

let models: FaceModels;
/** A real face, in its own frame: looking straight ahead, one unit wide between the eyes. */
let shape: Float32Array;
beforeAll(async () => {
  models = await openTestModels();
  const [face] = await findFaces(models, await readPortrait('ada', 512));
  shape = new Float32Array(face!.points.length);
  toFaceFrame(face!.points, faceFrameOf(face!.points), shape);
});
afterAll(() => models?.close());

/** The face turned to a side, 100 pixels between the eyes. */
function turned(yaw: number): Float32Array {
  const [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)];
  const out = new Float32Array(shape.length);
  const frame = {
    origin: [200, 150, 0],
    scale: 100,
    ax: [cos, 0, sin],
    ay: [0, 1, 0],
    az: [-sin, 0, cos],
  } as const;
  fromFaceFrame(shape, frame, out);
  return out;
}

describe('a plausible face', () => {
  it.each([0, 30, -30, 55, -55])('is turned by %d degrees', (yaw) => {
    expect(isPlausibleFace(turned(yaw))).toBe(true);
  });

  it.each([70, -70, 90])('is no profile of %d degrees', (yaw) => {
    expect(isPlausibleFace(turned(yaw))).toBe(false);
  });

  it.each<[string, (points: Float32Array) => void]>([
    ['a point that is no number', (points) => points.fill(Number.NaN, 300, 301)],
    ['all points in one place', (points) => points.fill(50)],
    [
      'the mouth above the eyes',
      (points) => {
        for (const index of LOWER_FACE) points[3 * index + 1]! -= 120;
      },
    ],
    [
      'half the height',
      (points) => {
        for (let at = 1; at < points.length; at += 3) points[at]! /= 2;
      },
    ],
  ])('has not %s', (_, spoil) => {
    const points = turned(0);
    spoil(points);
    expect(isPlausibleFace(points)).toBe(false);
  });
});

describe('measures', () => {
  it('are ratios and angles that size and turn of the picture do not change', () => {
    const { yaw, pitch, roll, ...openings } = measureFace(turned(20));
    expect(yaw).toBeCloseTo(20, 3);
    expect(pitch).toBeCloseTo(0, 3);
    expect(roll).toBeCloseTo(0, 3);
    const doubled = measureFace(turned(20).map((value) => 2 * value));
    expect(doubled.mouthOpening).toBeCloseTo(openings.mouthOpening, 5);
    expect(doubled.leftEyeOpening).toBeCloseTo(openings.leftEyeOpening, 5);
  });

  it('the mouth opens as its lips part', () => {
    const points = turned(0);
    const width = Math.hypot(points[3 * 61]! - points[3 * 291]!, points[3 * 61 + 1]! - points[3 * 291 + 1]!);
    points.set(points.subarray(3 * 13, 3 * 13 + 3), 3 * 14);
    expect(mouthOpening(points)).toBe(0);
    points[3 * 14 + 1]! += width / 4;
    expect(mouthOpening(points)).toBeCloseTo(0.25, 5);
  });
});
