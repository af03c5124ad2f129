import { type Pass, RUN_PASS, type RunPass } from './fft-passes.js';

/**
 * The discrete Fourier transform X[k] = sum x[n] e^(-2 pi i k n / N), not scaled, for N = 2^a 3^b 5^c. Stockham's
 * autosort algorithm: each pass reads one pair of arrays and writes the other in order, without a permutation.
 */
export interface Fft {
  readonly size: number;
  /** Transforms arrays of length `size` in place. Exchange the two for the inverse transform, times `size`. */
  transform(re: Float64Array, im: Float64Array): void;
}

export function createFft(size: number): Fft {
  const passes = planPasses(size);
  const scratchRe = new Float64Array(size);
  const scratchIm = new Float64Array(size);
  return {
    size,
    transform: (re, im) => {
      let inScratch = false;
      for (const { pass, run } of passes) {
        if (inScratch) run(pass, scratchRe, scratchIm, re, im);
        else run(pass, re, im, scratchRe, scratchIm);
        inScratch = !inScratch;
      }
      if (!inScratch) return;
      re.set(scratchRe);
      im.set(scratchIm);
    },
  };
}

/**
 * The transform of real signals of even length N with a complex one of length N/2: even samples are the real part, odd
 * samples the imaginary part. (Press et al., "Numerical Recipes", 3rd edition, section 12.3.2.)
 */
export interface RealFft {
  readonly size: number;
  /** Returns bins 0 to size / 2 of `signal`, which does not change. */
  forward(signal: Float64Array, re: Float64Array, im: Float64Array): void;
  /**
   * The inverse of `forward`, scaled by 1/size. The imaginary parts of the first and the last bin are ignored because
   * a real signal has zeros there. The bins do not change.
   */
  inverse(re: Float64Array, im: Float64Array, signal: Float64Array): void;
}

export function createRealFft(size: number): RealFft {
  const half = size / 2;
  if (!Number.isInteger(half)) throw new RangeError(`Expected an even length, received ${size}`);
  const fft = createFft(half);
  const zr = new Float64Array(half);
  const zi = new Float64Array(half);
  const cos = Float64Array.from({ length: half + 1 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sin = Float64Array.from({ length: half + 1 }, (_, k) => Math.sin((2 * Math.PI * k) / size));
  return {
    size,
    forward: (signal, re, im) => {
      for (let n = 0; n < half; n++) {
        zr[n] = signal[2 * n]!;
        zi[n] = signal[2 * n + 1]!;
      }
      fft.transform(zr, zi);
      re[0] = zr[0]! + zi[0]!;
      im[0] = 0;
      re[half] = zr[0]! - zi[0]!;
      im[half] = 0;
      for (let k = 1; k < half; k++) {
        const mirror = half - k;
        const evenR = 0.5 * (zr[k]! + zr[mirror]!);
        const evenI = 0.5 * (zi[k]! - zi[mirror]!);
        const oddR = 0.5 * (zi[k]! + zi[mirror]!);
        const oddI = 0.5 * (zr[mirror]! - zr[k]!);
        re[k] = evenR + cos[k]! * oddR + sin[k]! * oddI;
        im[k] = evenI + cos[k]! * oddI - sin[k]! * oddR;
      }
    },
    inverse: (re, im, signal) => {
      const scale = 1 / size;
      zr[0] = scale * (re[0]! + re[half]!);
      zi[0] = scale * (re[0]! - re[half]!);
      for (let k = 1; k < half; k++) {
        const mirror = half - k;
        const evenR = re[k]! + re[mirror]!;
        const evenI = im[k]! - im[mirror]!;
        const diffR = re[k]! - re[mirror]!;
        const diffI = im[k]! + im[mirror]!;
        const oddR = diffR * cos[k]! - diffI * sin[k]!;
        const oddI = diffR * sin[k]! + diffI * cos[k]!;
        zr[k] = scale * (evenR - oddI);
        zi[k] = scale * (evenI + oddR);
      }
      fft.transform(zi, zr);
      for (let n = 0; n < half; n++) {
        signal[2 * n] = zr[n]!;
        signal[2 * n + 1] = zi[n]!;
      }
    },
  };
}

function planPasses(size: number): { pass: Pass; run: RunPass }[] {
  const passes: { pass: Pass; run: RunPass }[] = [];
  let rest = size;
  for (const factor of [4, 2, 3, 5]) {
    while (rest > 1 && rest % factor === 0) {
      const blocks = rest / factor;
      const pass = { factor, blocks, stride: size / rest, twiddles: twiddlesOf(factor, blocks) };
      passes.push({ pass, run: RUN_PASS[factor]! });
      rest = blocks;
    }
  }
  if (rest !== 1)
    throw new RangeError(`Expected a length with the prime factors 2, 3 and 5, received ${size}`);
  return passes;
}

function twiddlesOf(factor: number, blocks: number): Float64Array {
  const twiddles = new Float64Array(blocks * (factor - 1) * 2);
  let at = 0;
  for (let p = 0; p < blocks; p++) {
    for (let j = 1; j < factor; j++) {
      const angle = (-2 * Math.PI * j * p) / (factor * blocks);
      twiddles[at++] = Math.cos(angle);
      twiddles[at++] = Math.sin(angle);
    }
  }
  return twiddles;
}
