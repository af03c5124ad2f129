/**
 * The power spectrum |sum x[n] e^(-2 pi i k n / N)|^2 of real signals of N = 2^m, through a complex transform of N/2: even
 * samples as real, odd ones as imaginary part (Press et al., "Numerical Recipes", 3rd edition, section 12.3.2); decimation in time.
 */
export interface PowerSpectrum {
  /** Bins 0 to size / 2 of `signal`, which stays as it is. */
  of(signal: Float32Array, power: Float32Array): void;
}

export function createPowerSpectrum(size: number): PowerSpectrum {
  const half = size / 2;
  const bits = Math.log2(half);
  if (!Number.isInteger(bits)) throw new RangeError(`Expected a power of two, received ${size}`);
  const cos = Float64Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sin = Float64Array.from({ length: half }, (_, k) => Math.sin((2 * Math.PI * k) / size));
  const order = Uint32Array.from({ length: half }, (_, i) => reversed(i, bits));
  const re = new Float64Array(half);
  const im = new Float64Array(half);

  const transform = (): void => {
    for (let span = 1; span < half; span *= 2) {
      const step = half / span;
      for (let start = 0; start < half; start += 2 * span) {
        for (let k = 0; k < span; k++) {
          const a = start + k;
          const b = a + span;
          const wr = cos[k * step]!;
          const wi = -sin[k * step]!;
          const tr = re[b]! * wr - im[b]! * wi;
          const ti = re[b]! * wi + im[b]! * wr;
          re[b] = re[a]! - tr;
          im[b] = im[a]! - ti;
          re[a] = re[a]! + tr;
          im[a] = im[a]! + ti;
        }
      }
    }
  };

  return {
    of: (signal, power) => {
      for (let i = 0; i < half; i++) {
        re[i] = signal[2 * order[i]!]!;
        im[i] = signal[2 * order[i]! + 1]!;
      }
      transform();
      power[0] = (re[0]! + im[0]!) ** 2;
      power[half] = (re[0]! - im[0]!) ** 2;
      for (let k = 1; k < half; k++) {
        const mirror = half - k;
        const evenR = 0.5 * (re[k]! + re[mirror]!);
        const evenI = 0.5 * (im[k]! - im[mirror]!);
        const oddR = 0.5 * (im[k]! + im[mirror]!);
        const oddI = 0.5 * (re[mirror]! - re[k]!);
        const real = evenR + cos[k]! * oddR + sin[k]! * oddI;
        const imaginary = evenI + cos[k]! * oddI - sin[k]! * oddR;
        power[k] = real * real + imaginary * imaginary;
      }
    },
  };
}

function reversed(value: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result |= ((value >> bit) & 1) << (bits - 1 - bit);
  return result;
}
