import { createRealFft } from '@anima/signal';
import { createMelBands } from './mel-bands.js';

/**
 * The numbers of Wav2Lip's front end: hparams.py of the repository Rudrabha/Wav2Lip (sample_rate, win_size and n_fft, hop_size,
 * num_mels, fmin, fmax, preemphasis, min_level_db, ref_level_db, max_abs_value, symmetric_mels), which trained with librosa 0.7.
 */
export const MEL_SAMPLE_RATE = 16_000;
/** Values of a column. */
export const MEL_BANDS = 80;
/** Samples from one column to the next: 80 columns a second. */
export const MEL_HOP = 200;
const WINDOW_SIZE = 800;
const BINS = WINDOW_SIZE / 2 + 1;
const LOWEST_HZ = 55;
const HIGHEST_HZ = 7600;
const PRE_EMPHASIS = 0.97;
const MIN_DB = -100;
const REFERENCE_DB = 20;
/** Values end at this, up and down. */
const MOST = 4;
/** What silence is: 10^(-100 / 20) lies below what is kept. */
export const MEL_SILENCE = -MOST;

const MIN_AMPLITUDE = 10 ** (MIN_DB / 20);
const BANDS = createMelBands({
  sampleRate: MEL_SAMPLE_RATE,
  windowSize: WINDOW_SIZE,
  bands: MEL_BANDS,
  lowest: LOWEST_HZ,
  highest: HIGHEST_HZ,
});
/** Hann, periodic. */
const WINDOW = Float64Array.from(
  { length: WINDOW_SIZE },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW_SIZE),
);

/** Sound to columns of mel bands, in pieces; what it holds does not grow with the sound. */
export interface MelStream {
  /** Mono at MEL_SAMPLE_RATE. The columns that can be told from the sound so far: [columns x MEL_BANDS]. */
  push(samples: Float32Array): Float32Array;
  /** The rest: all columns together are 1 + floor(samples / MEL_HOP), none for no sound. No more can be pushed. */
  flush(): Float32Array;
}

/**
 * Column c looks at the 800 samples around sample 200 c of the pre-emphasised sound, which is mirrored at both ends (librosa.stft
 * with center=True and pad_mode='reflect').
 */
export function createMelStream(): MelStream {
  const fft = createRealFft(WINDOW_SIZE);
  const windowed = new Float64Array(WINDOW_SIZE);
  const re = new Float64Array(BINS);
  const im = new Float64Array(BINS);
  const magnitudes = new Float64Array(BINS);
  /** The pre-emphasised sound from sample `dropped` on. */
  let held = new Float64Array(4 * WINDOW_SIZE);
  let heldLength = 0;
  let dropped = 0;
  let last = 0;
  let columns = 0;

  const hold = (samples: Float32Array): void => {
    // The next column begins half a window before its middle; so much is also what the end is mirrored from.
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

  /** The columns before `end`; `at` finds a sample of the sound in `held`. */
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
      // A column needs half a window behind its middle, and the first ones as much to be mirrored.
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

/** A sample before the start or behind the end of a sound, mirrored into it as often as it takes; its ends are not repeated. */
function mirrored(sample: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const inPeriod = ((sample % period) + period) % period;
  return Math.min(inPeriod, period - inPeriod);
}

/** Decibels from -100 to 0 under the reference become -4 to 4; what lies beyond is cut off. */
function fillColumn(magnitudes: Float64Array, out: Float32Array): void {
  for (const [band, { first, weights }] of BANDS.entries()) {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += weights[i]! * magnitudes[first + i]!;
    const decibels = 20 * Math.log10(Math.max(MIN_AMPLITUDE, sum)) - REFERENCE_DB;
    const value = 2 * MOST * ((decibels - MIN_DB) / -MIN_DB) - MOST;
    out[band] = Math.max(-MOST, Math.min(MOST, value));
  }
}
