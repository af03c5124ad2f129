import { selectTop } from '../ranking/select-top.js';
import type { MemoryIndex } from './memory-index.js';
import type { VectorTable } from './vector-table.js';

/** Two rows of a table and how near they are; `a < b`. */
export interface NearPair {
  a: number;
  b: number;
  cosine: number;
}

export interface NearPairsOptions {
  /** Pairs from this cosine on. */
  minimum: number;
  /** The first rows of the table have a minimum of their own among themselves. */
  selected: number;
  minimumSelected: number;
  /** Of each row at most so many later rows, the nearest ones. */
  perRow: number;
  perSelectedRow: number;
  /** Only pairs with one of the first so many rows; Infinity for all. */
  rows: number;
}

/**
 * Row by row, the later rows that are near it. All pairs are looked at, by the SIMD scan: n * n / 2 of them take about
 * 17 ns each. One step of the generator scans the table once.
 */
export function* nearPairs(table: VectorTable, options: NearPairsOptions): Generator<NearPair[]> {
  const { minimum, selected, minimumSelected } = options;
  const read = vectorReader(table);
  const rows = Uint32Array.from({ length: table.rows }, (_, row) => row);
  const scores = new Float32Array(table.rows);
  const near = new Uint32Array(table.rows);
  const nearScores = new Float32Array(table.rows);
  const end = Math.min(table.rows, options.rows);
  for (let a = 0; a < end; a++) {
    const later = rows.subarray(a + 1);
    table.score(read(a), later, scores.subarray(0, later.length));
    const border = Math.min(later.length, Math.max(0, selected - a - 1));
    let count = 0;
    const keep = (from: number, to: number, least: number) => {
      for (let i = from; i < to; i++) {
        if (scores[i]! < least) continue;
        nearScores[count] = scores[i]!;
        near[count++] = i;
      }
    };
    keep(0, border, minimumSelected);
    keep(border, later.length, minimum);
    const most = a < selected ? options.perSelectedRow : options.perRow;
    const best = selectTop(nearScores.subarray(0, count), most, (first, second) => first - second);
    yield best.map((at) => ({ a, b: a + 1 + near[at]!, cosine: nearScores[at]! }));
  }
}

/**
 * Appends the first vector of each of these rows, in this order, to a table of its own: what happens to the index
 * afterwards does not matter to it.
 */
export function copyFirstVectors(index: MemoryIndex, rows: readonly number[], into: VectorTable): void {
  const read = vectorReader(index.parts.content);
  for (const row of rows) into.append([read(row)]);
}

/** Reads the first vector of a row of a table that does not change meanwhile. Record: see vector-scan.ts. */
export function vectorReader(table: VectorTable): (row: number) => Float32Array {
  const contents = table.contents();
  const records = contents.records();
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const recordBytes = records.byteLength / Math.max(1, table.slots);
  return (row) => {
    const at = contents.firstSlot[row]! * recordBytes;
    const scale = view.getFloat32(at + recordBytes - 4, true);
    const vector = new Float32Array(table.dimensions);
    for (let d = 0; d < vector.length; d++) vector[d] = view.getInt8(at + d) * scale;
    return vector;
  };
}
