import { createVectorScan, type VectorScan } from '../scan/vector-scan.js';
import { grownArray } from './columns.js';

/**
 * If the rows are more than this share of the range from the first to the last row, the complete range is
 * scanned, gaps included. With 100,000 rows a slot costs 16 ns in a range and 25 to 85 ns when visited
 * individually.
 */
const RUN_SHARE = 0.4;

/** The vectors of each row in adjacent slots: none, one, or several (windows). */
export class VectorTable {
  readonly dimensions: number;
  readonly #scan: VectorScan;
  /** Row r has the slots firstSlot[r] up to firstSlot[r + 1]. */
  #firstSlot: Uint32Array = new Uint32Array(64);
  #rows = 0;
  #slots = 0;
  #slotScores = new Float32Array(0);
  #slotList = new Uint32Array(0);

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#scan = createVectorScan(dimensions);
  }

  get rows(): number {
    return this.#rows;
  }

  get slots(): number {
    return this.#slots;
  }

  get byteSize(): number {
    const scratch = this.#slotScores.byteLength + this.#slotList.byteLength;
    return this.#slots * this.#scan.recordBytes + this.#firstSlot.byteLength + scratch;
  }

  /** Throws the errors that `append` would throw for these vectors. */
  check(vectors: readonly Float32Array[]): void {
    for (const { length } of vectors) this.#checkLength(length);
    if (this.#slots + vectors.length > this.#scan.maxSlots) {
      throw new RangeError(`Expected at most ${this.#scan.maxSlots} vectors in one index`);
    }
  }

  append(vectors: readonly Float32Array[]): void {
    this.#scan.reserve(this.#slots + vectors.length);
    for (const vector of vectors) this.#scan.write(this.#slots++, vector);
    this.#rows++;
    this.#firstSlot = grownArray(this.#firstSlot, this.#rows + 1);
    this.#firstSlot[this.#rows] = this.#slots;
  }

  /** Returns copies of the stored vectors of a row. */
  windows(row: number): Float32Array[] {
    const first = this.#firstSlot[row]!;
    return Array.from({ length: this.#firstSlot[row + 1]! - first }, (_, i) => this.#scan.read(first + i));
  }

  /** Writes the dot product of the query and each row's best slot to `scores`; NaN without a vector. */
  score(
    query: Float32Array,
    rows: Uint32Array,
    scores: Float32Array = new Float32Array(rows.length),
  ): Float32Array {
    this.#checkLength(query.length);
    if (rows.length === 0) return scores;
    this.#scan.setQuery(query);

    const first = rows[0]!;
    const end = rows[rows.length - 1]! + 1;
    if (rows.length > (end - first) * RUN_SHARE) {
      const runFirst = this.#firstSlot[first]!;
      const runSlots = this.#firstSlot[end]! - runFirst;
      this.#slotScores = grownArray(this.#slotScores, runSlots);
      this.#scan.scoreRange(runFirst, runSlots, this.#slotScores);
      bestOfRun(scores, rows, this.#firstSlot, this.#slotScores, runFirst);
    } else {
      const count = this.#listSlots(rows);
      this.#slotScores = grownArray(this.#slotScores, count);
      this.#scan.scoreSlots(this.#slotList, count, this.#slotScores);
      bestOfList(scores, rows, this.#firstSlot, this.#slotScores);
    }
    return scores;
  }

  /** Removes all other rows. `rows` must ascend; they are renumbered from 0. */
  keep(rows: Uint32Array): void {
    const bytes = this.#scan.bytes();
    const { recordBytes } = this.#scan;
    const firstSlot = new Uint32Array(rows.length + 1);
    let slots = 0;
    for (let i = 0; i < rows.length; i++) {
      const from = this.#firstSlot[rows[i]!]!;
      const to = this.#firstSlot[rows[i]! + 1]!;
      if (from !== slots) bytes.copyWithin(slots * recordBytes, from * recordBytes, to * recordBytes);
      slots += to - from;
      firstSlot[i + 1] = slots;
    }
    this.#firstSlot = firstSlot;
    this.#rows = rows.length;
    this.#slots = slots;
  }

  /** Returns the table as bytes; rows that are appended later follow them. The records are a live view. */
  contents(): { firstSlot: Uint32Array; records: () => Uint8Array } {
    const length = this.#slots * this.#scan.recordBytes;
    return {
      firstSlot: this.#firstSlot.slice(0, this.#rows + 1),
      records: () => this.#scan.bytes().subarray(0, length),
    };
  }

  /** Restores the table. Returns the memory to which the caller must write the records. */
  restore(firstSlot: Uint32Array): Uint8Array {
    this.#firstSlot = firstSlot;
    this.#rows = firstSlot.length - 1;
    this.#slots = firstSlot[this.#rows]!;
    this.#scan.reserve(this.#slots);
    return this.#scan.bytes().subarray(0, this.#slots * this.#scan.recordBytes);
  }

  /** Writes the slots of the rows to the slot list and returns their number. */
  #listSlots(rows: Uint32Array): number {
    const firstSlot = this.#firstSlot;
    let list = this.#slotList;
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      let slot = firstSlot[rows[i]!]!;
      const end = firstSlot[rows[i]! + 1]!;
      if (count + end - slot > list.length) {
        list = grownArray(list, Math.max(count + end - slot, rows.length));
        this.#slotList = list;
      }
      while (slot < end) list[count++] = slot++;
    }
    return count;
  }

  #checkLength(length: number): void {
    if (length !== this.dimensions) {
      throw new RangeError(`Expected a vector of ${this.dimensions} dimensions, received ${length}`);
    }
  }
}

/** `slotScores` holds the scores of all slots from `runFirst` on. */
function bestOfRun(
  scores: Float32Array,
  rows: Uint32Array,
  firstSlot: Uint32Array,
  slotScores: Float32Array,
  runFirst: number,
): void {
  const last = rows[rows.length - 1]!;
  const isGapless = last - rows[0]! === rows.length - 1;
  // All rows have at least one slot, or all at most one: with as many slots as rows, each row has one.
  if (isGapless && firstSlot[last + 1]! - firstSlot[rows[0]!]! === rows.length) {
    scores.set(slotScores.subarray(0, rows.length));
    return;
  }
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const first = firstSlot[row]! - runFirst;
    const end = firstSlot[row + 1]! - runFirst;
    scores[i] = end - first === 1 ? slotScores[first]! : best(slotScores, first, end);
  }
}

/** `slotScores` contains only the scores of the rows' slots, in sequence. */
function bestOfList(
  scores: Float32Array,
  rows: Uint32Array,
  firstSlot: Uint32Array,
  slotScores: Float32Array,
): void {
  let first = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const end = first + firstSlot[row + 1]! - firstSlot[row]!;
    scores[i] = end - first === 1 ? slotScores[first]! : best(slotScores, first, end);
    first = end;
  }
}

function best(slotScores: Float32Array, first: number, end: number): number {
  if (first === end) return Number.NaN;
  let best = slotScores[first]!;
  for (let slot = first + 1; slot < end; slot++) if (slotScores[slot]! > best) best = slotScores[slot]!;
  return best;
}
