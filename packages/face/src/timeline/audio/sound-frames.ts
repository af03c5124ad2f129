import { createRealFft } from '@anima/signal';

/** Voicing and pitch of a section of audio. */
export interface Tone {
  /** 0 for noise to 1 for a pure tone. */
  readonly voicing: number;
  /** Hz. */
  readonly pitch: number;
}

export interface PitchMeter {
  /** Number of analysed samples, even. */
  readonly length: number;
  /** Measures `samples` from `start` on. */
  measure(samples: Float32Array, start: number): Tone;
}

/** Two periods of the lowest voice. */
const SECONDS = 0.032;
const LOWEST_PITCH_HZ = 70;
const HIGHEST_PITCH_HZ = 420;
/** Rate to which the audio is first reduced: enough for pitch with a sixteenth of the operations. */
const COARSE_RATE = 4000;
const SILENCE = 1e-8;

/**
 * Normalised autocorrelation, r(lag) = sum x[n] x[n + lag] / sqrt(sum x[n]^2 sum x[n + lag]^2) (Talkin, "A robust algorithm for
 * pitch tracking", 1995, its first stage). The shortest lag that comes near the best is the period.
 */
function createPitchMeter(sampleRate: number): PitchMeter {
  const factor = Math.max(1, Math.round(sampleRate / COARSE_RATE));
  const rate = sampleRate / factor;
  const count = Math.round(SECONDS * rate);
  const shortest = Math.floor(rate / HIGHEST_PITCH_HZ);
  const longest = Math.min(Math.ceil(rate / LOWEST_PITCH_HZ), count - 8);
  const coarse = new Float32Array(count);
  const likeness = new Float32Array(longest + 1);
  return {
    length: 2 * Math.ceil((count * factor) / 2),
    measure: (samples, start) => {
      let mean = 0;
      for (let i = 0; i < count; i++) {
        let sum = 0;
        for (let n = start + i * factor; n < start + (i + 1) * factor; n++) sum += samples[n]!;
        coarse[i] = sum / factor;
        mean += sum / factor / count;
      }
      for (let i = 0; i < count; i++) coarse[i]! -= mean;
      let best = 0;
      for (let lag = shortest; lag <= longest; lag++) {
        let [product, early, late] = [0, SILENCE, SILENCE];
        for (let i = 0; i + lag < count; i++) {
          const [a, b] = [coarse[i]!, coarse[i + lag]!];
          product += a * b;
          early += a * a;
          late += b * b;
        }
        likeness[lag] = product / Math.sqrt(early * late);
        best = Math.max(best, likeness[lag]!);
      }
      let lag = shortest;
      while (lag < longest && likeness[lag]! < 0.9 * best) lag++;
      while (lag < longest && likeness[lag + 1]! > likeness[lag]!) lag++;
      return { voicing: best, pitch: rate / lag };
    },
  };
}

/** Number of mel bands of a frame. */
export const BANDS = 32;
/** Frames for each second. */
export const FRAME_RATE = 100;

/** Analysis of a hundredth of a second. Valid until the next call. */
export interface SoundFrame {
  /** Decibels of each band, 0 for a sine of full scale. */
  readonly bands: Float32Array;
  /** Decibels of all bands together. */
  readonly level: number;
  /** 0 noise to 1 a pure tone. */
  readonly voicing: number;
  /** Hz; valid if the voicing is high. */
  readonly pitch: number;
}

export interface SoundFrames {
  /** Returns the completed frames in order. The middle of frame i is at i / FRAME_RATE seconds. */
  push(samples: Float32Array, onFrame: (frame: SoundFrame) => void): void;
  /** Returns the remaining frames, as if silence followed. */
  flush(onFrame: (frame: SoundFrame) => void): void;
}

const WINDOW_SECONDS = 0.025;
const LOWEST_HERTZ = 90;
const HIGHEST_HERTZ = 7600;
/** Invalid and absurdly loud samples count as silence, because the levels would remember them. */
const LOUDEST = 100;
const LOWEST_RATE = 4000;
/** Minimum energy: -100 dB. */
const FLOOR = 1e-10;

/** Analyses mono audio at any rate in Hz. Bands above half the rate are silent. Uses constant memory. */
export function createSoundFrames(sampleRate: number): SoundFrames {
  if (!(sampleRate >= LOWEST_RATE))
    throw new RangeError(`Expected a sample rate of at least ${LOWEST_RATE} Hz, received ${sampleRate}`);
  const length = 2 * Math.round((WINDOW_SECONDS * sampleRate) / 2);
  const size = 2 ** Math.ceil(Math.log2(length));
  const fft = createRealFft(size);
  const window = Float32Array.from(
    { length },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / length),
  );
  // Parseval: energy of the bins of a full-scale sine under this window, whose mean square is 3/8.
  const scale = 1 / ((3 / 32) * length * size);
  const filters = melFilters(size, sampleRate);
  const pitch = createPitchMeter(sampleRate);

  const signal = new Float64Array(size);
  const re = new Float64Array(size / 2 + 1);
  const im = new Float64Array(size / 2 + 1);
  const bands = new Float32Array(BANDS);
  /** The newest samples. Half a window of silence precedes the first frame. */
  const held = new Float32Array(Math.max(length, pitch.length) + Math.ceil(sampleRate / FRAME_RATE));
  const back = Math.max(length, pitch.length) / 2;
  let received = 0;
  let framed = 0;

  const frameAt = (middle: number, onFrame: (frame: SoundFrame) => void): void => {
    // Index of the middle of the frame in `held`, which ends with the newest sample.
    const at = held.length - (received - middle);
    for (let n = 0; n < length; n++) signal[n] = held[at - length / 2 + n]! * window[n]!;
    fft.forward(signal, re, im);
    let sum = 0;
    for (let band = 0; band < BANDS; band++) {
      const { first, weights } = filters[band]!;
      let energy = 0;
      for (let i = 0; i < weights.length; i++) {
        const k = first + i;
        energy += weights[i]! * (re[k]! * re[k]! + im[k]! * im[k]!);
      }
      energy *= scale;
      sum += energy;
      bands[band] = 10 * Math.log10(energy + FLOOR);
    }
    const voice = pitch.measure(held, at - pitch.length / 2);
    onFrame({ bands, level: 10 * Math.log10(sum + FLOOR), ...voice });
  };

  const take = (samples: Float32Array, onFrame: (frame: SoundFrame) => void): void => {
    let from = 0;
    while (from < samples.length) {
      const middle = Math.round((framed * sampleRate) / FRAME_RATE);
      const wanted = Math.min(samples.length - from, middle + back - received);
      held.copyWithin(0, wanted);
      for (let i = 0; i < wanted; i++) {
        const sample = samples[from + i]!;
        held[held.length - wanted + i] = Math.abs(sample) < LOUDEST ? sample : 0;
      }
      received += wanted;
      from += wanted;
      if (received < middle + back) return;
      frameAt(middle, onFrame);
      framed++;
    }
  };

  return {
    push: take,
    flush: (onFrame) => {
      const missing = Math.ceil((received * FRAME_RATE) / sampleRate) - framed;
      if (missing <= 0) return;
      const last = Math.round(((framed + missing - 1) * sampleRate) / FRAME_RATE) + back;
      take(new Float32Array(last - received), onFrame);
    },
  };
}

interface Filter {
  readonly first: number;
  readonly weights: Float32Array;
}

/** Triangles of equal width on the mel scale, 2595 log10(1 + f / 700) (O'Shaughnessy, "Speech communication", 1987). */
function melFilters(size: number, sampleRate: number): Filter[] {
  const mel = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);
  const [low, high] = [mel(LOWEST_HERTZ), mel(HIGHEST_HERTZ)];
  const width = (high - low) / (BANDS + 1);
  return Array.from({ length: BANDS }, (_, band) => {
    const centre = low + (band + 1) * width;
    const weights: number[] = [];
    let first = 0;
    for (let k = 1; k <= size / 2; k++) {
      const weight = 1 - Math.abs(mel((k * sampleRate) / size) - centre) / width;
      if (weight <= 0) continue;
      if (weights.length === 0) first = k;
      weights.push(weight);
    }
    return { first, weights: Float32Array.from(weights) };
  });
}
