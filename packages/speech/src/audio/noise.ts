/**
 * Gaussian noise of zero mean and unit variance, equal for a seed on every machine. xoshiro128++ (Blackman
 * and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021), seeded by the finaliser of
 * MurmurHash3, selects one of 4,096 quantiles of the normal distribution (inverse by Acklam, 2003, relative
 * error 1.15e-9). The largest value is 3.7; sums over hundreds of bins are Gaussian far beyond that.
 */
export interface GaussianNoise {
  /** Restarts the noise: the same seed gives the same values. The lowest 32 bits of an integer count. */
  seed(seed: number): void;
  fill(values: Float64Array): void;
}

const QUANTILE_BITS = 12;
/** One draw of 32 bits gives two values, from its highest bits and from the next ones. */
const FIRST_SHIFT = 32 - QUANTILE_BITS;
const SECOND_SHIFT = 32 - 2 * QUANTILE_BITS;
const MASK = (1 << QUANTILE_BITS) - 1;

// Acklam's coefficients, the highest power first.
const MIDDLE_ABOVE = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
];
const MIDDLE_BELOW = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1,
];
const TAIL_ABOVE = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const TAIL_BELOW = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416];

const QUANTILES = normalQuantiles(1 << QUANTILE_BITS);

export function createGaussianNoise(): GaussianNoise {
  const state = new Int32Array(4);
  return {
    seed: (seed) => {
      let z = seed | 0;
      for (let i = 0; i < 4; i++) {
        z = (z + 0x9e3779b9) | 0;
        let mixed = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
        mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
        state[i] = mixed ^ (mixed >>> 16);
      }
    },
    fill: (values) => {
      let s0 = state[0]!;
      let s1 = state[1]!;
      let s2 = state[2]!;
      let s3 = state[3]!;
      const { length } = values;
      for (let i = 0; i < length; i += 2) {
        const sum = (s0 + s3) | 0;
        const draw = (((sum << 7) | (sum >>> 25)) + s0) | 0;
        const shifted = s1 << 9;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= shifted;
        s3 = (s3 << 11) | (s3 >>> 21);
        values[i] = QUANTILES[draw >>> FIRST_SHIFT]!;
        if (i + 1 < length) values[i + 1] = QUANTILES[(draw >>> SECOND_SHIFT) & MASK]!;
      }
      state[0] = s0;
      state[1] = s1;
      state[2] = s2;
      state[3] = s3;
    },
  };
}

/** Returns the middle of each of `count` equal slices of probability, scaled to unit variance. */
function normalQuantiles(count: number): Float64Array {
  const values = Float64Array.from({ length: count }, (_, i) => inverseNormal((i + 0.5) / count));
  const scale = Math.sqrt(count / values.reduce((sum, value) => sum + value * value, 0));
  // Single precision, because the last bits of Math.log may differ between versions of Node.
  return values.map((value) => Math.fround(value * scale));
}

/**
 * Returns the value at which the normal distribution reaches the probability `p` (Acklam's rational
 * approximation).
 */
function inverseNormal(p: number): number {
  if (p > 0.5) return -inverseNormal(1 - p);
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return polynomial(TAIL_ABOVE, q) / (polynomial(TAIL_BELOW, q) * q + 1);
  }
  const q = p - 0.5;
  return (polynomial(MIDDLE_ABOVE, q * q) * q) / (polynomial(MIDDLE_BELOW, q * q) * q * q + 1);
}

/** Evaluates a polynomial; the coefficient of the highest power comes first. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((value, coefficient) => value * x + coefficient, 0);
}
