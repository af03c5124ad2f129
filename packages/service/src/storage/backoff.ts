/** Waits that double from `firstMs` to `maxMs`, each shortened by up to a half at random, so that many who wait do not come at once. */
export function createBackoff({ firstMs = 100, maxMs = 5_000, random = Math.random } = {}) {
  let failures = 0;
  return {
    /** How long to wait after one more failure. */
    next(): number {
      const longest = Math.min(maxMs, firstMs * 2 ** Math.min(failures++, 30));
      return longest * (1 - random() / 2);
    },
    reset(): void {
      failures = 0;
    },
  };
}
