/** A second-order section with a0 = 1. */
export interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/**
 * The two filters of ITU-R BS.1770-4 (a shelf for the head, a high pass) at any rate. The standard gives coefficients at
 * 48 kHz only; these are of the analogue filters behind them, as found by De Man ("Evaluation of implementations of the
 * EBU R128 loudness measurement", AES 145, 2018), through the bilinear transform: at 48 kHz they are the standard's.
 */
export function kWeightingFilters(sampleRate: number): { shelf: Biquad; highPass: Biquad } {
  const shelfGain = 10 ** (3.999843853973347 / 20);
  const bandGain = shelfGain ** 0.4996667741545416;
  const shelf = bilinear(1681.974450955533, 0.7071752369554196, sampleRate);
  const high = bilinear(38.13547087602444, 0.5003270373238773, sampleRate);
  return {
    shelf: {
      b: [
        (shelfGain + bandGain * shelf.kOverQ + shelf.kk) / shelf.a0,
        (2 * (shelf.kk - shelfGain)) / shelf.a0,
        (shelfGain - bandGain * shelf.kOverQ + shelf.kk) / shelf.a0,
      ],
      a: shelf.a,
    },
    highPass: { b: [1, -2, 1], a: high.a },
  };
}

interface Bilinear {
  kk: number;
  kOverQ: number;
  a0: number;
  a: [number, number];
}

function bilinear(frequency: number, q: number, sampleRate: number): Bilinear {
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const kk = k * k;
  const kOverQ = k / q;
  const a0 = 1 + kOverQ + kk;
  return { kk, kOverQ, a0, a: [(2 * (kk - 1)) / a0, (1 - kOverQ + kk) / a0] };
}

/** Both filters in turn, one sample after the other. */
export function createKWeighting(sampleRate: number): (sample: number) => number {
  const { shelf, highPass } = kWeightingFilters(sampleRate);
  const [b0, b1, b2] = shelf.b;
  const [a1, a2] = shelf.a;
  const [h1, h2] = highPass.a;
  // Transposed direct form II.
  let s1 = 0;
  let s2 = 0;
  let t1 = 0;
  let t2 = 0;
  return (x) => {
    const y = b0 * x + s1;
    s1 = b1 * x - a1 * y + s2;
    s2 = b2 * x - a2 * y;
    const z = y + t1;
    t1 = -2 * y - h1 * z + t2;
    t2 = y - h2 * z;
    return z;
  };
}
