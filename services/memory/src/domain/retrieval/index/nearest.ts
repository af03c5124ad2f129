import type { NearestOptions, NearPair } from '../near-pair.js';

/** The nearest rows of each row, kept up while all are compared. */
export interface Nearest {
  /** The cosines of row `a` with those after it; not a number for a row without a vector. */
  take(a: number, cosines: Float32Array): void;
  /** The row and its nearest; a pair of two that are near to one another is with the first of them. */
  pairsOf(row: number): NearPair[];
}

/** Few scores enter a list: one comparison each for the others, about 2 ns a pair for both rows. */
export function createNearest(rows: number, { perPlace, above }: NearestOptions): Nearest {
  /** What a cosine has to exceed to enter the list of a row. */
  const floors = new Float32Array(rows).fill(above);
  const counts = new Uint16Array(rows);
  /** Lists one after the other, each nearest first. */
  const others = new Uint32Array(rows * perPlace);
  const kept = new Float32Array(rows * perPlace);

  function enter(row: number, other: number, cosine: number): void {
    const first = row * perPlace;
    let at = first + Math.min(counts[row]!, perPlace - 1);
    for (; at > first && kept[at - 1]! < cosine; at--) {
      kept[at] = kept[at - 1]!;
      others[at] = others[at - 1]!;
    }
    kept[at] = cosine;
    others[at] = other;
    if (counts[row]! < perPlace) counts[row]!++;
    if (counts[row] === perPlace) floors[row] = kept[first + perPlace - 1]!;
  }

  function isListed(row: number, other: number): boolean {
    const first = row * perPlace;
    return others.subarray(first, first + counts[row]!).includes(other);
  }

  return {
    take(a, cosines) {
      for (let i = 0; i < cosines.length; i++) {
        const cosine = cosines[i]!;
        const b = a + 1 + i;
        if (cosine > floors[b]!) enter(b, a, cosine);
        if (cosine > floors[a]!) enter(a, b, cosine);
      }
    },

    pairsOf(row) {
      const pairs: NearPair[] = [];
      const first = row * perPlace;
      for (let at = first; at < first + counts[row]!; at++) {
        const other = others[at]!;
        if (other < row && isListed(other, row)) continue;
        pairs.push({ a: Math.min(row, other), b: Math.max(row, other), cosine: kept[at]! });
      }
      return pairs;
    },
  };
}
