/** One triangle of a mel filter bank: the weights of the bins from `first` on. */
export interface MelBand {
  readonly first: number;
  readonly weights: Float64Array;
}

export interface MelBandOptions {
  readonly sampleRate: number;
  /** Samples of a window; its spectrum has half as many bins and one. */
  readonly windowSize: number;
  readonly bands: number;
  /** Hz. */
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Triangles whose corners lie evenly on Slaney's mel scale, each of area 1 over Hz: librosa.filters.mel as it is by default
 * (htk=False, norm='slaney'), after Slaney, "Auditory Toolbox", technical report 1998-010, Interval Research, 1998.
 */
export function createMelBands({
  sampleRate,
  windowSize,
  bands,
  lowest,
  highest,
}: MelBandOptions): MelBand[] {
  const from = hzToMel(lowest);
  const step = (hzToMel(highest) - from) / (bands + 1);
  const corners = Array.from({ length: bands + 2 }, (_, i) => melToHz(from + i * step));
  const bins = Array.from({ length: windowSize / 2 + 1 }, (_, k) => (k * sampleRate) / windowSize);
  return Array.from({ length: bands }, (_, band) => {
    const [low, centre, high] = [corners[band]!, corners[band + 1]!, corners[band + 2]!];
    const first = bins.findIndex((hz) => hz > low);
    const inside = bins.filter((hz) => hz > low && hz < high);
    const weights = inside.map(
      (hz) => (Math.min((hz - low) / (centre - low), (high - hz) / (high - centre)) * 2) / (high - low),
    );
    return { first, weights: Float64Array.from(weights) };
  });
}

/** Below 1000 Hz a mel is 200 / 3 Hz; above, 27 mel are a factor of 6.4. */
const HZ_PER_MEL = 200 / 3;
const KNEE_HZ = 1000;
const KNEE_MEL = KNEE_HZ / HZ_PER_MEL;
const LOG_STEP = Math.log(6.4) / 27;

function hzToMel(hz: number): number {
  return hz < KNEE_HZ ? hz / HZ_PER_MEL : KNEE_MEL + Math.log(hz / KNEE_HZ) / LOG_STEP;
}

function melToHz(mel: number): number {
  return mel < KNEE_MEL ? mel * HZ_PER_MEL : KNEE_HZ * Math.exp(LOG_STEP * (mel - KNEE_MEL));
}
