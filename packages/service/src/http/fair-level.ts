/**
 * The greatest level to which all amounts can be cut so that together they are at most `total`: who has less keeps it all, and what
 * those leave is shared by the others alike (max-min fairness). Infinite where nothing has to be cut.
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
