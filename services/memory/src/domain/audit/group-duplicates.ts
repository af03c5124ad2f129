/** Two texts that say the same, by their places. */
export interface DuplicateEdge {
  a: number;
  b: number;
  /** 0 to 1. */
  confidence: number;
}

/**
 * Groups in which each says the same as every other. The surest pairs are joined first; two groups only if all their
 * pairs are duplicates: a chain a, b, c whose ends do not match becomes {a, b} without c. What was left out is found
 * again once the group is merged. Equal confidences are taken in order of the places, so the result is always the same.
 */
export function groupDuplicates(edges: readonly DuplicateEdge[]): number[][] {
  const matches = new Set(edges.flatMap(({ a, b }) => [`${a}/${b}`, `${b}/${a}`]));
  const groupOf = new Map<number, number[]>();
  const inOrder = edges.toSorted(
    (x, y) =>
      y.confidence - x.confidence ||
      Math.min(x.a, x.b) - Math.min(y.a, y.b) ||
      Math.max(x.a, x.b) - Math.max(y.a, y.b),
  );
  for (const { a, b } of inOrder) {
    const left = groupOf.get(a) ?? [a];
    const right = groupOf.get(b) ?? [b];
    if (left === right || !left.every((x) => right.every((y) => matches.has(`${x}/${y}`)))) continue;
    const joined = [...left, ...right];
    for (const place of joined) groupOf.set(place, joined);
  }
  return [...new Set(groupOf.values())].map((group) => group.toSorted((a, b) => a - b));
}
