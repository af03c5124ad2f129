/**
 * Returns the highest level to which all amounts can be cut so that their sum is at most `total` (max-min
 * fairness): amounts below the level stay, and the others share the rest equally. Infinity if no cut is
 * needed.
 */
export function fairLevel(amounts: readonly number[], total: number): number {
  let left = total;
  const ascending = amounts.toSorted((a, b) => a - b);
  for (const [n, amount] of ascending.entries()) {
    const share = left / (ascending.length - n);
    if (amount > share) return share;
    left -= amount;
  }
  return Number.POSITIVE_INFINITY;
}
