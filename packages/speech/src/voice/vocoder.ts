import { createRealFft } from '@anima/signal';
import { createGaussianNoise, type GaussianNoise } from '../audio/noise.js';
import { fillPulse, HOP, SINE, SINE_STEPS } from './pulse-source.js';

/**
 * Output of the acoustic model for one sentence. Spectra are bin-major: the value of bin b in frame k is at b
 * * frames + k.
 */
export interface VoiceSpectra {
  readonly frames: number;
  /** Logarithm of the gain of the pulse. */
  readonly pulseGain: Float32Array;
  /** Phase of the pulse before a hyperbolic tangent, in half turns. */
  readonly pulsePhase: Float32Array;
  /** Logarithm of the level of the noise. */
  readonly noiseLevel: Float32Array;
  /** Logarithm of the level of the remaining sound, and its phase in radians. */
  readonly restLevel: Float32Array;
  readonly restPhase: Float32Array;
  /** Pitch of each frame in Hz; below 40 unvoiced. */
  readonly pitch: Float32Array;
}

export interface Vocoder {
  /**
   * Returns frames * HOP samples at 24 kHz, quiet and with the silence around the sentence. The next call
   * overwrites them. The same spectra and seed give the same samples with the same version of Node on every
   * machine.
   */
  render(spectra: VoiceSpectra, seed: number): Float32Array;
}

const SIZE = 1200;
export const BINS = SIZE / 2 + 1;
/** Frames that are processed together, because their values of one bin are neighbours in memory. */
const TILE = 8;
/** Limits of logarithms: the reference clips them at MOST; values below LEAST are not audible. */
const MOST = 7;
const LEAST = -17;
const EXP_STEPS_PER_UNIT = 128;
const TANH_STEPS_PER_UNIT = 256;
const TANH_LIMIT = 8;

const EXP = tabulate(LEAST, MOST, EXP_STEPS_PER_UNIT, Math.exp);
const COS_TANH = tabulate(-TANH_LIMIT, TANH_LIMIT, TANH_STEPS_PER_UNIT, (x) =>
  Math.cos(Math.PI * Math.tanh(x)),
);
const SIN_TANH = tabulate(-TANH_LIMIT, TANH_LIMIT, TANH_STEPS_PER_UNIT, (x) =>
  Math.sin(Math.PI * Math.tanh(x)),
);
/** Periodic Hann window. */
const WINDOW = Float64Array.from({ length: SIZE }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE));
const PULSE_WINDOW = WINDOW.map((value) => value / HOP);
const SINE_STEPS_PER_RADIAN = SINE_STEPS / (2 * Math.PI);

/**
 * Converts spectra to sound: pulse, noise and the remaining sound, frame by frame (1200 samples, hop 300)
 * with overlap. S = e^pulseGain e^(i pi tanh pulsePhase) E + e^noiseLevel Z + e^restLevel e^(i restPhase),
 * with E the spectrum of the pulse and Z complex Gaussian noise. Functions are read from tables, linear
 * between entries, with errors 70 dB or more below the signal. Buffers grow to the longest sentence.
 */
export function createVocoder(): Vocoder {
  const fft = createRealFft(SIZE);
  const noise = createGaussianNoise();
  const frame = new Float64Array(SIZE);
  const tile = createTile();
  let pulse = new Float32Array(0);
  let overlapped = new Float32Array(0);

  return {
    render: (spectra, seed) => {
      const { frames } = spectra;
      const length = frames * HOP;
      if (pulse.length < length) {
        pulse = new Float32Array(length);
        overlapped = new Float32Array(length + SIZE);
      }
      overlapped.fill(0, 0, length + SIZE);
      fillPulse(spectra.pitch, pulse);
      noise.seed(seed);
      for (let first = 0; first < frames; first += TILE) {
        const count = Math.min(TILE, frames - first);
        for (let j = 0; j < count; j++) {
          if (cutPulse(pulse, length, first + j, frame)) fft.forward(frame, tile.rowsRe[j]!, tile.rowsIm[j]!);
          else {
            tile.rowsRe[j]!.fill(0);
            tile.rowsIm[j]!.fill(0);
          }
        }
        shapeTile(spectra, first, count, noise, tile);
        for (let j = 0; j < count; j++) {
          fft.inverse(tile.rowsRe[j]!, tile.rowsIm[j]!, frame);
          const start = (first + j) * HOP;
          for (let n = 0; n < SIZE; n++) overlapped[start + n]! += frame[n]! * WINDOW[n]!;
        }
      }
      return undoWindows(overlapped, frames);
    },
  };
}

/** Spectra of TILE frames, and views of the rows. */
interface Tile {
  re: Float64Array;
  im: Float64Array;
  rowsRe: readonly Float64Array[];
  rowsIm: readonly Float64Array[];
  /** Noise of one bin. */
  noise: Float64Array;
}

function createTile(): Tile {
  const re = new Float64Array(TILE * BINS);
  const im = new Float64Array(TILE * BINS);
  const rows = (of: Float64Array): Float64Array[] =>
    Array.from({ length: TILE }, (_, j) => of.subarray(j * BINS, (j + 1) * BINS));
  return { re, im, rowsRe: rows(re), rowsIm: rows(im), noise: new Float64Array(2 * TILE) };
}

/**
 * Copies the 1200 samples around the start of frame `k`, mirrored at the ends of the sound, windowed and
 * divided by HOP. Returns false if the pulse is silent there.
 */
function cutPulse(pulse: Float32Array, length: number, k: number, frame: Float64Array): boolean {
  const start = k * HOP - SIZE / 2;
  let voiced = false;
  for (let n = 0; n < SIZE; n++) {
    const at = start + n;
    const mirrored = at < 0 ? -at : at >= length ? 2 * (length - 1) - at : at;
    const value = pulse[mirrored] ?? 0;
    if (value !== 0) voiced = true;
    frame[n] = value * PULSE_WINDOW[n]!;
  }
  return voiced;
}

/** Converts the pulse spectra of the tile to the spectra of the sound. */
function shapeTile(
  spectra: VoiceSpectra,
  first: number,
  count: number,
  noise: GaussianNoise,
  tile: Tile,
): void {
  const { frames, pulseGain, pulsePhase, noiseLevel, restLevel, restPhase } = spectra;
  const { re, im, noise: z } = tile;
  for (let bin = 0; bin < BINS; bin++) {
    noise.fill(z);
    for (let j = 0; j < count; j++) {
      const from = bin * frames + first + j;
      const to = j * BINS + bin;
      const turn = steps(pulsePhase[from]!, -TANH_LIMIT, TANH_LIMIT, TANH_STEPS_PER_UNIT);
      const gain = read(EXP, steps(pulseGain[from]!, LEAST, MOST, EXP_STEPS_PER_UNIT));
      const cosine = gain * read(COS_TANH, turn);
      const sine = gain * read(SIN_TANH, turn);
      const level = read(EXP, steps(noiseLevel[from]!, LEAST, MOST, EXP_STEPS_PER_UNIT));
      const rest = read(EXP, steps(restLevel[from]!, LEAST, MOST, EXP_STEPS_PER_UNIT));
      const angle = restPhase[from]! * SINE_STEPS_PER_RADIAN;
      const angleInTurn = angle - SINE_STEPS * Math.floor(angle / SINE_STEPS);
      const er = re[to]!;
      const ei = im[to]!;
      re[to] = cosine * er - sine * ei + level * z[2 * j]! + rest * read(SINE, angleInTurn + SINE_STEPS / 4);
      im[to] = cosine * ei + sine * er + level * z[2 * j + 1]! + rest * read(SINE, angleInTurn);
    }
  }
}

/** Returns the position of `x`, limited to `from` and `to`, in a table of `tabulate`. */
function steps(x: number, from: number, to: number, stepsPerUnit: number): number {
  return ((x < from ? from : x > to ? to : x) - from) * stepsPerUnit;
}

function read(table: Float64Array, position: number): number {
  const index = position | 0;
  const below = table[index]!;
  return below + (position - index) * (table[index + 1]! - below);
}

/**
 * Divides by the squared windows that overlap at each sample. The sound starts half a window into the first
 * frame.
 */
function undoWindows(overlapped: Float32Array, frames: number): Float32Array {
  const begin = SIZE / 2;
  for (let block = 0; block < frames; block++) {
    const at = begin + block * HOP;
    const complete = block > 0 && block < frames - 2;
    for (let n = 0; n < HOP; n++) overlapped[at + n]! /= complete ? 1.5 : windowsAt(block, n, frames);
  }
  return overlapped.subarray(begin, begin + frames * HOP);
}

/**
 * Returns the sum of the squared windows over sample `n` of a block; 1.5 if all four frames that reach it
 * exist.
 */
function windowsAt(block: number, n: number, frames: number): number {
  let sum = 0;
  for (let part = 0; part < SIZE; part += HOP) {
    const frame = block + 2 - part / HOP;
    if (frame >= 0 && frame < frames) sum += WINDOW[part + n]! ** 2;
  }
  return sum;
}

/** Returns `fn` at even steps from `from` to `to`, and one more entry for the interpolation. */
function tabulate(from: number, to: number, stepsPerUnit: number, fn: (x: number) => number): Float64Array {
  return Float64Array.from({ length: (to - from) * stepsPerUnit + 2 }, (_, i) => fn(from + i / stepsPerUnit));
}
