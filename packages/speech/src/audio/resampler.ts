/**
 * Band-limited resampling between any two rates, piece by piece: the windowed-sinc interpolation of Smith
 * ("Digital audio resampling", CCRMA, 2002), with a Kaiser window. For a lower rate the filter widens with
 * the ratio, so that there is no aliasing.
 */
export interface Resampler {
  /**
   * Returns the output that the input so far determines. Sample n of the output is at the time of sample n *
   * from / to of the input.
   */
  push(samples: Float32Array): Float32Array;
  /** Returns the rest and resets the resampler. The whole output has ceil(input * to / from) samples. */
  flush(): Float32Array;
}

/** Zero crossings of the sinc on each side, at the lower of the two rates. */
const CROSSINGS = 32;
/** Kaiser's beta: images and aliases are about 80 dB down. */
const BETA = 8;
/** Frequency at which the filter is half down, as a share of the lower Nyquist frequency. */
const CUTOFF = 0.93;
/** Maximum rows of the filter. If the ratio needs more, rows are interpolated, with an error of -100 dB. */
const MAX_PHASES = 512;

/** Creates a resampler for two rates in whole Hz. */
export function createResampler(from: number, to: number): Resampler {
  if (!(Number.isInteger(from) && Number.isInteger(to) && from > 0 && to > 0))
    throw new RangeError(`Expected sample rates in whole Hz, received ${from} and ${to}`);
  const step = from / to;
  // Even, because taps are processed in fours.
  const reach = 2 * Math.ceil((CROSSINGS * Math.max(1, step)) / CUTOFF / 2);
  const phases = Math.min(MAX_PHASES, to / greatestCommonDivisor(from, to));
  const filter = filterRows(step, reach, phases);
  const taps = 2 * reach;
  /** Input that later output needs. It starts with silence in place of samples before the first one. */
  let held = new Float64Array(2 * reach);
  let heldLength = reach;
  /** Number of input samples before `held`, including the silence. */
  let dropped = 0;
  let consumed = 0;
  let produced = 0;

  const run = (available: number): Float32Array => {
    // Output n is at input n * from / to and needs `reach` inputs before and after it.
    const count = Math.max(0, Math.ceil((available * to) / from) - produced);
    const out = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const position = (produced + i) * from;
      const whole = Math.floor(position / to);
      const phase = ((position - whole * to) * phases) / to;
      const row = phase | 0;
      const share = phase - row;
      const start = whole + 1 - dropped;
      const low = filtered(held, start, filter, row * taps, taps);
      out[i] =
        share === 0 ? low : low + share * (filtered(held, start, filter, (row + 1) * taps, taps) - low);
    }
    produced += count;
    return out;
  };

  const hold = (samples: Float32Array): void => {
    const needed = Math.floor((produced * from) / to) + 1 - dropped;
    const drop = Math.min(Math.max(0, needed), heldLength);
    if (held.length < heldLength - drop + samples.length) {
      const larger = new Float64Array((heldLength - drop + samples.length) * 2);
      larger.set(held.subarray(drop, heldLength));
      held = larger;
    } else held.copyWithin(0, drop, heldLength);
    heldLength -= drop;
    dropped += drop;
    held.set(samples, heldLength);
    heldLength += samples.length;
  };

  return {
    push: (samples) => {
      hold(samples);
      consumed += samples.length;
      return run(consumed - reach);
    },
    flush: () => {
      hold(new Float32Array(reach + 1));
      const rest = run(consumed);
      held.fill(0, 0, reach);
      heldLength = reach;
      dropped = 0;
      consumed = 0;
      produced = 0;
      return rest;
    },
  };
}

/** Resamples a whole sound. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const resampler = createResampler(from, to);
  const [begin, end] = [resampler.push(samples), resampler.flush()];
  const whole = new Float32Array(begin.length + end.length);
  whole.set(begin);
  whole.set(end, begin.length);
  return whole;
}

/** Computes four sums, because each addition of one sum waits for the previous one. */
function filtered(x: Float64Array, start: number, filter: Float64Array, row: number, taps: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let t = 0; t < taps; t += 4) {
    a += x[start + t]! * filter[row + t]!;
    b += x[start + t + 1]! * filter[row + t + 1]!;
    c += x[start + t + 2]! * filter[row + t + 2]!;
    d += x[start + t + 3]! * filter[row + t + 3]!;
  }
  return a + b + (c + d);
}

/**
 * Returns the filter. Row p has the taps for an output p / phases after an input sample: `reach` inputs
 * before and after it.
 */
function filterRows(step: number, reach: number, phases: number): Float64Array {
  const taps = 2 * reach;
  const cutoff = CUTOFF / Math.max(1, step);
  const rows = new Float64Array((phases + 1) * taps);
  for (let p = 0; p <= phases; p++) {
    let sum = 0;
    for (let t = 0; t < taps; t++) {
      const distance = t - (reach - 1) - p / phases;
      const value = cutoff * sinc(cutoff * distance) * kaiser(distance / reach);
      rows[p * taps + t] = value;
      sum += value;
    }
    // Every row passes a constant unchanged.
    for (let t = 0; t < taps; t++) rows[p * taps + t]! /= sum;
  }
  return rows;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Evaluates the Kaiser window from -1 to 1. */
function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(BETA * Math.sqrt(1 - x * x)) / besselI0(BETA);
}

/** Evaluates the modified Bessel function of order 0 by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
