import { describe, expect, it } from 'vitest';
import { type Affine, invertAffine } from '../image/affine.js';
import { seededRandom } from '../tracking/testing/portraits.js';
import { lanczosTaps } from './line-taps.js';
import * as fast from './patch-planes.js';
import * as plain from './testing/plain-patch-planes.js';

const WIDTH = 90;
const HEIGHT = 70;
const SIDE = 40;
const PLACES: Record<string, Affine> = {
  inside: { a: 1.1, b: 0.2, c: 12.3, d: -0.2, e: 1.1, f: 15.7 },
  'on whole pixels': { a: 1, b: 0, c: 20, d: 0, e: 1, f: 11 },
  'over the upper left edge': { a: 0.9, b: -0.1, c: -9.4, d: 0.1, e: 0.9, f: -14.2 },
  'over the lower right edge': { a: 1.3, b: 0, c: 60.5, d: 0, e: 1.3, f: 44.5 },
  above: { a: 1, b: 0, c: 5, d: 0, e: 1, f: -80 },
  below: { a: 1, b: 0, c: 5, d: 0, e: 1, f: 200 },
};
const bytes = (): Uint8Array => {
  const random = seededRandom(1);
  return Uint8Array.from({ length: WIDTH * HEIGHT }, () => 256 * random());
};
const floats = (length: number, scale: number, seed: number): Float32Array => {
  const random = seededRandom(seed);
  return Float32Array.from({ length }, () => scale * (random() - 0.3));
};
const furthest = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Array.from(one).reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0);

describe.each(Object.entries(PLACES))('a patch %s', (_, toPlane) => {
  it('is sampled as in plain words', () => {
    const [one, other] = [new Float32Array(SIDE * SIDE), new Float32Array(SIDE * SIDE)];
    fast.samplePlane(bytes(), WIDTH, HEIGHT, toPlane, SIDE, one);
    plain.samplePlane(bytes(), WIDTH, HEIGHT, toPlane, SIDE, other);
    expect(furthest(one, other)).toBeLessThan(0.001);
  });

  it.each([0, 0.4, 1])('is laid as in plain words, a share of %d replaced', (share) => {
    const values = floats(SIDE * SIDE, 60, 2);
    const covers = floats(SIDE * SIDE, 1.4, 3).map((value) => Math.max(0, Math.min(1, value)));
    covers.fill(0, 0, 9 * SIDE);
    const [one, other] = [bytes(), bytes()];
    const toPatch = invertAffine(toPlane);
    fast.layPlane(one, WIDTH, HEIGHT, toPatch, toPlane, values, covers, share, SIDE);
    plain.layPlane(other, WIDTH, HEIGHT, toPatch, toPlane, values, covers, share, SIDE);
    // A value that falls between two steps may go either way.
    expect(furthest(one, other)).toBeLessThanOrEqual(1);
    expect(one.filter((value, i) => value !== other[i]!).length).toBeLessThan(10);
  });
});

it.each([
  [64, 25],
  [32, 48],
  [50, 49],
  [37, 90],
])('resamples %d to %d as in plain words', (fromSide, toSide) => {
  const from = floats(fromSide * fromSide, 255, 4);
  const [one, other] = [new Float32Array(toSide * toSide), new Float32Array(toSide * toSide)];
  const taps = lanczosTaps(fromSide, toSide);
  fast.resamplePlane(from, fromSide, one, toSide, taps);
  plain.resamplePlane(from, fromSide, other, toSide, taps);
  expect(furthest(one, other)).toBeLessThan(0.002);
});
