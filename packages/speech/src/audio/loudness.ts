/**
 * Measures the integrated loudness of one channel in LUFS after ITU-R BS.1770-4, piece by piece in constant
 * memory: mean squares of the K-weighted sound over blocks of 400 ms, every 100 ms. Blocks under -70 LUFS,
 * and blocks more than 10 LU under the mean of the others, do not count. Blocks are stored as counts in steps
 * of 0.1 LU.
 */
export interface LoudnessMeter {
  push(samples: Float32Array): void;
  /** Returns -Infinity before the first block that counts. */
  integrated(): number;
}

const STEP_SECONDS = 0.1;
const STEPS_A_BLOCK = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
const BINS_PER_LU = 10;
/** Maximum loudness that is distinguished. */
const LOUDEST = 20;

export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const weigh = createKWeighting(sampleRate);
  const stepLength = Math.round(STEP_SECONDS * sampleRate);
  const bins = (LOUDEST - ABSOLUTE_GATE) * BINS_PER_LU;
  const counts = new Float64Array(bins);
  const energies = new Float64Array(bins);
  const steps = new Float64Array(STEPS_A_BLOCK);
  let finishedSteps = 0;
  let inStep = 0;
  let sum = 0;

  const finishStep = (): void => {
    steps[finishedSteps++ % STEPS_A_BLOCK] = sum / stepLength;
    inStep = 0;
    sum = 0;
    if (finishedSteps < STEPS_A_BLOCK) return;
    const energy = steps.reduce((total, step) => total + step, 0) / STEPS_A_BLOCK;
    const loudness = loudnessOf(energy);
    if (loudness < ABSOLUTE_GATE) return;
    const bin = Math.min(bins - 1, Math.floor((loudness - ABSOLUTE_GATE) * BINS_PER_LU));
    counts[bin]!++;
    energies[bin]! += energy;
  };

  const meanAbove = (gate: number): number => {
    let count = 0;
    let energy = 0;
    for (let bin = 0; bin < bins; bin++) {
      if (counts[bin] === 0 || loudnessOf(energies[bin]! / counts[bin]!) < gate) continue;
      count += counts[bin]!;
      energy += energies[bin]!;
    }
    return loudnessOf(energy / count);
  };

  return {
    push: (samples) => {
      for (let i = 0; i < samples.length; i++) {
        const weighed = weigh(samples[i]!);
        sum += weighed * weighed;
        if (++inStep === stepLength) finishStep();
      }
    },
    integrated: () => {
      const ungated = meanAbove(ABSOLUTE_GATE);
      return Number.isNaN(ungated) ? Number.NEGATIVE_INFINITY : meanAbove(ungated + RELATIVE_GATE);
    },
  };
}

/** Returns the LUFS of a mean square after K-weighting. */
function loudnessOf(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}

/** A second-order section with a0 = 1. */
export interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/**
 * Returns the two filters of ITU-R BS.1770-4 (a shelf for the head, a high pass) for any rate. The standard
 * has coefficients at 48 kHz only. These are of the analogue filters that De Man found ("Evaluation of
 * implementations of the EBU R128 loudness measurement", AES 145, 2018), after the bilinear transform; at 48
 * kHz they equal the standard.
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

/** Returns a function that applies both filters to one sample after another. */
function createKWeighting(sampleRate: number): (sample: number) => number {
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
