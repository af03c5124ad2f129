/** How much a stretch of sound is like a tone, and of which pitch. */
export interface Tone {
  /** 0 noise to 1 a pure tone. */
  readonly voicing: number;
  /** Hz. */
  readonly pitch: number;
}

export interface PitchMeter {
  /** Samples that are listened to. Even. */
  readonly length: number;
  /** `samples` from a place on. */
  measure(samples: Float32Array, start: number): Tone;
}

/** Two periods of the lowest voice. */
const SECONDS = 0.032;
const LOWEST_HERTZ = 70;
const HIGHEST_HERTZ = 420;
/** The sound is thinned to about that rate first: enough for pitch, and sixteen times less to count. */
const COARSE_RATE = 4000;
const SILENCE = 1e-8;

/**
 * Normalised autocorrelation, r(lag) = sum x[n] x[n + lag] / sqrt(sum x[n]^2 sum x[n + lag]^2) (Talkin, "A robust algorithm for
 * pitch tracking", 1995, its first stage). The shortest lag that comes near the best is the period.
 */
export function createPitchMeter(sampleRate: number): PitchMeter {
  const factor = Math.max(1, Math.round(sampleRate / COARSE_RATE));
  const rate = sampleRate / factor;
  const count = Math.round(SECONDS * rate);
  const shortest = Math.floor(rate / HIGHEST_HERTZ);
  const longest = Math.min(Math.ceil(rate / LOWEST_HERTZ), count - 8);
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
