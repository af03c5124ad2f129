import type { NearestOptions, NearPair, NearPairsOptions } from '../near-pair.js';
import { selectTop } from '../ranking/select-top.js';
import type { MemoryIndex } from './memory-index.js';
import type { VectorTable } from './vector-table.js';

/**
 * Yields for each row the later rows that are near it; a row without a vector has no near rows. The SIMD scan
 * compares all n * n / 2 pairs, about 17 ns each. Each step of the generator scans the table once.
 */
export function* nearPairs(table: VectorTable, options: NearPairsOptions): Generator<NearPair[]> {
  const { minimum, selected, minimumSelected } = options;
  const rows = Uint32Array.from({ length: table.rows }, (_, row) => row);
  const scores = new Float32Array(table.rows);
  const near = new Uint32Array(table.rows);
  const nearScores = new Float32Array(table.rows);
  const end = Math.min(table.rows, options.places);
  const nearest = options.nearest && createNearest(table.rows, options.nearest);
  for (let a = 0; a < end; a++) {
    const [vector] = table.windows(a);
    if (vector === undefined) {
      yield [];
      continue;
    }
    const later = rows.subarray(a + 1);
    table.score(vector, later, scores.subarray(0, later.length));
    nearest?.take(a, scores.subarray(0, later.length));
    const border = Math.min(later.length, Math.max(0, selected - a - 1));
    let count = 0;
    const keep = (from: number, to: number, least: number) => {
      for (let i = from; i < to; i++) {
        // The score is NaN for a row without a vector.
        if (!(scores[i]! >= least)) continue;
        nearScores[count] = scores[i]!;
        near[count++] = i;
      }
    };
    keep(0, border, minimumSelected);
    keep(border, later.length, minimum);
    const most = a < selected ? options.perSelectedPlace : options.perPlace;
    const best = selectTop(nearScores.subarray(0, count), most, (first, second) => first - second);
    yield best.map((at) => ({ a, b: a + 1 + near[at]!, cosine: nearScores[at]! }));
  }
  if (nearest !== undefined) for (let row = 0; row < table.rows; row++) yield nearest.pairsOf(row);
}

/**
 * Appends one row per element in this order: the first vector of the memory with this key (an empty row if
 * the index has no such memory), or the given vector.
 */
export function copyFirstVectors(
  index: MemoryIndex,
  vectors: readonly (number | Float32Array)[],
  into: VectorTable,
): void {
  const { content } = index.parts;
  const ofMemory = (key: number) => (index.has(key) ? content.windows(index.rowOf(key)!).slice(0, 1) : []);
  for (const keyOrVector of vectors)
    into.append(typeof keyOrVector === 'number' ? ofMemory(keyOrVector) : [keyOrVector]);
}

/** The nearest rows of each row, updated while all rows are compared. */
export interface Nearest {
  /** Receives the cosines of row `a` and the later rows; NaN for a row without a vector. */
  take(a: number, cosines: Float32Array): void;
  /** Returns the pairs of the row and its nearest rows, each mutual pair only for its first row. */
  pairsOf(row: number): NearPair[];
}

/** Most scores need only one comparison per row, about 2 ns per pair for both rows. */
function createNearest(rows: number, { perPlace, above }: NearestOptions): Nearest {
  /** Minimum cosine (exclusive) to enter the list of a row. */
  const floors = new Float32Array(rows).fill(above);
  const counts = new Uint16Array(rows);
  /** Concatenated lists, each with the nearest row first. */
  const others = new Uint32Array(rows * perPlace);
  const nearCosines = new Float32Array(rows * perPlace);

  function enter(row: number, other: number, cosine: number): void {
    const first = row * perPlace;
    let at = first + Math.min(counts[row]!, perPlace - 1);
    for (; at > first && nearCosines[at - 1]! < cosine; at--) {
      nearCosines[at] = nearCosines[at - 1]!;
      others[at] = others[at - 1]!;
    }
    nearCosines[at] = cosine;
    others[at] = other;
    if (counts[row]! < perPlace) counts[row]!++;
    if (counts[row] === perPlace) floors[row] = nearCosines[first + perPlace - 1]!;
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
        pairs.push({ a: Math.min(row, other), b: Math.max(row, other), cosine: nearCosines[at]! });
      }
      return pairs;
    },
  };
}
