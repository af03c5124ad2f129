import { createKWeighting } from './k-weighting.js';

/**
 * Integrated loudness of one channel after ITU-R BS.1770-4, in LUFS, in pieces and in constant memory: mean squares of
 * the K-weighted sound over blocks of 400 ms, one every 100 ms; blocks under -70 LUFS do not count, nor do those more
 * than 10 LU under the mean of the rest. Blocks are kept as counts in steps of 0.1 LU.
 */
export interface LoudnessMeter {
  push(samples: Float32Array): void;
  /** -Infinity before the first block that counts. */
  integrated(): number;
}

const STEP_SECONDS = 0.1;
const STEPS_A_BLOCK = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
const BINS_PER_LU = 10;
/** Blocks louder than that are counted with it. */
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

/** LUFS of a mean square after K-weighting. */
function loudnessOf(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}
