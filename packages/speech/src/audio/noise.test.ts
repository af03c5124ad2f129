import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createGaussianNoise } from './noise.js';

function noise(seed: number, length: number): Float64Array {
  const generator = createGaussianNoise();
  generator.seed(seed);
  const values = new Float64Array(length);
  generator.fill(values);
  return values;
}

const mean = (values: Float64Array, of: (x: number) => number): number =>
  values.reduce((sum, x) => sum + of(x), 0) / values.length;

describe('createGaussianNoise', () => {
  it('has the moments of the normal distribution', () => {
    const values = noise(1, 1_000_000);
    expect(mean(values, (x) => x)).toBeCloseTo(0, 2);
    expect(mean(values, (x) => x * x)).toBeCloseTo(1, 2);
    expect(mean(values, (x) => x ** 3)).toBeCloseTo(0, 1);
    expect(mean(values, (x) => x ** 4)).toBeCloseTo(3, 1);
    expect(mean(values, (x) => Number(Math.abs(x) < 1))).toBeCloseTo(0.6827, 2);
  });

  it('has values that do not depend on their neighbours', () => {
    const values = noise(2, 200_000);
    for (const lag of [1, 2, 3, 16, 1202]) {
      const product = values.subarray(lag).reduce((sum, x, i) => sum + x * values[i]!, 0);
      expect(Math.abs(product / values.length)).toBeLessThan(0.01);
    }
  });

  it('gives the same bytes for a seed, on every machine', () => {
    const hash = createHash('sha256')
      .update(new Uint8Array(noise(42, 10_001).buffer))
      .digest('hex');
    expect(hash).toBe('1aceef515f5508db3e37a734758182fc0ff7c7402c0ae794a63232e4d78b3200');
  });

  it('gives other values for another seed', () => {
    expect(noise(0, 4)).not.toEqual(noise(1, 4));
    expect(noise(-1, 4)).not.toEqual(noise(1, 4));
  });
});
