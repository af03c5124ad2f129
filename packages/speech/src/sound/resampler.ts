/**
 * Band-limited resampling between any two rates, in pieces: the windowed-sinc interpolation of Smith ("Digital audio
 * resampling", CCRMA, 2002), with a Kaiser window. Towards a lower rate the filter widens with the ratio, so that
 * nothing folds back.
 */
export interface Resampler {
  /** What can be told from the input so far. Sample n of all output lies at the time of sample n * from / to of all input. */
  push(samples: Float32Array): Float32Array;
  /** The rest: all output together is ceil(input * to / from) samples. The resampler is then as new. */
  flush(): Float32Array;
}

/** Zero crossings of the sinc on either side, at the lower of the two rates. */
const CROSSINGS = 32;
/** Kaiser's beta: images and folded parts lie about 80 dB down. */
const BETA = 8;
/** Where the filter is half down, as a share of the lower Nyquist frequency. */
const CUTOFF = 0.93;
/** As many rows of the filter at most: where the ratio needs more, it is interpolated between rows, 100 dB exact. */
const MAX_PHASES = 512;

/** Rates in Hz, whole numbers. */
export function createResampler(from: number, to: number): Resampler {
  if (!(Number.isInteger(from) && Number.isInteger(to) && from > 0 && to > 0))
    throw new RangeError(`Expected sample rates in whole Hz, received ${from} and ${to}`);
  const step = from / to;
  // Even, so that taps come in fours.
  const reach = 2 * Math.ceil((CROSSINGS * Math.max(1, step)) / CUTOFF / 2);
  const phases = Math.min(MAX_PHASES, to / greatestCommonDivisor(from, to));
  const filter = filterRows(step, reach, phases);
  const taps = 2 * reach;
  /** Input that later output needs; begins with silence in place of what came before the first sample. */
  let held = new Float64Array(2 * reach);
  let heldLength = reach;
  /** Input samples before `held`, the silence counted in. */
  let dropped = 0;
  let consumed = 0;
  let produced = 0;

  const run = (available: number): Float32Array => {
    // Output n lies at input n * from / to and needs `reach` inputs up to there and `reach` behind.
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

/** A whole sound at once. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const resampler = createResampler(from, to);
  const [begin, end] = [resampler.push(samples), resampler.flush()];
  const whole = new Float32Array(begin.length + end.length);
  whole.set(begin);
  whole.set(end, begin.length);
  return whole;
}

/** Four sums, because each addition waits for the one before it in its sum. */
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

/** Row p holds the taps for an output p / phases behind an input sample: `reach` inputs up to it, `reach` after it. */
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

/** The Kaiser window from -1 to 1. */
function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(BETA * Math.sqrt(1 - x * x)) / besselI0(BETA);
}

/** The modified Bessel function of order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
