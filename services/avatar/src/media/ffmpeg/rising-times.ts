/** Computes increasing frame times from the times that a clip states. */
export interface RisingTimes {
  /**
   * Returns microseconds after the first frame, more than the last call; `told` is null if the clip states no
   * time.
   */
  next(told: number | null): number;
}

/** Parts of a second that mp4 counts in, at least: players take fewer for a clip of a few frames a second. */
const MIN_TIMESCALE = 10_000;
/** Maximum timescale: finer or unknown times are rounded to a scale that fits every usual rate. */
const MAX_TIMESCALE = 200_000;
const USUAL_TIMESCALE = 90_000;

/** The clip's own parts of a second, or parts of those. */
export function writableTimescale(own: number | null): number {
  if (own === null || own < 1 || own > MAX_TIMESCALE) return USUAL_TIMESCALE;
  return own * Math.ceil(MIN_TIMESCALE / own);
}

/** Frames that have the same time, or one before the last, follow as closely as the timescale lets them. */
export function createRisingTimes({ fps, timescale }: { fps: number; timescale: number }): RisingTimes {
  const closest = Math.ceil(1e6 / timescale);
  let first: number | null = null;
  let last = -Infinity;
  return {
    next(told) {
      const micros = told ?? (first ?? 0) + (last === -Infinity ? 0 : last + Math.round(1e6 / fps));
      first ??= micros;
      last = Math.max(0, micros - first, last + closest);
      return last;
    },
  };
}
