import { describe, expect, it } from 'vitest';
import { fillPulse, HOP, SAMPLE_RATE } from './pulse-source.js';

/** The sum of cosines that the closed form stands for, at a steady pitch. */
function sumOfCosines(hz: number, length: number): Float64Array {
  const harmonics = Math.floor(11_000 / hz);
  return Float64Array.from({ length }, (_, n) => {
    let sum = 0;
    for (let h = 1; h <= harmonics; h++) sum += Math.cos((2 * Math.PI * h * hz * (n + 1)) / SAMPLE_RATE);
    return sum;
  });
}

function pulseOf(pitch: number[]): Float32Array {
  const pulse = new Float32Array(pitch.length * HOP).fill(7);
  fillPulse(Float32Array.from(pitch), pulse);
  return pulse;
}

describe('fillPulse', () => {
  it.each([62.5, 110, 200, 333.3])('is the sum of all cosines under 11 kHz at %f Hz', (hz) => {
    const actual = pulseOf(Array(4).fill(hz));
    const wanted = sumOfCosines(Math.fround(hz), actual.length);
    const errors = Array.from(actual, (x, n) => Math.abs(x - wanted[n]!));
    // Of peaks of 11000 / hz.
    expect(Math.max(...errors) / (11_000 / hz)).toBeLessThan(2e-3);
  });

  it('is silent where there is no pitch', () => {
    expect(pulseOf([0, 0, -1, 39]).every((x) => x === 0)).toBe(true);
  });

  it('follows the pitch between the middles of frames', () => {
    const pulse = pulseOf([100, 100, 200, 200, 200, 200]);
    const peaks = [...pulse.keys()].filter(
      (n) => pulse[n]! > 30 && pulse[n]! >= (pulse[n - 1] ?? 0) && pulse[n]! > (pulse[n + 1] ?? 0),
    );
    // The sum of the frequencies up to the end is the number of turns.
    const turns = (100 * 1.5 + 150 + 200 * 3.5) * (HOP / SAMPLE_RATE);
    expect(peaks.length).toBe(Math.floor(turns));
    expect(peaks.at(-1)! - peaks.at(-2)!).toBe(120);
  });
});
