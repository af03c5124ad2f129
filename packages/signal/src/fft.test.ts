import { describe, expect, it } from 'vitest';
import { createFft, createRealFft } from './fft.js';

/** The transform by its definition. */
function dft(re: Float64Array, im: Float64Array): { re: Float64Array; im: Float64Array } {
  const size = re.length;
  const out = { re: new Float64Array(size), im: new Float64Array(size) };
  for (let k = 0; k < size; k++) {
    for (let n = 0; n < size; n++) {
      const angle = (-2 * Math.PI * ((k * n) % size)) / size;
      out.re[k]! += re[n]! * Math.cos(angle) - im[n]! * Math.sin(angle);
      out.im[k]! += re[n]! * Math.sin(angle) + im[n]! * Math.cos(angle);
    }
  }
  return out;
}

/** Pseudo-random values that are the same in every run. */
const scatter = (length: number, salt: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => Math.sin(i * i * 0.7 + salt) + 0.3 * Math.cos(i * 12.9 * salt));

function largestDifference(a: Float64Array, b: Float64Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

describe('createFft', () => {
  it.each([1, 2, 3, 4, 5, 6, 8, 12, 15, 16, 20, 45, 60, 125, 600])('equals the DFT at length %i', (size) => {
    const re = scatter(size, 1);
    const im = scatter(size, 2);
    const wanted = dft(re, im);
    createFft(size).transform(re, im);
    expect(largestDifference(re, wanted.re)).toBeLessThan(1e-10);
    expect(largestDifference(im, wanted.im)).toBeLessThan(1e-10);
  });

  it('is its own inverse, times the length, with the arrays exchanged', () => {
    const fft = createFft(600);
    const re = scatter(600, 3);
    const im = scatter(600, 4);
    fft.transform(re, im);
    fft.transform(im, re);
    expect(
      largestDifference(
        re,
        scatter(600, 3).map((x) => 600 * x),
      ),
    ).toBeLessThan(1e-9);
    expect(
      largestDifference(
        im,
        scatter(600, 4).map((x) => 600 * x),
      ),
    ).toBeLessThan(1e-9);
  });

  it('rejects a length with another prime factor', () => {
    expect(() => createFft(14)).toThrow('prime factors 2, 3 and 5, received 14');
    expect(() => createFft(0)).toThrow('prime factors 2, 3 and 5, received 0');
  });
});

describe('createRealFft', () => {
  it.each([2, 4, 8, 10, 48, 64, 512, 800, 1200])(
    'gives the first half of the DFT and back at length %i',
    (size) => {
      const signal = scatter(size, 5);
      const wanted = dft(signal, new Float64Array(size));
      const re = new Float64Array(size / 2 + 1);
      const im = new Float64Array(size / 2 + 1);
      const fft = createRealFft(size);
      fft.forward(signal, re, im);
      expect(largestDifference(re, wanted.re.subarray(0, size / 2 + 1))).toBeLessThan(1e-10);
      expect(largestDifference(im, wanted.im.subarray(0, size / 2 + 1))).toBeLessThan(1e-10);
      const back = new Float64Array(size);
      fft.inverse(re, im, back);
      expect(largestDifference(back, signal)).toBeLessThan(1e-12);
    },
  );

  it('rejects an odd length', () => {
    expect(() => createRealFft(9)).toThrow('Expected an even length, received 9');
  });
});
