/**
 * Distortions of recorded speech: noise, music, telephones, other levels. Each function returns new samples.
 */
export type Random = () => number;

/** Returns a generator of numbers from 0 to 1, deterministic for a seed: xorshift32 (Marsaglia, 2003). */
export function createRandom(seed: number): Random {
  let state = seed * 2654435761 + 1 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export function scaled(samples: Float32Array, decibels: number): Float32Array {
  const gain = 10 ** (decibels / 20);
  return samples.map((sample) => gain * sample);
}

/** Mixes the speech with `other`, repeated, at this number of decibels below the speech. */
export function mixed(samples: Float32Array, other: Float32Array, decibels: number): Float32Array {
  const gain = (rms(samples) / Math.max(1e-9, rms(other))) * 10 ** (-decibels / 20);
  return samples.map((sample, i) => sample + gain * other[i % other.length]!);
}

/**
 * Returns noise that falls by `slope` times 6 dB per octave: 0 is white noise, 1 resembles a fan or a street.
 */
export function noise(seconds: number, sampleRate: number, slope: number, random: Random): Float32Array {
  let low = 0;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, () => {
    const white = random() + random() + random() - 1.5;
    low += 0.03 * (white - low);
    return slope * 8 * low + (1 - slope) * white;
  });
}

/** Returns chords that change every half second. Each note has six partials. */
export function music(seconds: number, sampleRate: number, random: Random): Float32Array {
  const notes = new Float32Array(Math.round(seconds * sampleRate));
  for (let at = 0; at < notes.length; at += sampleRate / 2) {
    for (let voice = 0; voice < 4; voice++) {
      const hertz = 110 * 2 ** (Math.floor(36 * random()) / 12);
      for (let n = 0; n < sampleRate / 2 && at + n < notes.length; n++) {
        const decay = Math.exp((-4 * n) / sampleRate) * Math.min(1, n / 200);
        for (let partial = 1; partial <= 6; partial++)
          notes[at + n]! += (decay / partial) * Math.sin((2 * Math.PI * hertz * partial * n) / sampleRate);
      }
    }
  }
  return notes;
}

/**
 * Attenuates frequencies below `low` and above `high` Hz with two second-order filters each (24 dB per
 * octave). Does not limit the top if `high` is at least 0.45 times the sample rate.
 */
export function bandLimited(
  samples: Float32Array,
  sampleRate: number,
  low: number,
  high: number,
): Float32Array {
  let filtered = samples;
  for (let pass = 0; pass < 2; pass++) {
    filtered = biquad(filtered, sampleRate, low, 'high');
    if (high < 0.45 * sampleRate) filtered = biquad(filtered, sampleRate, high, 'low');
  }
  return filtered;
}

/**
 * Applies a second-order Butterworth filter: Bristow-Johnson, "Cookbook formulae for audio equalizer biquad
 * filter coefficients".
 */
function biquad(
  samples: Float32Array,
  sampleRate: number,
  hertz: number,
  pass: 'low' | 'high',
): Float32Array {
  const omega = (2 * Math.PI * hertz) / sampleRate;
  const alpha = Math.sin(omega) / Math.SQRT2;
  const cos = Math.cos(omega);
  const a0 = 1 + alpha;
  const b1 = (pass === 'low' ? 1 - cos : -(1 + cos)) / a0;
  const b0 = Math.abs(b1) / 2;
  const [a1, a2] = [(-2 * cos) / a0, (1 - alpha) / a0];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
}
