import { createRealFft } from '@anima/signal';

/** A triangle of a mel filter bank: the weights of the bins from `first` on. */
export interface MelBand {
  readonly first: number;
  readonly weights: Float64Array;
}

export interface MelBandOptions {
  readonly sampleRate: number;
  /** Samples of a window. Its spectrum has windowSize / 2 + 1 bins. */
  readonly windowSize: number;
  readonly bands: number;
  /** Hz. */
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Creates triangles with evenly spaced corners on Slaney's mel scale, each of area 1 over Hz: the default of
 * librosa.filters.mel (htk=False, norm='slaney'), after Slaney, "Auditory Toolbox", technical report
 * 1998-010, Interval Research, 1998.
 */
function createMelBands({ sampleRate, windowSize, bands, lowest, highest }: MelBandOptions): MelBand[] {
  const from = hzToMel(lowest);
  const step = (hzToMel(highest) - from) / (bands + 1);
  const corners = Array.from({ length: bands + 2 }, (_, i) => melToHz(from + i * step));
  const bins = Array.from({ length: windowSize / 2 + 1 }, (_, k) => (k * sampleRate) / windowSize);
  return Array.from({ length: bands }, (_, band) => {
    const [low, centre, high] = [corners[band]!, corners[band + 1]!, corners[band + 2]!];
    const first = bins.findIndex((hz) => hz > low);
    const inside = bins.filter((hz) => hz > low && hz < high);
    const weights = inside.map(
      (hz) => (Math.min((hz - low) / (centre - low), (high - hz) / (high - centre)) * 2) / (high - low),
    );
    return { first, weights: Float64Array.from(weights) };
  });
}

/** Below 1000 Hz a mel is 200 / 3 Hz. Above, 27 mel are a factor of 6.4. */
const HZ_PER_MEL = 200 / 3;
const KNEE_HZ = 1000;
const KNEE_MEL = KNEE_HZ / HZ_PER_MEL;
const LOG_STEP = Math.log(6.4) / 27;

function hzToMel(hz: number): number {
  return hz < KNEE_HZ ? hz / HZ_PER_MEL : KNEE_MEL + Math.log(hz / KNEE_HZ) / LOG_STEP;
}

function melToHz(mel: number): number {
  return mel < KNEE_MEL ? mel * HZ_PER_MEL : KNEE_HZ * Math.exp(LOG_STEP * (mel - KNEE_MEL));
}

/**
 * Parameters of the front end of Wav2Lip: hparams.py of the repository Rudrabha/Wav2Lip (sample_rate,
 * win_size and n_fft, hop_size, num_mels, fmin, fmax, preemphasis, min_level_db, ref_level_db, max_abs_value,
 * symmetric_mels), which was trained with librosa 0.7.
 */
export const MEL_SAMPLE_RATE = 16_000;
/** Values of a column. */
export const MEL_BANDS = 80;
/** Samples from one column to the next: 80 columns for each second. */
export const MEL_HOP = 200;
const WINDOW_SIZE = 800;
const BINS = WINDOW_SIZE / 2 + 1;
const LOWEST_HZ = 55;
const HIGHEST_HZ = 7600;
const PRE_EMPHASIS = 0.97;
const MIN_DB = -100;
const REFERENCE_DB = 20;
/** Values are limited to plus and minus this value. */
const MOST = 4;
/** Value of silence: 10^(-100 / 20) is below the minimum. */
export const MEL_SILENCE = -MOST;

const MIN_AMPLITUDE = 10 ** (MIN_DB / 20);
const BANDS = createMelBands({
  sampleRate: MEL_SAMPLE_RATE,
  windowSize: WINDOW_SIZE,
  bands: MEL_BANDS,
  lowest: LOWEST_HZ,
  highest: HIGHEST_HZ,
});
/** Hann window, periodic. */
const WINDOW = Float64Array.from(
  { length: WINDOW_SIZE },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW_SIZE),
);

/** Converts audio to columns of mel bands in pieces, in constant memory. */
export interface MelStream {
  /** Adds mono audio at MEL_SAMPLE_RATE. Returns the columns that are complete: [columns x MEL_BANDS]. */
  push(samples: Float32Array): Float32Array;
  /** Returns the rest, 1 + floor(samples / MEL_HOP) columns in total. No `push` may follow. */
  flush(): Float32Array;
}

/**
 * Column c analyses the 800 samples around sample 200 c of the pre-emphasised audio, which is mirrored at
 * both ends (librosa.stft with center=True and pad_mode='reflect').
 */
export function createMelStream(): MelStream {
  const fft = createRealFft(WINDOW_SIZE);
  const windowed = new Float64Array(WINDOW_SIZE);
  const re = new Float64Array(BINS);
  const im = new Float64Array(BINS);
  const magnitudes = new Float64Array(BINS);
  /** The pre-emphasised audio from sample `dropped` on. */
  let held = new Float64Array(4 * WINDOW_SIZE);
  let heldLength = 0;
  let dropped = 0;
  let last = 0;
  let columns = 0;

  const hold = (samples: Float32Array): void => {
    // The next column starts half a window before its middle. The end is mirrored from the same samples.
    const drop = Math.max(0, columns * MEL_HOP - WINDOW_SIZE / 2 - dropped);
    const needed = heldLength - drop + samples.length;
    const target = held.length < needed ? new Float64Array(2 * needed) : held;
    target.set(held.subarray(drop, heldLength));
    held = target;
    dropped += drop;
    heldLength -= drop;
    for (const sample of samples) {
      held[heldLength++] = sample - PRE_EMPHASIS * last;
      last = sample;
    }
  };

  /** Computes the columns before `end`. `at` maps a sample of the audio to an index. */
  const columnsTo = (end: number, at: (sample: number) => number): Float32Array => {
    const out = new Float32Array(Math.max(0, end - columns) * MEL_BANDS);
    for (let to = 0; columns < end; columns++, to += MEL_BANDS) {
      const start = columns * MEL_HOP - WINDOW_SIZE / 2;
      for (let n = 0; n < WINDOW_SIZE; n++) windowed[n] = WINDOW[n]! * held[at(start + n) - dropped]!;
      fft.forward(windowed, re, im);
      for (let k = 0; k < BINS; k++) magnitudes[k] = Math.sqrt(re[k]! * re[k]! + im[k]! * im[k]!);
      fillColumn(magnitudes, out.subarray(to, to + MEL_BANDS));
    }
    return out;
  };

  return {
    push: (samples) => {
      hold(samples);
      // A column needs half a window after its middle, and the first columns need as much for mirroring.
      const ready = Math.floor((dropped + heldLength - 1 - WINDOW_SIZE / 2) / MEL_HOP) + 1;
      return columnsTo(ready, (sample) => Math.abs(sample));
    },
    flush: () => {
      const length = dropped + heldLength;
      const end = length === 0 ? 0 : Math.floor(length / MEL_HOP) + 1;
      return columnsTo(end, (sample) => mirrored(sample, length));
    },
  };
}

/** Mirrors an index outside the audio into it, repeatedly if necessary. Ends are not repeated. */
function mirrored(sample: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const inPeriod = ((sample % period) + period) % period;
  return Math.min(inPeriod, period - inPeriod);
}

/** Maps decibels from -100 to 0 below the reference to -4 to 4, clamped. */
function fillColumn(magnitudes: Float64Array, out: Float32Array): void {
  for (const [band, { first, weights }] of BANDS.entries()) {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += weights[i]! * magnitudes[first + i]!;
    const decibels = 20 * Math.log10(Math.max(MIN_AMPLITUDE, sum)) - REFERENCE_DB;
    const value = 2 * MOST * ((decibels - MIN_DB) / -MIN_DB) - MOST;
    out[band] = Math.max(-MOST, Math.min(MOST, value));
  }
}
