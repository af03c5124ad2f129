export const HALF_LIFE_MS = 30 * 86_400_000;
/** A new memory has the same advantage over an old memory as this difference in importance. */
export const RECENCY_WEIGHT = 0.3;

/** Returns the value of a memory without a query. `at` is the time of the event, or of storing. */
export function usefulness(importance: number, at: number, now: number): number {
  return importance + RECENCY_WEIGHT * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);
}
