import { expect, it } from 'vitest';
import { seededRandom } from '../tracking/testing/portraits.js';
import { blurPlane } from './blurred-plane.js';

it('gives each value the mean of its square, the edge repeated', () => {
  const random = seededRandom(4);
  const [width, height, radius] = [9, 7, 2];
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
  blurPlane(values, width, height, 0);
  expect(values[10]).toBe(at(1, 1));
});
