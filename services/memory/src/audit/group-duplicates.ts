/** Two texts that are duplicates, by their positions. */
export interface DuplicateEdge {
  a: number;
  b: number;
  /** Confidence, 0 to 1. */
  confidence: number;
}

/**
 * Groups texts such that each text of a group is a duplicate of every other text of the group. Pairs with the
 * highest confidence are joined first. Two groups are joined only if all their pairs are duplicates: a chain
 * a, b, c whose ends are not duplicates becomes {a, b} without c. A later audit finds c again after the group
 * is merged. Pairs with equal confidence are processed in order of their positions, so the result is
 * deterministic.
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
