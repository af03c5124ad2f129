import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMelStream, MEL_BANDS, MEL_HOP, MEL_SILENCE } from './mel.js';

/** Wav2Lip's audio.py and librosa's formulas, term by term in double precision. */
function referenceMel(sound: ArrayLike<number>): number[][] {
  const emphasised = Array.from(sound, (x, n) => x - 0.97 * (n === 0 ? 0 : sound[n - 1]!));
  const padded: number[] = [];
  for (let n = -400; n < emphasised.length + 400; n++) {
    let at = n;
    while (at < 0 || at >= emphasised.length) at = at < 0 ? -at : 2 * (emphasised.length - 1) - at;
    padded.push(emphasised[at]!);
  }
  const columns: number[][] = [];
  for (let start = 0; start + 800 <= padded.length; start += 200) {
    const frame = padded
      .slice(start, start + 800)
      .map((x, n) => x * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / 800)));
    columns.push(columnOf(magnitudes(frame)));
  }
  return columns;
}

function magnitudes(frame: readonly number[]): number[] {
  return Array.from({ length: 401 }, (_, k) => {
    let re = 0;
    let im = 0;
    for (let n = 0; n < 800; n++) {
      re += frame[n]! * Math.cos((2 * Math.PI * ((k * n) % 800)) / 800);
      im -= frame[n]! * Math.sin((2 * Math.PI * ((k * n) % 800)) / 800);
    }
    return Math.hypot(re, im);
  });
}

function columnOf(bins: readonly number[]): number[] {
  const toMel = (hz: number) =>
    hz < 1000 ? (3 * hz) / 200 : 15 + (27 * Math.log(hz / 1000)) / Math.log(6.4);
  const toHz = (mel: number) => (mel < 15 ? (200 * mel) / 3 : 1000 * 6.4 ** ((mel - 15) / 27));
  const corner = (i: number) => toHz(toMel(55) + (i * (toMel(7600) - toMel(55))) / 81);
  return Array.from({ length: 80 }, (_, band) => {
    const [low, centre, high] = [corner(band), corner(band + 1), corner(band + 2)];
    let sum = 0;
    for (const [k, value] of bins.entries()) {
      const hz = 20 * k;
      const height = Math.max(0, Math.min((hz - low) / (centre - low), (high - hz) / (high - centre)));
      sum += (value * height * 2) / (high - low);
    }
    const decibels = 20 * Math.log10(Math.max(1e-5, sum)) - 20;
    return Math.max(-4, Math.min(4, (8 * (decibels + 100)) / 100 - 4));
  });
}

/** Vowel-like: a buzz that glides, with noise, and a silence in it. */
const SPEECH_LIKE = Float32Array.from({ length: 16_000 }, (_, n) => {
  if (n > 9_000 && n < 11_000) return 0;
  const phase = (2 * Math.PI * (120 * n + (40 * n * n) / 32_000)) / 16_000;
  const buzz = Array.from({ length: 30 }, (_, h) => Math.sin((h + 1) * phase) / (h + 1));
  return 0.1 * buzz.reduce((sum, x) => sum + x, 0) + 0.01 * Math.sin(n * n * 0.7);
});

function melOf(sound: Float32Array, sizes: readonly number[] = [sound.length]): Float32Array {
  const stream = createMelStream();
  const parts: number[] = [];
  let at = 0;
  for (let i = 0; at < sound.length; i++) {
    const size = sizes[i % sizes.length]!;
    parts.push(...stream.push(sound.subarray(at, at + size)));
    at += size;
  }
  parts.push(...stream.flush());
  return Float32Array.from(parts);
}

function largestDifference(received: ArrayLike<number>, expected: readonly number[][]): number {
  const flat = expected.flat();
  expect(received.length).toBe(flat.length);
  return flat.reduce((most, value, i) => Math.max(most, Math.abs(value - received[i]!)), 0);
}

describe('createMelStream', () => {
  it('equals the reference within 1e-4', () => {
    const received = melOf(SPEECH_LIKE);
    expect(received.length).toBe(81 * MEL_BANDS);
    expect(Math.max(...received)).toBeGreaterThan(0);
    expect(Math.min(...received)).toBe(MEL_SILENCE);
    expect(largestDifference(received, referenceMel(SPEECH_LIKE))).toBeLessThan(1e-6);
  });

  it.each([2, 3, 199, 200, 201, 399, 400, 401, 402, 599, 600, 800, 1234])(
    'mirrors both ends of %i samples',
    (length) => {
      const sound = SPEECH_LIKE.subarray(0, length);
      const received = melOf(sound);
      expect(received.length).toBe((1 + Math.floor(length / MEL_HOP)) * MEL_BANDS);
      expect(largestDifference(received, referenceMel(sound))).toBeLessThan(1e-6);
    },
  );

  it('clips audio above full scale', () => {
    const loud = SPEECH_LIKE.subarray(0, 2_000).map((x) => 1e6 * x);
    expect(Math.max(...melOf(loud))).toBe(4);
    expect(largestDifference(melOf(loud), referenceMel(loud))).toBeLessThan(1e-6);
  });

  it('gives no columns for no sound, and silence for silence', () => {
    expect(melOf(new Float32Array(0))).toHaveLength(0);
    expect(melOf(new Float32Array(1_000))).toEqual(new Float32Array(6 * MEL_BANDS).fill(-4));
    expect(melOf(Float32Array.of(0.5))).toHaveLength(MEL_BANDS);
  });

  it('gives the same columns however the sound is cut', () => {
    const sound = SPEECH_LIKE.subarray(0, 6_000);
    const whole = melOf(sound);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 12 }), (sizes) => {
        expect(melOf(sound, sizes)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });
});
