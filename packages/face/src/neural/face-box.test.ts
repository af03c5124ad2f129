import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyAffine } from '../image/affine.js';
import type { FaceTrack } from '../tracking/face-track.js';
import { boxOfFace, boxToFrame, type FaceBox, steadyBoxes } from './face-box.js';
import { drawnFace } from './testing/drawn-face.js';

const SIZE = { width: 640, height: 480 };

function trackOf(points: readonly (Float32Array | null)[], cuts: readonly number[] = []): FaceTrack {
  const shared = new Float32Array(468 * 3);
  return {
    ...SIZE,
    frames: points.length,
    cuts,
    at: (frame) => {
      const own = points[frame];
      if (own === null || own === undefined) return null;
      // As in a track file: the points are valid until the next call.
      shared.set(own);
      return { points: shared, presence: 1 };
    },
    close: () => {},
  };
}

function expectBox(received: FaceBox | null, expected: FaceBox | null, digits = 3): void {
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(received![side]).toBeCloseTo(expected![side], digits);
}

describe('boxOfFace', () => {
  it('reaches from the forehead to under the chin and from ear to ear', () => {
    const box = boxOfFace(drawnFace({ x: 300, y: 250, height: 200 }), SIZE)!;
    expectBox(box, { x: 300 - 84, y: 250 - 112, width: 168, height: 200 * 1.05 }, 2);
  });

  it('ends where the picture does', () => {
    const box = boxOfFace(drawnFace({ x: 20, y: 440, height: 200 }), SIZE)!;
    expect(box.x).toBe(0);
    expect(box.y + box.height).toBe(480);
    expect(boxOfFace(drawnFace({ x: -400, y: 100, height: 200 }), SIZE)).toBeNull();
  });

  it('is what a patch shows', () => {
    const box = { x: 10, y: 20, width: 48, height: 192 };
    expect(applyAffine(boxToFrame(box, 96), { x: 0, y: 0 })).toEqual({ x: 10, y: 20 });
    expect(applyAffine(boxToFrame(box, 96), { x: 96, y: 96 })).toEqual({ x: 58, y: 212 });
  });
});

describe('steadyBoxes', () => {
  it('lies where the face is when it moves evenly', () => {
    const faces = Array.from({ length: 40 }, (_, i) =>
      drawnFace({ x: 200 + 3 * i, y: 240 - i, height: 200 }),
    );
    const boxes = steadyBoxes(trackOf(faces));
    for (const [i, points] of faces.entries()) expectBox(boxes.at(i), boxOfFace(points, SIZE), 2);
  });

  it('smooths what trembles', () => {
    const faces = Array.from({ length: 41 }, (_, i) => drawnFace({ x: 300 + (i % 2), y: 240, height: 200 }));
    const boxes = steadyBoxes(trackOf(faces));
    for (let i = 3; i < 38; i++) expect(Math.abs(boxes.at(i)!.x - boxes.at(i - 1)!.x)).toBeLessThan(0.25);
  });

  it('is not pumped by the jaw', () => {
    const faces = Array.from({ length: 120 }, (_, i) =>
      drawnFace({ x: 300, y: 240, height: 200, jaw: 0.04 + 0.04 * Math.sin((2 * Math.PI * i) / 6.25) }),
    );
    const raw = faces.map((points) => boxOfFace(points, SIZE)!.height);
    const boxes = steadyBoxes(trackOf(faces));
    const steady = faces.map((_, i) => boxes.at(i)!.height);
    const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
    expect(spread(raw)).toBeGreaterThan(15);
    expect(spread(steady.slice(12, -12))).toBeLessThan(1.5);
    // Less context is available at the start and the end of a shot.
    expect(spread(steady)).toBeLessThan(5);
  });

  it('looks neither across a cut nor across a gap', () => {
    const here = drawnFace({ x: 200, y: 240, height: 150 });
    const there = drawnFace({ x: 450, y: 200, height: 220 });
    const boxes = steadyBoxes(trackOf([here, here, there, there, null, here, here], [2]));
    expect(boxes.at(4)).toBeNull();
    for (const frame of [0, 1, 5, 6]) expectBox(boxes.at(frame), boxOfFace(here, SIZE));
    for (const frame of [2, 3]) expectBox(boxes.at(frame), boxOfFace(there, SIZE));
  });

  it('lies inside the picture wherever the face goes', () => {
    const place = fc.record({
      x: fc.double({ min: 0, max: 640, noNaN: true }),
      y: fc.double({ min: 0, max: 480, noNaN: true }),
      height: fc.double({ min: 20, max: 900, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 8 }), (places) => {
        const boxes = steadyBoxes(trackOf(places.map(drawnFace)));
        for (const frame of places.keys()) {
          const box = boxes.at(frame);
          if (box === null) continue;
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.y).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(640 + 1e-9);
          expect(box.y + box.height).toBeLessThanOrEqual(480 + 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });
});
