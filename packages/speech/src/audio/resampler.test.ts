import { describe, expect, it } from 'vitest';
import { createResampler, resample } from './resampler.js';

const sine = (hz: number, rate: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, n) => Math.sin((2 * Math.PI * hz * n) / rate));

/** Returns the largest difference away from the ends, where the sound starts and ends abruptly. */
function largestError(actual: Float32Array, ideal: Float32Array): number {
  let most = 0;
  for (let n = 200; n < actual.length - 200; n++) most = Math.max(most, Math.abs(actual[n]! - ideal[n]!));
  return most;
}

const RATES: [number, number][] = [
  [19_680, 24_000],
  [21_120, 24_000],
  [26_400, 24_000],
  [24_000, 48_000],
  [24_000, 44_100],
  [24_000, 16_000],
  [24_000, 8_000],
  [24_000, 22_051],
];

describe('resample', () => {
  it.each(RATES)('%i to %i Hz: a sine stays the same sine, as long', (from, to) => {
    const seconds = 0.2;
    for (const hz of [100, 1000, 0.35 * Math.min(from, to)]) {
      const actual = resample(sine(hz, from, from * seconds), from, to);
      expect(actual.length).toBe(Math.ceil(to * seconds));
      expect(largestError(actual, sine(hz, to, actual.length))).toBeLessThan(1e-3);
    }
  });

  it('has no aliasing at a lower rate', () => {
    const folded = resample(sine(9_000, 24_000, 24_000), 24_000, 16_000).subarray(200, -200);
    const level = Math.sqrt(folded.reduce((sum, x) => sum + x * x, 0) / folded.length);
    expect(20 * Math.log10(level)).toBeLessThan(-70);
  });

  it('keeps a constant constant', () => {
    const constant = resample(new Float32Array(3000).fill(0.5), 24_000, 22_051).subarray(200, -200);
    expect(Math.max(...constant.map((x) => Math.abs(x - 0.5)))).toBeLessThan(1e-6);
  });

  it.each(RATES)('%i to %i Hz in pieces is the same as at once', (from, to) => {
    const samples = sine(440, from, 5000).map((x, n) => x + 0.2 * Math.sin(n * n));
    const whole = resample(samples, from, to);
    const resampler = createResampler(from, to);
    for (let round = 0; round < 2; round++) {
      const pieces: number[] = [];
      let at = 0;
      for (const length of [0, 1, 7, 30, 500, 1, 2999, 5000]) {
        pieces.push(...resampler.push(samples.subarray(at, at + length)));
        at += length;
      }
      pieces.push(...resampler.flush());
      expect(Float32Array.from(pieces)).toEqual(whole);
    }
  });

  it('returns no samples without input', () => {
    expect(resample(new Float32Array(0), 24_000, 48_000).length).toBe(0);
    expect(resample(new Float32Array(1), 24_000, 48_000).length).toBe(2);
  });

  it('rejects an invalid rate', () => {
    expect(() => createResampler(24_000, 0)).toThrow('whole Hz, received 24000 and 0');
    expect(() => createResampler(24_000.5, 48_000)).toThrow('whole Hz');
  });
});
