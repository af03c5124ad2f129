import { describe, expect, it } from 'vitest';
import { fillPulse, HOP, SAMPLE_RATE } from './pulse-source.js';

/** Sums the cosines of the closed form at the pitch of each sample, linear between the middles of frames. */
function sumOfCosines(pitch: number[]): Float64Array {
  let phase = 0;
  return Float64Array.from({ length: pitch.length * HOP }, (_, n) => {
    const place = Math.min(pitch.length - 1, Math.max(0, (n + 0.5) / HOP - 0.5));
    const left = Math.floor(place);
    const hz = pitch[left]! + (place - left) * ((pitch[left + 1] ?? pitch[left]!) - pitch[left]!);
    phase += (2 * Math.PI * hz) / SAMPLE_RATE;
    let sum = 0;
    for (let h = 1; h <= Math.floor(11_000 / hz); h++) sum += Math.cos(h * phase);
    return sum;
  });
}

function pulseOf(pitch: number[]): Float32Array {
  const pulse = new Float32Array(pitch.length * HOP).fill(7);
  fillPulse(Float32Array.from(pitch), pulse);
  return pulse;
}

describe('fillPulse', () => {
  it.each([[[62.5, 62.5, 62.5]], [[110, 110]], [[333, 333]], [[100, 140, 220, 180, 90]]])(
    'is the sum of all cosines under 11 kHz, the pitch linear between frames: %j Hz',
    (pitch) => {
      const wanted = sumOfCosines(pitch);
      const errors = Array.from(pulseOf(pitch), (x, n) => Math.abs(x - wanted[n]!)).toSorted((a, b) => a - b);
      // Relative to peaks of 11000 / pitch. If a harmonic appears or disappears between samples, rounding
      // decides on which side.
      expect(errors[Math.floor(0.99 * errors.length)]! / (11_000 / Math.max(...pitch))).toBeLessThan(2e-3);
    },
  );

  it('is silent without a pitch', () => {
    expect(pulseOf([0, 0, -1, 39]).every((x) => x === 0)).toBe(true);
  });
});
