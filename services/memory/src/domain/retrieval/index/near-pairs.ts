import type { NearPair, NearPairsOptions } from '../near-pair.js';
import { selectTop } from '../ranking/select-top.js';
import type { MemoryIndex } from './memory-index.js';
import { createNearest } from './nearest.js';
import type { VectorTable } from './vector-table.js';

/**
 * Row by row, the later rows that are near it; a row without a vector is near none. All pairs are looked at, by the SIMD
 * scan: n * n / 2 of them take about 17 ns each. One step of the generator scans the table once.
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
        // Not a number for a row without a vector.
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
 * Appends a row for each of these in this order: the first vector of the memory with this key, none where the index has no
 * such memory, or the vector given.
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
