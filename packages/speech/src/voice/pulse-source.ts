export const SAMPLE_RATE = 24_000;
/** Samples from one frame of the model to the next: 12.5 ms. */
export const HOP = 300;

/** Below it a frame is unvoiced. */
const LOWEST_PITCH = 40;
/** Harmonics reach up to it, in Hz. */
const HIGHEST_HARMONIC = 11_000;
/** Where the denominator is this near to 0 the quotient takes its limit, H + 1/2. */
const NEAR_ZERO = 0.002;

/** Steps of one turn in SINE. */
export const SINE_STEPS = 4096;
/** sin(2 pi i / SINE_STEPS) from 0 to one and a quarter turns: the cosine begins a quarter turn in. */
export const SINE = Float64Array.from({ length: SINE_STEPS * 1.25 + 2 }, (_, i) =>
  Math.sin((2 * Math.PI * i) / SINE_STEPS),
);

/**
 * The glottal source: as many cosines of equal height as fit under 11 kHz, in phase, written in closed form (Dirichlet's
 * kernel): cos t + ... + cos Ht = sin((H + 1/2) t) / (2 sin(t / 2)) - 1/2. Silence where the voice has no pitch.
 *
 * `pitch` in Hz, one value a frame, interpolated between the middles of frames; fills HOP samples of `pulse` for each.
 */
export function fillPulse(pitch: Float32Array, pulse: Float32Array): void {
  const last = pitch.length - 1;
  /** In turns, 0 to 1. */
  let phase = 0;
  let at = 0;
  for (let k = 0; k <= last; k++) {
    for (let half = 0; half < 2; half++) {
      // The first half of a frame lies between the middle of the frame before and its own.
      const left = pitch[Math.max(0, k - 1 + half)]!;
      const right = pitch[Math.min(last, k + half)]!;
      const slope = (right - left) / HOP;
      let frequency = left + slope * (0.5 + (1 - half) * (HOP / 2));
      for (let j = 0; j < HOP / 2; j++) {
        phase += frequency / SAMPLE_RATE;
        phase -= Math.floor(phase);
        if (frequency >= LOWEST_PITCH) {
          const harmonics = Math.floor(HIGHEST_HARMONIC / frequency) + 0.5;
          const below = 2 * sineOfTurns(0.5 * phase);
          const sum = below <= NEAR_ZERO ? harmonics : sineOfTurns(fraction(harmonics * phase)) / below;
          pulse[at] = sum - 0.5;
        } else pulse[at] = 0;
        at++;
        frequency += slope;
      }
    }
  }
}

function fraction(x: number): number {
  return x - Math.floor(x);
}

/** sin(2 pi x) for 0 <= x < 1, linear between table entries: off by at most 3e-7. */
function sineOfTurns(x: number): number {
  const position = x * SINE_STEPS;
  const index = position | 0;
  const below = SINE[index]!;
  return below + (position - index) * (SINE[index + 1]! - below);
}
