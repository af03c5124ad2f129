import { describe, expect, it } from 'vitest';
import {
  ANCHORS,
  boxOverlap,
  DETECTOR_SIZE,
  type DetectedFace,
  decodeDetections,
  mergeDetections,
} from './face-detection.js';

const UNTURNED = { a: 2, b: 0, c: 30, d: 0, e: 2, f: -10 };

describe('anchors', () => {
  it('are two for each cell of 8 pixels, then six for each of 16', () => {
    expect(ANCHORS).toHaveLength(2 * 896);
    const centre = (anchor: number): number[] => [...ANCHORS.subarray(2 * anchor, 2 * anchor + 2)];
    expect([0, 1, 2, 31, 32, 511, 512, 517, 518, 895].map(centre)).toEqual([
      [4, 4],
      [4, 4],
      [12, 4],
      [124, 4],
      [4, 12],
      [124, 124],
      [8, 8],
      [8, 8],
      [24, 8],
      [120, 120],
    ]);
    expect(Math.max(...ANCHORS)).toBeLessThan(DETECTOR_SIZE);
  });
});

describe('decoding', () => {
  const regressors = new Float32Array(896 * 16);
  const logits = new Float32Array(896).fill(-20);
  // Anchor 33 is at 4, 12: box 40 x 44 at +6, +8; then eyes, nose, mouth, ears.
  regressors.set([6, 8, 40, 44, -4, 0, 16, 1, 6, 9, 5, 20, -12, 3, 24, 4], 33 * 16);
  logits[33] = 2;

  it('adds the anchor, scales to the frame, and turns logits into scores', () => {
    expect(decodeDetections(regressors, logits, UNTURNED)).toEqual([
      {
        centre: { x: 2 * 10 + 30, y: 2 * 20 - 10 },
        width: 80,
        height: 88,
        rightEye: { x: 30, y: 14 },
        leftEye: { x: 2 * 20 + 30, y: 2 * 13 - 10 },
        mouth: { x: 2 * 9 + 30, y: 2 * 32 - 10 },
        score: 1 / (1 + Math.exp(-2)),
      },
    ]);
  });

  it('leaves out what is less likely than not', () => {
    expect(
      decodeDetections(
        regressors,
        logits.map((logit) => logit - 2.01),
        UNTURNED,
      ),
    ).toEqual([]);
  });
});

describe('merging', () => {
  const face = (x: number, score: number, size = 100): DetectedFace => {
    const point = { x, y: 50 };
    return { centre: point, width: size, height: size, rightEye: point, leftEye: point, mouth: point, score };
  };

  it('measures the shared area of two boxes', () => {
    expect(boxOverlap(face(0, 1), face(0, 1))).toBe(1);
    expect(boxOverlap(face(0, 1), face(50, 1))).toBeCloseTo(1 / 3);
    expect(boxOverlap(face(0, 1), face(0, 1, 50))).toBeCloseTo(1 / 4);
    expect(boxOverlap(face(0, 1), face(100, 1))).toBe(0);
  });

  it('makes one face of boxes that overlap, by their scores, and keeps the others apart', () => {
    const merged = mergeDetections([face(20, 0.6), face(300, 0.7), face(10, 0.9), face(0, 0.6)]);
    expect(merged.map(({ score }) => score)).toEqual([0.9, 0.7]);
    expect(merged[0]!.centre.x).toBeCloseTo((20 * 0.6 + 10 * 0.9) / 2.1);
    expect(merged[1]!.centre.x).toBe(300);
    expect(mergeDetections([])).toEqual([]);
  });
});
