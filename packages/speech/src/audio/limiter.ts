import { truePeaks } from './true-peak.js';

/** The gain begins to fall so long before a peak and has begun to rise so long behind it. */
const LOOK_AHEAD_SECONDS = 0.003;
/** After a peak the gain comes back by the factor e in this time. */
const RELEASE_SECONDS = 0.05;
/** What a changing gain can add between samples. */
const MARGIN = 10 ** (-0.1 / 20);

/**
 * Turns the sound down, in place, where its true peak would pass `ceiling` (an amplitude), and nowhere else. The gain is
 * smooth: it is the mean, over a window around each sample, of the least gain any sample in such a window needs, and so
 * never more than the sample itself needs. Whole sounds: between sentences there is silence, where a gain ends unheard.
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
  // A running sum of the window; outside the sound the gain is that of its edge.
  const at = (i: number): number => held[Math.min(held.length - 1, Math.max(0, i))]!;
  let sum = 0;
  for (let i = -reach; i <= reach; i++) sum += at(i);
  for (let i = 0; i < samples.length; i++) {
    samples[i]! *= sum / (2 * reach + 1);
    sum += at(i + reach + 1) - at(i - reach);
  }
}

/** The least value within `reach` of each place. (Lemire, "Streaming maximum-minimum filter", 2006.) */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const minima = new Float32Array(values.length);
  /** Places whose values rise: the first is the least of the window. */
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
