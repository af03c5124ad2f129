/** A stretched sound and the new place of each of its moments. */
export interface Stretched {
  samples: Float32Array;
  /** Returns the output sample at which sample `input` of the original is audible. It rises with `input`. */
  positionOf(input: number): number;
}

/** Half a window: pieces of 25 ms overlap by half. */
const HOP_SECONDS = 0.0125;
/** Maximum distance of a piece from its place: more than half a period of the lowest voice. */
const TOLERANCE_SECONDS = 0.008;
/** Step of the first search; the second search looks at every place near the best. */
const COARSE = 4;

/**
 * Changes the length of a sound by WSOLA (Verhelst and Roelands, "An overlap-add technique based on waveform
 * similarity", ICASSP 1993): the output consists of pieces of the input, each from a place near its own where
 * the waveform continues most smoothly. The pitch stays. Transients keep their length; the rest is stretched
 * more. `factor` is the length of the output divided by the length of the input.
 */
export function stretchTime(samples: Float32Array, sampleRate: number, factor: number): Stretched {
  const hop = Math.round(HOP_SECONDS * sampleRate);
  if (factor === 1 || samples.length < 4 * hop) return { samples, positionOf: (input) => input };
  const tolerance = Math.round(TOLERANCE_SECONDS * sampleRate);
  const transients = findTransients(samples, sampleRate);
  const outLength = Math.round(samples.length * factor);
  const pieces = Math.ceil(outLength / hop) + 1;
  const transientSamples = transients.reduce((sum, { start, end }) => sum + end - start, 0);
  // Transients are not transientSamples if they would take too much of the output.
  const keepsTransients = transientSamples < 0.6 * Math.min(outLength, samples.length);
  /** Input samples of the rest for each output sample. */
  const rate = keepsTransients
    ? (samples.length - transientSamples) / (outLength - transientSamples)
    : samples.length / outLength;

  const padded = new Float32Array(samples.length + 4 * hop + 2 * tolerance);
  const origin = hop + tolerance;
  padded.set(samples, origin);
  const out = new Float32Array(pieces * hop + hop);
  const window = Float32Array.from({ length: 2 * hop }, (_, n) => 0.5 - 0.5 * Math.cos((Math.PI * n) / hop));
  /** Start of each piece in the input. Piece k begins `hop` before output sample k * hop. */
  const starts = new Float64Array(pieces);

  let place = 0;
  let next = 0;
  for (let k = 0; k < pieces; k++) {
    while (keepsTransients && next < transients.length && transients[next]!.end <= place) next++;
    const inside = keepsTransients && next < transients.length && place >= transients[next]!.start;
    const begin = Math.min(Math.round(place), samples.length + hop) - hop + origin;
    let start = begin;
    if (k > 0) {
      const natural = starts[k - 1]! + hop;
      if (inside && Math.abs(natural - begin) <= tolerance) start = natural;
      else start = mostSimilar(padded, natural, begin, hop, tolerance);
    }
    starts[k] = start;
    for (let n = 0; n < 2 * hop; n++) out[k * hop + n]! += padded[start + n]! * window[n]!;
    place += inside ? hop : hop * rate;
  }

  for (let k = 0; k < pieces; k++) starts[k]! += hop - origin;
  return {
    samples: out.slice(hop, hop + outLength),
    positionOf: (input) => Math.min(outLength, Math.max(0, interpolate(starts, input) * hop)),
  };
}

/**
 * Returns the offset near `begin` where the waveform is most similar to that at `natural`, by normalised
 * correlation.
 */
function mostSimilar(
  x: Float32Array,
  natural: number,
  begin: number,
  length: number,
  tolerance: number,
): number {
  let best = begin;
  let most = Number.NEGATIVE_INFINITY;
  const from = Math.max(0, begin - tolerance);
  const to = begin + tolerance;
  for (let at = from; at <= to; at += COARSE) {
    const score = similarity(x, natural, at, length, COARSE);
    if (score > most) {
      most = score;
      best = at;
    }
  }
  const middle = best;
  most = Number.NEGATIVE_INFINITY;
  for (let at = Math.max(from, middle - COARSE + 1); at < Math.min(to, middle + COARSE); at++) {
    const score = similarity(x, natural, at, length, 1);
    if (score > most) {
      most = score;
      best = at;
    }
  }
  return best;
}

function similarity(x: Float32Array, a: number, b: number, length: number, step: number): number {
  let product = 0;
  let energy = 1e-9;
  for (let n = 0; n < length; n += step) {
    const value = x[b + n]!;
    product += x[a + n]! * value;
    energy += value * value;
  }
  return product / Math.sqrt(energy);
}

/**
 * Returns the place, with its fraction, at which the values reach `value`. Falling values count as constant.
 */
function interpolate(values: Float64Array, value: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < values.length; k++) {
    const current = values[k]!;
    if (current > value && k > 0) return k - 1 + (value - highest) / (current - highest);
    highest = Math.max(highest, current);
  }
  return values.length - 1;
}

/** Half-open range of samples. */
export interface SampleRange {
  start: number;
  end: number;
}

const STEP_SECONDS = 0.005;
/** Kept time before and after the step in which the burst begins. */
const BEFORE_SECONDS = 0.01;
const AFTER_SECONDS = 0.03;
/** Minimum ratio of the energy of a burst to the 20 ms before it. */
const RISE = 8;
const STEPS_BEFORE = 4;
/** Minimum energy of a burst relative to the loudest step: -40 dB. */
const FLOOR = 1e-4;

/**
 * Returns the bursts of p, t, k and similar sounds, in order and without overlap: the energy of the
 * difference signal, which favours high frequencies, jumps there. Stretching a burst smears or repeats it.
 */
export function findTransients(samples: Float32Array, sampleRate: number): SampleRange[] {
  const step = Math.round(STEP_SECONDS * sampleRate);
  const energies = new Float64Array(Math.floor(samples.length / step));
  for (let s = 0; s < energies.length; s++) {
    for (let i = Math.max(1, s * step); i < (s + 1) * step; i++)
      energies[s]! += (samples[i]! - samples[i - 1]!) ** 2;
  }
  const floor = FLOOR * energies.reduce((most, energy) => Math.max(most, energy), 0);
  const ranges: SampleRange[] = [];
  for (let s = STEPS_BEFORE; s < energies.length; s++) {
    const before =
      energies.subarray(s - STEPS_BEFORE, s).reduce((sum, energy) => sum + energy, 0) / STEPS_BEFORE;
    if (energies[s]! < floor || energies[s]! < RISE * before) continue;
    const start = Math.round(s * step - BEFORE_SECONDS * sampleRate);
    const end = Math.min(samples.length, Math.round(s * step + AFTER_SECONDS * sampleRate));
    const last = ranges.at(-1);
    if (last && start < last.end) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}
