import { describe, expect, it } from 'vitest';
import { faceFrameOf, headAngles, toFaceFrame } from './face-frame.js';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from './face-geometry.js';
import { LANDMARKS } from './face-track.js';
import { fromFaceFrame } from './testing/from-face-frame.js';
import { seededRandom } from './testing/portraits.js';

const random = seededRandom(6);
const between = (low: number, high: number): number => low + (high - low) * random();

/** Any points that have a right and a left, a top and a bottom. */
const points = Float32Array.from({ length: 3 * LANDMARKS }, () => between(-20, 20));
for (const [right, left] of [
  [33, 263],
  [133, 362],
  [234, 454],
  [127, 356],
  [132, 361],
] as const) {
  points[3 * right]! -= 100;
  points[3 * left]! += 100;
}
for (const bottom of [132, 361]) points[3 * bottom + 1]! += 150;

/** As heads are turned: pitch about x, then yaw about y, then roll in the picture. Degrees; y down, z away. */
function turned(from: Float32Array, yaw: number, pitch: number, roll: number): Float32Array {
  const out = from.slice();
  const rotate = (one: number, other: number, degrees: number): void => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    for (let at = 0; at < out.length; at += 3) {
      const [x, y] = [out[at + one]!, out[at + other]!];
      out[at + one] = cos * x - sin * y;
      out[at + other] = sin * x + cos * y;
    }
  };
  rotate(1, 2, pitch);
  rotate(0, 2, yaw);
  rotate(0, 1, roll);
  return out;
}

/** The points, turned so that they look straight ahead. */
const straight = new Float32Array(points.length);
toFaceFrame(points, faceFrameOf(points), straight);

describe('the frame of a face', () => {
  it('takes out place, size and turn', () => {
    const { ax, ay, az } = faceFrameOf(straight);
    for (const [vector, expected] of [
      [ax, [1, 0, 0]],
      [ay, [0, 1, 0]],
      [az, [0, 0, 1]],
    ] as const)
      for (let i = 0; i < 3; i++) expect(vector[i]).toBeCloseTo(expected[i]!, 5);
    const eyes = [0, 1, 2].map((i) => straight[3 * LEFT_EYE_OUTER + i]! - straight[3 * RIGHT_EYE_OUTER + i]!);
    expect(Math.hypot(...eyes)).toBeCloseTo(1, 5);
  });

  it('goes there and back, and gives the same shape for every turn, size and place', () => {
    const [there, back] = [new Float32Array(points.length), new Float32Array(points.length)];
    for (let round = 0; round < 50; round++) {
      const moved = turned(straight, between(-50, 50), between(-40, 40), between(-170, 170)).map(
        (value, i) => 80 * value + [300, 200, 0][i % 3]!,
      );
      const frame = faceFrameOf(moved);
      toFaceFrame(moved, frame, there);
      fromFaceFrame(there, frame, back);
      for (const i of [0, 61, 152, 300, 1000, 1403]) {
        expect(back[i]).toBeCloseTo(moved[i]!, 2);
        expect(there[i]).toBeCloseTo(straight[i]!, 3);
      }
    }
  });

  it('distinguishes yaw, pitch and roll', () => {
    for (let round = 0; round < 50; round++) {
      const [yaw, pitch, roll] = [between(-60, 60), between(-50, 50), between(-170, 170)];
      const angles = headAngles(faceFrameOf(turned(straight, yaw, pitch, roll)));
      expect(angles.yaw).toBeCloseTo(yaw, 2);
      expect(angles.pitch).toBeCloseTo(pitch, 2);
      expect(angles.roll).toBeCloseTo(roll, 2);
    }
  });
});
