import { describe, expect, it } from 'vitest';
import { findTransients, stretchTime } from './time-stretch.js';

const RATE = 24_000;

/** A buzz of 12 harmonics. */
const buzz = (hz: number, seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, n) => {
    let sum = 0;
    for (let h = 1; h <= 12; h++) sum += Math.sin((2 * Math.PI * hz * h * n) / RATE) / 12;
    return sum;
  });

/**
 * Returns the frequency in Hz of the strongest autocorrelation between 60 and 500 Hz in the middle of the
 * sound.
 */
function pitchOf(samples: Float32Array): number {
  const from = samples.length >> 2;
  const length = samples.length >> 1;
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let lag = Math.floor(RATE / 500); lag <= RATE / 60; lag++) {
    let sum = 0;
    for (let n = from; n < from + length - lag; n++) sum += samples[n]! * samples[n + lag]!;
    if (sum / (length - lag) > most * 1.001) {
      most = sum / (length - lag);
      best = lag;
    }
  }
  return RATE / best;
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);

describe('stretchTime', () => {
  it.each([0.5, 0.65, 0.9, 1.1, 1.5, 2])(
    'makes a sound %f times as long at the same pitch and level',
    (factor) => {
      for (const hz of [90, 150, 240]) {
        const sound = buzz(hz, 1);
        const { samples } = stretchTime(sound, RATE, factor);
        expect(samples.length).toBe(Math.round(factor * RATE));
        expect(Math.abs(pitchOf(samples) / hz - 1)).toBeLessThan(0.02);
        expect(rms(samples) / rms(sound)).toBeGreaterThan(0.9);
        expect(rms(samples) / rms(sound)).toBeLessThan(1.1);
      }
    },
  );

  it('does not change a sound at factor 1', () => {
    const sound = buzz(150, 0.3);
    const { samples, positionOf } = stretchTime(sound, RATE, 1);
    expect(samples).toBe(sound);
    expect(positionOf(1234)).toBe(1234);
  });

  it.each([0.6, 1.6])(
    'tells where each moment went: clicks are found there, as sharp as before (%f)',
    (factor) => {
      const sound = buzz(150, 2).map((x) => x * 0.05);
      const clicks = [9_000, 20_000, 33_000];
      for (const at of clicks) for (let n = 0; n < 60; n++) sound[at + n] = n % 2 ? -0.9 : 0.9;
      const { samples, positionOf } = stretchTime(sound, RATE, factor);
      const loud = [...samples.keys()].filter((n) => Math.abs(samples[n]!) > 0.8);
      for (const at of clicks) {
        const place = positionOf(at);
        const near = loud.filter((n) => Math.abs(n - place) < 0.05 * RATE);
        // Once, unbroken, and at most 3 ms from its reported place.
        expect(near.length).toBe(60);
        expect(near.at(-1)! - near[0]!).toBe(59);
        expect(Math.abs(near[0]! - place)).toBeLessThan(0.003 * RATE);
      }
      expect(loud.length).toBe(180);
    },
  );

  it('returns rising places within the sound', () => {
    const sound = buzz(200, 1).map((x, n) => (n % 5000 < 2500 ? x : 0.01 * x));
    const { samples, positionOf } = stretchTime(sound, RATE, 0.7);
    const places = Array.from({ length: 241 }, (_, i) => positionOf(100 * i));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(places.at(-1)).toBeLessThanOrEqual(samples.length);
    expect(positionOf(0)).toBeLessThan(0.01 * RATE);
    expect(positionOf(sound.length)).toBeGreaterThan(samples.length - 0.03 * RATE);
  });

  it('does not change a sound that is shorter than its pieces', () => {
    expect(stretchTime(new Float32Array(100), RATE, 2).samples.length).toBe(100);
  });
});

describe('findTransients', () => {
  it('finds a burst after silence, and none in a steady sound', () => {
    const sound = buzz(150, 1).map((x) => x * 0.1);
    expect(findTransients(sound.subarray(100), RATE)).toEqual([]);
    for (let n = 12_000; n < 12_200; n++) sound[n] = n % 2 ? -0.5 : 0.5;
    const ranges = findTransients(sound, RATE);
    expect(ranges.length).toBe(1);
    expect(ranges[0]!.start).toBeLessThan(12_000);
    expect(ranges[0]!.end).toBeGreaterThan(12_200);
  });
});
