import { describe, expect, it } from 'vitest';
import { createLoudnessMeter, kWeightingFilters } from './loudness.js';

/** Returns seconds of a sine of 997 Hz at a level in dB under full scale. */
function tone(decibels: number, seconds: number, rate = 48_000, hz = 997): Float32Array {
  const amplitude = 10 ** (decibels / 20);
  return Float32Array.from(
    { length: seconds * rate },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hz * n) / rate),
  );
}

function loudness(parts: Float32Array[], rate = 48_000): number {
  const meter = createLoudnessMeter(rate);
  for (const part of parts) meter.push(part);
  return meter.integrated();
}

describe('kWeightingFilters', () => {
  it("are the standard's tables 1 and 2 at 48 kHz", () => {
    const { shelf, highPass } = kWeightingFilters(48_000);
    const wanted = {
      shelf: {
        b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
        a: [-1.69065929318241, 0.73248077421585],
      },
      highPass: { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] },
    };
    for (const [actual, expected] of [
      [shelf, wanted.shelf],
      [highPass, wanted.highPass],
    ] as const) {
      actual.b.forEach((value, i) => {
        expect(value).toBeCloseTo(expected.b[i]!, 8);
      });
      actual.a.forEach((value, i) => {
        expect(value).toBeCloseTo(expected.a[i]!, 8);
      });
    }
  });
});

describe('createLoudnessMeter', () => {
  it('reads -3.01 LUFS for a 997 Hz sine of full scale in one channel (BS.1770-4, end of annex 1)', () => {
    expect(Math.abs(loudness([tone(0, 5)]) + 3.01)).toBeLessThan(0.1);
  });

  it.each([24_000, 44_100, 48_000])('reads -23 LUFS for one at -20 dB, at %i Hz', (rate) => {
    expect(Math.abs(loudness([tone(-20, 5, rate)], rate) + 23.01)).toBeLessThan(0.1);
  });

  it('weakens low sounds and strengthens high ones', () => {
    expect(loudness([tone(-20, 5, 24_000, 50)], 24_000)).toBeLessThan(-24.5);
    expect(loudness([tone(-20, 5, 24_000, 4000)], 24_000)).toBeGreaterThan(-20.5);
  });

  // One channel instead of two, so that all levels are 3 dB higher than in the document, with a quarter of
  // its times at half its rate.
  it('ignores blocks 10 LU under the others (EBU Tech 3341, case 3)', () => {
    const [quiet, loud] = [tone(-33, 2.5, 24_000), tone(-20, 15, 24_000)];
    expect(Math.abs(loudness([quiet, loud, quiet], 24_000) + 23)).toBeLessThan(0.1);
  });

  it('ignores almost silent blocks (EBU Tech 3341, case 4)', () => {
    const [silent, quiet] = [tone(-69, 2.5, 24_000), tone(-33, 2.5, 24_000)];
    const parts = [silent, quiet, tone(-20, 15, 24_000), quiet, silent];
    expect(Math.abs(loudness(parts, 24_000) + 23)).toBeLessThan(0.1);
  });

  it('uses the mean of energies (EBU Tech 3341, case 5)', () => {
    const quiet = tone(-23, 5, 24_000);
    expect(Math.abs(loudness([quiet, tone(-17, 5.025, 24_000), quiet], 24_000) + 23)).toBeLessThan(0.1);
  });

  it('does not depend on the pieces of the sound', () => {
    const sound = tone(-20, 3, 24_000);
    const pieces = [sound.subarray(0, 1), sound.subarray(1, 5000), sound.subarray(5000)];
    expect(loudness(pieces, 24_000)).toBe(loudness([sound], 24_000));
  });

  it('returns -Infinity for silence or less than a block', () => {
    expect(loudness([new Float32Array(96_000)])).toBe(Number.NEGATIVE_INFINITY);
    expect(loudness([tone(-20, 0.3)])).toBe(Number.NEGATIVE_INFINITY);
    // -72 LUFS: under the absolute gate.
    expect(loudness([tone(-69, 2)])).toBe(Number.NEGATIVE_INFINITY);
    expect(loudness([tone(-66, 2)])).toBeGreaterThan(-70);
  });
});
