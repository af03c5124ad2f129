export const SAMPLE_RATE = 24_000;
/** Samples between two frames of the network: 12.5 ms. */
export const HOP = 300;

/** Minimum pitch of a voiced frame, in Hz. */
const LOWEST_PITCH = 40;
/** Maximum frequency of harmonics, in Hz. */
const HIGHEST_HARMONIC = 11_000;
/** Denominator below which the quotient takes its limit, H + 1/2. */
const NEAR_ZERO = 0.002;

/** Steps of one turn in SINE. */
export const SINE_STEPS = 4096;
/** sin(2 pi i / SINE_STEPS) from 0 to one and a quarter turns; the cosine starts a quarter turn in. */
export const SINE = Float64Array.from({ length: SINE_STEPS * 1.25 + 2 }, (_, i) =>
  Math.sin((2 * Math.PI * i) / SINE_STEPS),
);

/**
 * Fills `pulse` with the glottal source: as many cosines of equal height as fit under 11 kHz, in phase, in
 * closed form (Dirichlet kernel): cos t + ... + cos Ht = sin((H + 1/2) t) / (2 sin(t / 2)) - 1/2. Frames
 * without a pitch are silent. `pitch` has one value in Hz for each frame, interpolated between the middles of
 * frames, and gives HOP samples.
 */
export function fillPulse(pitch: Float32Array, pulse: Float32Array): void {
  const last = pitch.length - 1;
  /** In turns, 0 to 1. */
  let phase = 0;
  let at = 0;
  for (let k = 0; k <= last; k++) {
    for (let half = 0; half < 2; half++) {
      // The first half of a frame is between the middle of the previous frame and its own.
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

/** Evaluates sin(2 pi x) for 0 <= x < 1, linear between table entries, with an error of at most 3e-7. */
function sineOfTurns(x: number): number {
  const position = x * SINE_STEPS;
  const index = position | 0;
  const below = SINE[index]!;
  return below + (position - index) * (SINE[index + 1]! - below);
}
