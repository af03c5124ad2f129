import { truePeaks } from './true-peak.js';

/** Time by which the gain starts to fall before a peak, and to rise after it. */
const LOOK_AHEAD_SECONDS = 0.003;
/** Time in which the gain recovers by the factor e after a peak. */
const RELEASE_SECONDS = 0.05;
/** Margin for peaks between samples that a changing gain causes. */
const MARGIN = 10 ** (-0.1 / 20);

/**
 * Reduces the gain in place where the true peak would exceed `ceiling` (an amplitude). The gain is smooth: it
 * is the mean, over a window around each sample, of the minimum gain that the samples of such a window need,
 * so that it never exceeds the gain that the sample needs. Expects a whole sound with silence at its ends.
 */
export function limitPeaks(samples: Float32Array, sampleRate: number, ceiling: number): void {
  const wanted = ceiling * MARGIN;
  const gain = truePeaks(samples, wanted);
  let least = 1;
  for (let i = 0; i < gain.length; i++) {
    gain[i] = gain[i]! > wanted ? wanted / gain[i]! : 1;
    if (gain[i]! < least) least = gain[i]!;
  }
  if (least === 1) return;
  const reach = Math.round(LOOK_AHEAD_SECONDS * sampleRate);
  const held = slidingMinimum(gain, reach);
  const release = Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
  let follow = 1;
  for (let i = 0; i < held.length; i++) {
    follow = Math.min(held[i]!, 1 - (1 - follow) * release);
    held[i] = follow;
  }
  // A running sum of the window. Outside the sound the gain is that of its edge.
  const at = (i: number): number => held[Math.min(held.length - 1, Math.max(0, i))]!;
  let sum = 0;
  for (let i = -reach; i <= reach; i++) sum += at(i);
  for (let i = 0; i < samples.length; i++) {
    samples[i]! *= sum / (2 * reach + 1);
    sum += at(i + reach + 1) - at(i - reach);
  }
}

/** Returns the minimum within `reach` of each place (Lemire, "Streaming maximum-minimum filter", 2006). */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const minima = new Float32Array(values.length);
  /** Places with rising values; the first has the minimum of the window. */
  const queue = new Int32Array(values.length);
  let head = 0;
  let tail = 0;
  for (let i = 0; i < values.length + reach; i++) {
    if (i < values.length) {
      while (tail > head && values[queue[tail - 1]!]! >= values[i]!) tail--;
      queue[tail++] = i;
    }
    const centre = i - reach;
    if (centre < 0) continue;
    while (queue[head]! < centre - reach) head++;
    minima[centre] = values[queue[head]!]!;
  }
  return minima;
}
