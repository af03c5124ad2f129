/** How a One-Euro filter weighs stillness against lag. */
export interface OneEuroTuning {
  /** Hz: the cutoff of what stands still. */
  readonly least: number;
  /** Hz more for each unit a second. */
  readonly perSpeed: number;
  /** Hz: the cutoff of the speed itself. */
  readonly ofSpeed: number;
}

/** Smooths several values, each by its own speed: still ones a lot, fast ones hardly. */
export interface OneEuroFilter {
  /** In place; the next values of a signal sampled every `seconds`. */
  smooth(values: Float64Array, seconds: number): void;
  /** What comes next is taken as it is. */
  reset(): void;
}

/** Casiez, Roussel, Vogel, "1 Euro Filter: A Simple Speed-based Low-pass Filter for Noisy Input", 2012. `tuningOf` gives each value its tuning. */
export function createOneEuroFilter(
  count: number,
  tuningOf: (index: number) => OneEuroTuning,
): OneEuroFilter {
  const tunings = Array.from({ length: count }, (_, i) => tuningOf(i));
  const smoothed = new Float64Array(count);
  const speeds = new Float64Array(count);
  let started = false;
  return {
    smooth: (values, seconds) => {
      if (!started) {
        smoothed.set(values);
        speeds.fill(0);
        started = true;
        return;
      }
      for (let i = 0; i < count; i++) {
        const { least, perSpeed, ofSpeed } = tunings[i]!;
        const speed = (values[i]! - smoothed[i]!) / seconds;
        speeds[i]! += weight(ofSpeed, seconds) * (speed - speeds[i]!);
        smoothed[i]! +=
          weight(least + perSpeed * Math.abs(speeds[i]!), seconds) * (values[i]! - smoothed[i]!);
        values[i] = smoothed[i]!;
      }
    },
    reset: () => {
      started = false;
    },
  };
}

/** Of a new value in a low-pass filter of first order with this cutoff. */
function weight(cutoff: number, seconds: number): number {
  const turn = 2 * Math.PI * cutoff * seconds;
  return turn / (turn + 1);
}
