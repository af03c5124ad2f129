import { expect, it } from 'vitest';
import { seededRandom } from '../tracking/testing/portraits.js';
import { blurPlane } from './blurred-plane.js';

it.each([
  [9, 7, 2],
  [8, 5, 1],
  [6, 3, 11],
])('gives each value the mean of its square, the edge repeated: %j', (width, height, radius) => {
  const random = seededRandom(4);
  const values = Float32Array.from({ length: width * height }, random);
  const at = (x: number, y: number): number =>
    values[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]!;
  const expected = values.map((_, i) => {
    let sum = 0;
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) sum += at((i % width) + x, Math.floor(i / width) + y);
    return sum / (2 * radius + 1) ** 2;
  });
  const blurred = values.slice();
  blurPlane(blurred, width, height, radius);
  for (const [i, value] of blurred.entries()) expect(value).toBeCloseTo(expected[i]!, 5);
  const twice = values.slice();
  blurPlane(twice, width, height, radius, 2);
  blurPlane(blurred, width, height, radius);
  expect(twice).toEqual(blurred);
  blurPlane(values, width, height, 0);
  expect(values[width + 1]).toBe(at(1, 1));
});
