/** Half-open range of samples. */
export interface SampleRange {
  start: number;
  end: number;
}

const STEP_SECONDS = 0.005;
/** Before and behind the step in which the burst begins. */
const BEFORE_SECONDS = 0.01;
const BEHIND_SECONDS = 0.03;
/** A burst has so many times the energy of the 20 ms before. */
const RISE = 8;
const STEPS_BEFORE = 4;
/** What lies so far under the loudest step is not a burst: -40 dB. */
const FLOOR = 1e-4;

/**
 * The bursts of p, t, k and the like: where the energy of the difference signal (which favours high frequencies) jumps.
 * In order, not overlapping. Stretching one smears it or says it twice.
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
    const end = Math.min(samples.length, Math.round(s * step + BEHIND_SECONDS * sampleRate));
    const last = ranges.at(-1);
    if (last && start < last.end) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}
