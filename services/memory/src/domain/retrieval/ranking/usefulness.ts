export const HALF_LIFE_MS = 30 * 86_400_000;
/** A fresh memory gains as much over an old one as this much importance. */
export const RECENCY_WEIGHT = 0.3;

/** How much a memory is worth to who has not asked anything yet; `at`: when it happened, else when it was stored. */
export function usefulness(importance: number, at: number, now: number): number {
  return importance + RECENCY_WEIGHT * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);
}
