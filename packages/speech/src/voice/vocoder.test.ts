import { describe, expect, it } from 'vitest';
import { fillPulse, HOP } from './pulse-source.js';
import { BINS, createVocoder, type VoiceSpectra } from './vocoder.js';

const SIZE = 1200;
const SILENT = -40;

/** Returns values without a pattern between two bounds, equal in every run. */
const scatter = (length: number, salt: number, from: number, to: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => {
    const x = Math.sin(i * 12.9898 + salt * 78.233) * 43_758.5453;
    return from + (to - from) * (x - Math.floor(x));
  });

function spectra(pitch: number[], parts: Partial<VoiceSpectra>): VoiceSpectra {
  const frames = pitch.length;
  const flat = (value: number): Float32Array => new Float32Array(BINS * frames).fill(value);
  return {
    frames,
    pulseGain: flat(SILENT),
    pulsePhase: flat(0),
    noiseLevel: flat(SILENT),
    restLevel: flat(SILENT),
    restPhase: flat(0),
    pitch: Float32Array.from(pitch),
    ...parts,
  };
}

/** Evaluates the formulas directly, with sums instead of transforms and without noise. */
function reference({
  frames,
  pulseGain,
  pulsePhase,
  restLevel,
  restPhase,
  pitch,
}: VoiceSpectra): Float64Array {
  const length = frames * HOP;
  const pulse = new Float32Array(length);
  fillPulse(pitch, pulse);
  const window = Float64Array.from(
    { length: SIZE },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE),
  );
  const turn = Array.from({ length: SIZE }, (_, i) => [
    Math.cos((2 * Math.PI * i) / SIZE),
    Math.sin((2 * Math.PI * i) / SIZE),
  ]) as [number, number][];
  const sum = new Float64Array(length + SIZE);
  const squares = new Float64Array(length + SIZE);
  for (let k = 0; k < frames; k++) {
    const frame = window.map((w, n) => {
      const at = Math.abs(k * HOP - SIZE / 2 + n);
      return (w * (pulse[at < length ? at : 2 * (length - 1) - at] ?? 0)) / HOP;
    });
    const re = new Float64Array(BINS);
    const im = new Float64Array(BINS);
    for (let bin = 0; bin < BINS; bin++) {
      let er = 0;
      let ei = 0;
      for (let n = 0; n < SIZE; n++) {
        const [cosine, sine] = turn[(bin * n) % SIZE]!;
        er += frame[n]! * cosine;
        ei -= frame[n]! * sine;
      }
      const i = bin * frames + k;
      const gain = Math.exp(Math.min(pulseGain[i]!, 7));
      const phase = Math.PI * Math.tanh(pulsePhase[i]!);
      const rest = Math.exp(Math.min(restLevel[i]!, 7));
      re[bin] = gain * (Math.cos(phase) * er - Math.sin(phase) * ei) + rest * Math.cos(restPhase[i]!);
      im[bin] = gain * (Math.cos(phase) * ei + Math.sin(phase) * er) + rest * Math.sin(restPhase[i]!);
    }
    for (let n = 0; n < SIZE; n++) {
      let value = (re[0]! + re[BINS - 1]! * (n % 2 ? -1 : 1)) / SIZE;
      for (let bin = 1; bin < BINS - 1; bin++) {
        const [cosine, sine] = turn[(bin * n) % SIZE]!;
        value += (2 * (re[bin]! * cosine - im[bin]! * sine)) / SIZE;
      }
      sum[k * HOP + n]! += value * window[n]!;
      squares[k * HOP + n]! += window[n]! ** 2;
    }
  }
  return sum.map((value, n) => value / squares[n]!).slice(SIZE / 2, SIZE / 2 + length);
}

const rms = (values: ArrayLike<number>): number =>
  Math.sqrt(Array.from(values).reduce((sum, x) => sum + x * x, 0) / values.length);

describe('createVocoder', () => {
  it('follows the formulas: pulse and rest, voiced and unvoiced, a last tile that is not full', () => {
    const pitch = [0, 0, 120, 180, 240, 240, 230, 0, 0];
    const values = BINS * pitch.length;
    const given = spectra(pitch, {
      pulseGain: scatter(values, 1, -6, 8),
      pulsePhase: scatter(values, 2, -9, 9),
      restLevel: scatter(values, 3, -9, 4),
      restPhase: scatter(values, 4, -9, 9),
    });
    const wanted = reference(given);
    const actual = createVocoder().render(given, 1);
    expect(actual.length).toBe(pitch.length * HOP);
    const error = rms(actual.map((x, n) => x - wanted[n]!));
    expect(20 * Math.log10(error / rms(wanted))).toBeLessThan(-70);
  });

  it('gives noise of the requested level', () => {
    const pitch = Array(80).fill(0);
    const given = spectra(pitch, { noiseLevel: new Float32Array(BINS * 80).fill(Math.log(0.5)) });
    // 601 bins of two components of 0.5, divided by the 1200 of the transform; windows whose squares sum to
    // 1.5 overlap.
    const single = (0.5 * Math.sqrt(2 * SIZE)) / SIZE;
    const overlap = 1 / Math.sqrt(1.5);
    const level = rms(createVocoder().render(given, 1).subarray(SIZE, -SIZE));
    expect(level / (single * overlap)).toBeGreaterThan(0.9);
    expect(level / (single * overlap)).toBeLessThan(1.1);
  });

  it('gives the same samples only for the same seed, independent of earlier calls', () => {
    const quiet = scatter(BINS * 20, 5, -4, -1);
    const given = spectra(Array(20).fill(150), { noiseLevel: quiet, pulseGain: quiet });
    const vocoder = createVocoder();
    const first = vocoder.render(given, 3).slice();
    expect(vocoder.render(given, 4).slice()).not.toEqual(first);
    vocoder.render(spectra(Array(31).fill(90), {}), 9);
    expect(vocoder.render(given, 3)).toEqual(first);
    expect(createVocoder().render(given, 3)).toEqual(first);
  });

  it('is silent for silent spectra', () => {
    expect(rms(createVocoder().render(spectra(Array(12).fill(100), {}), 1))).toBeLessThan(1e-5);
  });
});
