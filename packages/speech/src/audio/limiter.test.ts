import { describe, expect, it } from 'vitest';
import { limitPeaks } from './limiter.js';
import { truePeak } from './true-peak.js';

const RATE = 24_000;
const CEILING = 10 ** (-1 / 20);

/** A sine whose samples miss its peaks: a quarter of the rate, an eighth of a turn off. */
const betweenSamples = (amplitude: number): Float32Array =>
  Float32Array.from({ length: 2400 }, (_, n) => amplitude * Math.sin((Math.PI / 2) * n + Math.PI / 4));

describe('truePeak', () => {
  it('finds a peak of 1 if the largest sample is 0.707', () => {
    // The cut ends ring; only the middle is a sine.
    const windowed = betweenSamples(1).map((x, n) => x * Math.sin((Math.PI * n) / 2400));
    expect(Math.max(...windowed)).toBeLessThan(0.71);
    expect(truePeak(windowed)).toBeCloseTo(1, 2);
  });

  it.each([100, 1000, 3000, 5000, 9000])('has an error of less than 0.3 dB at %i Hz', (hz) => {
    const sound = Float32Array.from(
      { length: 4800 },
      (_, n) => Math.sin((2 * Math.PI * hz * n) / RATE + 0.4) * Math.sin((Math.PI * n) / 4800),
    );
    expect(Math.abs(20 * Math.log10(truePeak(sound)))).toBeLessThan(0.3);
  });

  it('is 0 for silence and for no samples', () => {
    expect(truePeak(new Float32Array(100))).toBe(0);
    expect(truePeak(new Float32Array(0))).toBe(0);
  });
});

describe('limitPeaks', () => {
  it('does not change a sound under the ceiling', () => {
    const sound = betweenSamples(0.8).map((x, n) => x * Math.sin((Math.PI * n) / 2400));
    const limited = sound.slice();
    limitPeaks(limited, RATE, CEILING);
    expect(limited).toEqual(sound);
  });

  it.each([1.2, 2, 8])('reduces a burst of %f below the ceiling, including true peaks', (amplitude) => {
    const sound = Float32Array.from({ length: 12_000 }, (_, n) => {
      const loud = n > 5000 && n < 5400 ? amplitude : 0.3;
      return loud * Math.sin(n * 0.9 + 0.2 * Math.sin(n * 0.01));
    });
    limitPeaks(sound, RATE, CEILING);
    expect(truePeak(sound)).toBeLessThanOrEqual(CEILING);
    expect(truePeak(sound.subarray(5100, 5300))).toBeGreaterThan(0.9 * CEILING);
  });

  it('lowers the gain before the peak without a step, and recovers after it', () => {
    const sound = new Float32Array(24_000).fill(0.25);
    for (let n = 12_000; n < 12_010; n++) sound[n] = 2;
    limitPeaks(sound, RATE, CEILING);
    expect(sound[11_000]).toBe(0.25);
    expect(sound[11_990]).toBeLessThan(0.13);
    const steps = Array.from(sound.subarray(1, 11_990), (x, i) => Math.abs(x - sound[i]!));
    expect(Math.max(...steps)).toBeLessThan(0.005);
    expect(sound[12_300]).toBeLessThan(0.2);
    expect(sound[12_600]).toBeGreaterThan(0.14);
    expect(sound[20_000]).toBeCloseTo(0.25, 3);
  });
});
