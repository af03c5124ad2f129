/**
 * Peaks between samples, as a converter would make them: four times the rate, after ITU-R BS.1770-4, annex 2. The filter
 * is a sinc of 16 samples under a Hann window in place of the annex's table of 12.
 */
const OVERSAMPLING = 4;
const REACH = 8;
const TAPS = 2 * REACH;
/** Looked through at once for whether there can be a peak at all. */
const BLOCK = 16;

/** Row p interpolates (p + 1) / OVERSAMPLING behind a sample. */
const FILTER = Array.from({ length: OVERSAMPLING - 1 }, (_, p) => interpolator((p + 1) / OVERSAMPLING));

/** No value between samples is more than this times the largest sample in reach. */
const MAX_OVERSHOOT = Math.max(...FILTER.map((row) => row.reduce((sum, tap) => sum + Math.abs(tap), 0)));

/** The largest peak, as amplitude: 1 is full scale. */
export function truePeak(samples: Float32Array): number {
  return truePeaks(samples, 0).reduce((most, peak) => Math.max(most, peak), 0);
}

/**
 * For each sample the largest of itself and the three values behind it. Where none can be above `floor`, the work is
 * spared and 0 comes back.
 */
export function truePeaks(samples: Float32Array, floor: number): Float32Array {
  const peaks = new Float32Array(samples.length);
  const padded = new Float32Array(samples.length + TAPS + BLOCK);
  padded.set(samples, REACH);
  const [early, middle, late] = FILTER as [Float64Array, Float64Array, Float64Array];
  for (let from = 0; from < samples.length; from += BLOCK) {
    let near = 0;
    for (let n = from; n < from + BLOCK + TAPS; n++) near = Math.max(near, Math.abs(padded[n]!));
    if (near * MAX_OVERSHOOT <= floor) continue;
    const to = Math.min(samples.length, from + BLOCK);
    for (let i = from; i < to; i++) {
      let a = 0;
      let b = 0;
      let c = 0;
      for (let t = 0; t < TAPS; t++) {
        const x = padded[i + 1 + t]!;
        a += x * early[t]!;
        b += x * middle[t]!;
        c += x * late[t]!;
      }
      peaks[i] = Math.max(Math.abs(samples[i]!), Math.abs(a), Math.abs(b), Math.abs(c));
    }
  }
  return peaks;
}

function interpolator(offset: number): Float64Array {
  const row = Float64Array.from({ length: TAPS }, (_, t) => {
    const distance = t - (REACH - 1) - offset;
    const window = Math.cos((Math.PI * distance) / (2 * REACH)) ** 2;
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
  const sum = row.reduce((total, tap) => total + tap, 0);
  return row.map((tap) => tap / sum);
}
