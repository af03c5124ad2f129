import { describe, expect, it } from 'vitest';
import { createOneEuroFilter, type OneEuroTuning } from './face-smoothing.js';
import { seededRandom } from './testing/portraits.js';

const TUNING: OneEuroTuning = { least: 1, perSpeed: 2, ofSpeed: 1 };
const SECONDS = 1 / 25;

/** The paper's pseudocode, for one value. */
function reference(signal: readonly number[], { least, perSpeed, ofSpeed }: OneEuroTuning): number[] {
  const alpha = (cutoff: number): number => 1 / (1 + 1 / (2 * Math.PI * cutoff) / SECONDS);
  let [value, speed] = [signal[0]!, 0];
  return signal.map((x, i) => {
    if (i === 0) return x;
    speed = alpha(ofSpeed) * ((x - value) / SECONDS) + (1 - alpha(ofSpeed)) * speed;
    const weight = alpha(least + perSpeed * Math.abs(speed));
    value = weight * x + (1 - weight) * value;
    return value;
  });
}

function filtered(signal: readonly number[], tuning: OneEuroTuning): number[] {
  const filter = createOneEuroFilter(1, () => tuning);
  return signal.map((x) => {
    const values = Float64Array.of(x);
    filter.smooth(values, SECONDS);
    return values[0]!;
  });
}

describe('the One-Euro filter', () => {
  it('computes what the paper says', () => {
    const random = seededRandom(7);
    const signal = Array.from({ length: 80 }, (_, i) => Math.sin(i / 5) + random() / 5);
    const expected = reference(signal, TUNING);
    for (const [i, value] of filtered(signal, TUNING).entries()) expect(value).toBeCloseTo(expected[i]!, 10);
  });

  it('smooths what stands still, and lags less the faster it goes', () => {
    const random = seededRandom(8);
    const still = filtered(
      Array.from({ length: 100 }, () => (random() - 0.5) / 10),
      TUNING,
    );
    expect(Math.max(...still.slice(20).map(Math.abs))).toBeLessThan(0.03);
    const lag = (speed: number): number => {
      const ramp = Array.from({ length: 100 }, (_, i) => speed * i);
      return (ramp[99]! - filtered(ramp, TUNING)[99]!) / speed;
    };
    expect(lag(0.4)).toBeLessThan(lag(0.04) / 2);
    expect(lag(4)).toBeLessThan(0.1);
  });

  it('keeps values and tunings apart, and forgets when told to', () => {
    const filter = createOneEuroFilter(2, (i) => ({ ...TUNING, least: i === 0 ? 0.1 : 1000 }));
    filter.smooth(Float64Array.of(0, 0), SECONDS);
    const next = Float64Array.of(0.001, 0.001);
    filter.smooth(next, SECONDS);
    expect(next[0]).toBeLessThan(0.0001);
    expect(next[1]).toBeGreaterThan(0.00099);
    filter.reset();
    const after = Float64Array.of(5, 5);
    filter.smooth(after, SECONDS);
    expect([...after]).toEqual([5, 5]);
  });
});
