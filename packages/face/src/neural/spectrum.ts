/** Magnitudes of the bins 0 to size / 2 of a window of real samples. */
export interface Spectrum {
  readonly size: number;
  /** |sum x[n] e^(-2 pi i k n / size)|, not scaled, into `out`; `samples` stays as it is. */
  magnitudes(samples: Float64Array, out: Float64Array): void;
}

const FACTORS = [5, 4, 3, 2];

/**
 * For even sizes whose half has the prime factors 2, 3 and 5: the real signal goes through a complex transform of half its
 * length, even samples as real, odd ones as imaginary part (Press et al., "Numerical Recipes", 3rd edition, section 12.3.2).
 */
export function createSpectrum(size: number): Spectrum {
  const half = size / 2;
  const factors = factorsOf(half);
  const cos = Float64Array.from({ length: size }, (_, n) => Math.cos((2 * Math.PI * n) / size));
  const sin = Float64Array.from({ length: size }, (_, n) => Math.sin((2 * Math.PI * n) / size));
  let re = new Float64Array(half);
  let im = new Float64Array(half);
  let nextRe = new Float64Array(half);
  let nextIm = new Float64Array(half);

  /**
   * One pass of Stockham's autosort form (van Loan, "Computational Frameworks for the Fast Fourier Transform", 1992): of each
   * block, `factor` values that lie `blocks * stride` apart become `factor` values `stride` apart, turned by their twiddles.
   */
  const pass = (factor: number, blocks: number, stride: number): void => {
    for (let block = 0; block < blocks; block++)
      for (let j = 0; j < factor; j++) {
        // In steps of a full turn over `size`: what each of the terms is turned by beyond the one before it.
        const turn = (size / factor) * j;
        const twiddle = (size / (factor * blocks)) * block * j;
        const to = stride * (factor * block + j);
        for (let q = 0; q < stride; q++) {
          let sumRe = 0;
          let sumIm = 0;
          let angle = twiddle % size;
          for (let from = stride * block + q; from < half; from += stride * blocks) {
            sumRe += re[from]! * cos[angle]! + im[from]! * sin[angle]!;
            sumIm += im[from]! * cos[angle]! - re[from]! * sin[angle]!;
            angle += turn;
            while (angle >= size) angle -= size;
          }
          nextRe[to + q] = sumRe;
          nextIm[to + q] = sumIm;
        }
      }
    [re, nextRe] = [nextRe, re];
    [im, nextIm] = [nextIm, im];
  };

  return {
    size,
    magnitudes: (samples, out) => {
      for (let n = 0; n < half; n++) {
        re[n] = samples[2 * n]!;
        im[n] = samples[2 * n + 1]!;
      }
      let stride = 1;
      for (const factor of factors) {
        pass(factor, half / stride / factor, stride);
        stride *= factor;
      }
      out[0] = Math.abs(re[0]! + im[0]!);
      out[half] = Math.abs(re[0]! - im[0]!);
      for (let k = 1; k < half; k++) {
        const mirror = half - k;
        const evenRe = 0.5 * (re[k]! + re[mirror]!);
        const evenIm = 0.5 * (im[k]! - im[mirror]!);
        const oddRe = 0.5 * (im[k]! + im[mirror]!);
        const oddIm = 0.5 * (re[mirror]! - re[k]!);
        const binRe = evenRe + cos[k]! * oddRe + sin[k]! * oddIm;
        const binIm = evenIm + cos[k]! * oddIm - sin[k]! * oddRe;
        out[k] = Math.sqrt(binRe * binRe + binIm * binIm);
      }
    },
  };
}

function factorsOf(length: number): number[] {
  const found: number[] = [];
  let rest = length;
  for (const factor of FACTORS)
    while (rest % factor === 0) {
      found.push(factor);
      rest /= factor;
    }
  if (rest !== 1 || !Number.isInteger(length))
    throw new RangeError(
      `Expected an even length whose half has the factors 2, 3 and 5, received ${2 * length}`,
    );
  return found;
}
